// Plays random games with the module through web/src/lib/twin.ts: node binding.mjs GAMES SEED < START, a row as JSON.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createServer } from "../../web/node_modules/vite/dist/node/index.js";

const root = fileURLToPath(new URL("../../web", import.meta.url));
const vite = await createServer({ root, configFile: false, server: { middlewareMode: true, ws: false }, logLevel: "error" });
const { Twin } = await vite.ssrLoadModule("/src/lib/twin.ts");
const twin = new Twin(new WebAssembly.Module(readFileSync(`${root}/../src/crownland/wasm/crownland.wasm`)), 4);
const [games, seed] = process.argv.slice(2).map(Number);
const given = JSON.parse(readFileSync(0, "utf8")).map(BigInt);
const start = twin.words(given.length);
start.set(given);
const standings = twin.words(games * Number(start[2]));
const [room, rng] = [twin.words(start.length), twin.words(1)];
twin.kernels.entries.randomGames(Number(start[0]), start, start.length, seed, 0, games, room, rng, standings);
console.log(JSON.stringify([...standings].map(String)));
await vite.close();
