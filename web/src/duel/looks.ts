/** How Duel looks: coats of arms, dice, spells. */

import { type Looks, type Scene } from "../lib/looks.ts";
import { halfText } from "../lib/pieces.ts";
import type { Piece } from "../lib/wire.ts";
import CoatSquare from "./CoatSquare.svelte";
import { COATS } from "./coats.ts";

const SCENES: Record<string, Scene> = { duel: { land: "dd1sD/dcsD1/Sqqf2", letters: COATS } };

/** `dot (1 cross)`: how a die will be drawn. */
export function faceText([, , halves]: Piece): string {
  return halfText(halves.at(-1) ?? null);
}

/** A roll lists its dice; those that are taken together are added up. */
function diceValues(dice: readonly Piece[]): Record<string, string> {
  const faces = dice.map(faceText);
  const [face = ""] = faces;
  return { face, coat: face, dice: faces.join(faces.length > 2 ? ", " : " + "), coats: faces.join(" · ") };
}

export const looks: Looks = {
  lands: Object.fromEntries(
    Object.values(COATS).map((coat) => [coat, { stem: `coat-${coat}`, sign: `coat-${coat}`, Drawing: CoatSquare, crowns: "web.crosses" }]),
  ),
  pieces: {
    die: { symbols: () => ["die"], values: diceValues },
    coat: { symbols: (key) => [`coat-${key}`] },
    spell: { symbols: (key) => [`spell-${key}`] },
  },
  actions: {
    roll: { sound: { noise: { pitch: 1400, length: 0.05, loud: 0.3, times: 5 } } },
    take: { isDrawn: true, prompt: { many: "web.prompt.take-two" } },
    name_wild: { isDrawn: true },
    coat_bonus: { isDrawn: true },
    castle_bonus: { isDrawn: true },
    free_placement: { isDrawn: true },
    split: { isDrawn: true },
    turn_die: { isDrawn: true },
    draw_die: { prompt: { held: "table.prompt.draw_die" } },
  },
  reasons: { coat_bonus: "spell-coat_bonus" },
  scenes: SCENES,
  lessons: { duel: () => import("./lesson.ts") },
  art: { of: [...Object.values(COATS), "dice", "spells", "die", "coat", "spell"], load: () => import("virtual:art/duel") },
};
