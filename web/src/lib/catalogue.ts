/** What the server knows: games and their options, bots, dominoes, buildings, spells, dice. */

import { api } from "./api.ts";
import { type Coat, COATS, type Half, parseHalf } from "./land.ts";
import type { Catalogue } from "./wire.ts";

export type { Catalogue } from "./wire.ts";

let asked: Promise<Catalogue> | undefined;

/** Asked once; when that fails, the next one who needs it asks again. */
export function catalogue(): Promise<Catalogue> {
  asked ??= api.catalogue().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
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
