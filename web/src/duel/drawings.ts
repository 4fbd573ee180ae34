/** The drawings of Duel's table. */

import type { Drawings } from "../lib/drawings.ts";
import CastleBonus from "./CastleBonus.svelte";
import DiceTray from "./DiceTray.svelte";
import DuelChoices from "./DuelChoices.svelte";
import SpellBook from "./SpellBook.svelte";
import SpellGuide from "./SpellGuide.svelte";

export const drawings: Drawings = {
  trays: {
    dice: { Drawing: DiceTray, layout: "over", Choices: DuelChoices },
    spells: { Drawing: SpellBook, layout: "beside", Guide: SpellGuide },
  },
  badges: { castle_bonus: CastleBonus },
};
