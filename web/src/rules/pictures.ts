/** What the pictures of the rules show: small fixed positions for the components of the table. */

import type { Cells } from "../lib/land.ts";
import { DIRECTIONS, next } from "../lib/square.ts";
import type { Book, Builders, Dice, LineDomino, ScoreLine } from "../lib/wire.ts";

/** A kingdom or a map: what was laid last, whether it may lie so, what is framed. */
export interface LandScene {
  land: string;
  isMap?: boolean;
  /** Whether its free squares are drawn; a map is whole then. */
  hasRoom?: boolean;
  /** The squares laid last. */
  fresh?: string[];
  /** Whether they may lie there. */
  isRight?: boolean;
  /** A square whose property is framed. */
  framed?: string;
  built?: Record<string, string>;
  posted?: string[];
  /** Coins that the knight on the last square brings. */
  coins?: number;
  /** Show what is counted; lines that do not come from the land are told. */
  counted?: ScoreLine[];
}

export const LANDS: Record<string, LandScene> = {
  "too-wide": { land: "w1wffll1/ggcslw", fresh: ["j8", "j7"], isRight: false },
  fits: { land: ".lf/cwf", fresh: ["h8", "i8"], isRight: true },
  clashes: { land: ".fl/cwf", fresh: ["h8", "i8"], isRight: false },
  properties: { land: "sl1ff1w/ww1sfl/wwwf1f/m1m2m2cg/sm2sss", framed: "g8", counted: [] },
  middle: { land: "m3w.ll/m2m1lll1/swclw/.ggf1w/wgg2lw", hasRoom: true },
  tax: { land: "fff1t/lfcw", fresh: ["e8", "e7"], framed: "e8", posted: ["e8"], coins: 4 },
  reckoning: {
    land: "tl1fgg/tll1g1g2/m1tcwf/m3mw1wf1/tts1f1t",
    built: { e9: "church", e8: "big_tavern", f7: "statue", e5: "guardtower", f5: "sawmill", i5: "travelling_castle" },
    counted: [
      told("queen", 4, [4, 1]),
      told("coins", 3),
      told("church", 8, [4, 2]),
      told("sawmill", 6, [3, 2]),
      told("statue", 5),
      told("guardtower", 3),
      told("travelling_castle", 3, [3, 1]),
      told("big_tavern", 2),
    ],
  },
  map: { land: "c", isMap: true, hasRoom: true },
  draws: { land: ".sD/csd", isMap: true, fresh: ["h8", "i8"], isRight: true },
  "draws-not": { land: ".ds/csd", isMap: true, fresh: ["h8", "i8"], isRight: false },
  domains: { land: "ds1s1ffs/s1ssf2f.D/ds1s1cfdD1/d1s1D1DdDD1/dsdDddS", isMap: true, hasRoom: true, framed: "j7", counted: [] },
};

/** The lines of a picture, one after the other, with the heading that they have at the table. */
export const LINES: Record<string, { key: "table.old-line" | "table.new-line" | "game.queendomino" | "game.kingdomino"; line: LineDomino[] }[]> = {
  order: [
    { key: "table.old-line", line: [on("5", 1, true), on("18", 0), on("30", 2), on("41", 3)] },
    { key: "table.new-line", line: [on("9"), on("21"), on("36", 1), on("45")] },
  ],
  "both-boxes": [
    { key: "game.queendomino", line: [on("Q6"), on("Q17"), on("Q29"), on("Q44")] },
    { key: "game.kingdomino", line: [on("8"), on("17"), on("33"), on("47")] },
  ],
};

export const BUILDERS: Builders = {
  tiles: ["sawmill", "guardtower", "tavern", "queens_tower", "archery_range", "statue"],
  prices: [0, 1, 2, 3, 4, 5],
  dragon: true,
  step: "build",
};

export const TREASURIES = ["knights_treasury", "towers_treasury"];

export const TAKEN: Dice = {
  faces: [1, 6, 2, 5],
  coats: [null, "solid", "stripe", "dot"],
  crosses: [0, 0, 0, 1],
  taken: [1, 0, 0, 1],
  first: 0,
  spells: [],
};

export const BOOKS: Book[] = [
  { boxes: [2, 3, 4, 0, 1, 0], spells: ["pick_two"], used: [], castle: true, coat: null },
  { boxes: [4, 1, 2, 2, 1, 1], spells: [], used: [], castle: true, coat: null },
];

/** All pictures there are: the rules of every language name these, and each has its caption. */
export const PICTURES: readonly string[] = [
  ...Object.keys(LANDS),
  ...Object.keys(LINES),
  "terrains",
  "domino",
  "builders",
  "treasuries",
  "buildings",
  "team",
  "dice",
  "draft",
  "book",
];

/** C12: every property of some land as a line of the score, the most valuable first. */
export function propertiesOf(cells: Cells): ScoreLine[] {
  const lines: ScoreLine[] = [];
  const seen = new Set<string>();
  for (const [start, half] of cells) {
    if (half === "castle" || seen.has(start)) continue;
    const squares = [start];
    let crowns = 0;
    seen.add(start);
    for (const square of squares) {
      const here = cells.get(square);
      if (here && here !== "castle") crowns += here.crowns;
      for (const direction of DIRECTIONS) {
        const there = next(square, direction);
        const other = cells.get(there);
        if (seen.has(there) || !other || other === "castle" || other.kind !== half.kind) continue;
        seen.add(there);
        squares.push(there);
      }
    }
    lines.push({ reason: half.kind, points: squares.length * crowns, factors: [squares.length, crowns], squares, game: 1 });
  }
  return lines.sort((a, b) => b.points - a.points);
}

function told(reason: string, points: number, factors: number[] = []): ScoreLine {
  return { reason, points, factors, squares: [], game: 1 };
}

function on(domino: string, king: number | null = null, laid = false): LineDomino {
  return { domino, king, laid };
}
