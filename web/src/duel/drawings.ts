/** The drawings of Duel's table. */

import type { Drawings } from "../lib/drawings.ts";
import CastleBonus from "./CastleBonus.svelte";
import DiceTray from "./DiceTray.svelte";
import DuelDeed from "./DuelDeed.svelte";
import DuelChoices from "./DuelChoices.svelte";
import SpellBook from "./SpellBook.svelte";
import SpellGuide from "./SpellGuide.svelte";

/** What is told by a picture. */
const DEEDS = [
  "roll",
  "take",
  "turn_die",
  "name_wild",
  "castle_bonus",
  "free_placement",
  "split",
  "draw_pair",
  "draw_die",
  "coat_bonus",
  "extra_cross",
];

export const drawings: Drawings = {
  trays: {
    dice: { Drawing: DiceTray, layout: "over", Choices: DuelChoices },
    spells: { Drawing: SpellBook, layout: "beside", Guide: SpellGuide },
  },
  badges: { castle_bonus: CastleBonus },
  deeds: Object.fromEntries(DEEDS.map((kind) => [kind, DuelDeed])),
};
