/** How Queendomino and Royal Wedding look: buildings, knights, what a kingdom owns. */

import type { Looks, Scene } from "../lib/looks.ts";
import type { Piece } from "../lib/wire.ts";
import { t } from "../lib/words.svelte.ts";
import { buildingsOf, buildingText } from "./building.ts";

/** Buildings and knights by square, as a kingdom has them. */
export function estate(built: Record<string, string>, posted: readonly string[] = []): Record<string, Piece[]> {
  const pieces: Record<string, Piece[]> = {};
  for (const [square, key] of Object.entries(built)) pieces[square] = [["building", key, []]];
  for (const square of posted) (pieces[square] ??= []).push(["knight", "", []]);
  return pieces;
}

const SCENES: Record<string, Scene> = {
  queendomino: { land: "gttf1/l1ctw/llt1w1", pieces: estate({ g8: "church", h7: "tavern", h6: "queens_tower" }, ["f8"]) },
  "royal-wedding": { land: "w1wtt/fctg2/f1llg", pieces: estate({ h8: "statue", i8: "bakery", h7: "guardtower" }, ["f7"]) },
};

export const looks: Looks = {
  pieces: {
    building: {
      symbols: (key) => ["plot", `building-${key}`],
      isGround: true,
      about: (key, catalogue) => buildingText(buildingsOf(catalogue)[key]),
    },
    knight: { symbols: () => ["knight"], name: () => t("web.knight") },
  },
  badges: {
    coin: { symbol: "coin" },
    knight: { symbol: "knight" },
    tower: { symbol: "tower" },
    queen: { symbol: "queen", isLarge: true },
  },
  actions: {
    tax: {
      sound: {
        tones: [
          { pitch: 1568, length: 0.12, loud: 0.035, shape: "triangle" },
          { pitch: 2093, at: 0.06, length: 0.2, loud: 0.035, shape: "triangle" },
        ],
      },
    },
    build: { sound: { noise: { pitch: 480, length: 0.07, loud: 0.4, times: 2 } }, prompt: { held: "web.prompt.plot" } },
    dragon: { sound: { noise: { pitch: 700, length: 0.5, loud: 0.2 } }, isCalled: true, prompt: { called: "web.prompt.burn" } },
  },
  reasons: { coins: "coin", queen: "queen" },
  scenes: SCENES,
  lessons: { queendomino: () => import("./lesson.ts") },
  art: { of: ["town", "building", "builders", "coin", "knight", "tower", "queen"], load: () => import("virtual:art/queen") },
};
