// Thinks as a page without a server does: reads questions to crownland.local.mind as lines, and writes their answers.
import { createInterface } from "node:readline";
import { answer, loadPacked } from "../tests/site/packed.mjs";

const mind = (await loadPacked()).pyimport("crownland.local.mind");
for await (const question of createInterface({ input: process.stdin })) console.log(answer(mind, question));
