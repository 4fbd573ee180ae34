/** What the server knows: games and their options, bots, lands, components. */

import { api } from "./api.ts";
import type { Letters } from "./land.ts";
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

/** What the letters of a set of lands mean. A letter of an unknown set stands for itself. */
export function lettersOf(catalogue: Catalogue, lands: string): Letters {
  return catalogue.lands[lands] ?? {};
}
