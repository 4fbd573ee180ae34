/** The spells and the dice of Duel, as its components list them. */

import type { Catalogue } from "../lib/catalogue.ts";
import { words } from "../lib/words.svelte.ts";

/** A row of the spell book. */
export interface Spell {
  key: string;
  coat: string;
  boxes: number;
  lightning: boolean;
}

/** A face of a die; a wild one has no coat. */
export interface Face {
  coat: string | null;
  crosses: number;
}

export function spellsOf({ components }: Catalogue): Spell[] {
  return (components["spells"] ?? []) as Spell[];
}

/** The faces, die by die. */
export function diceOf({ components }: Catalogue): Face[][] {
  return (components["dice"] ?? []) as Face[][];
}

/** What people call a spell. */
export function spellName(key: string): string {
  return words.find(`spell.${key}`) ?? key;
}
