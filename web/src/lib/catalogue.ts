/** What the server knows: games and their options, bots, components, numbers of the rules, texts. */

import { api } from "./api.ts";
import { type Coat, COATS, type Half, parseHalf } from "./land.ts";
import type { Catalogue } from "./wire.ts";
import { words } from "./words.svelte.ts";

export type { Catalogue } from "./wire.ts";

let asked: Promise<Catalogue> | undefined;

/** Requested once; after a failure, the next call requests it again. */
export function catalogue(): Promise<Catalogue> {
  asked ??= requested().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

async function requested(): Promise<Catalogue> {
  const known = await api.catalogue();
  words.learn(known);
  return known;
}

export function halvesOf(catalogue: Catalogue, domino: string): readonly [Half, Half] {
  const [left, right] = catalogue.dominoes[domino] ?? ["w0", "w0"];
  return [parseHalf(left), parseHalf(right)];
}

/** A domino's number; it lets the motifs on dominoes vary. */
export function numberOf(domino: string): number {
  return Number(domino.replace(/\D/g, ""));
}

export function coatOf(key: string | null | undefined): Coat | null {
  return COATS.find((coat) => coat === key) ?? null;
}
