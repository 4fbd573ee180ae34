/** The parts that the pictures of the rules are made of: small fixed positions for the components of the table. */

import type { Component } from "svelte";
import type { Catalogue } from "../lib/catalogue.ts";
import type { People } from "../lib/drawings.ts";
import { type Cells, type Letters, parseLand } from "../lib/land.ts";
import { type Box, DIRECTIONS, next } from "../lib/square.ts";
import type { Piece, ScoreLine, Slot } from "../lib/wire.ts";
import type { Key } from "../lib/words.svelte.ts";

/** A kingdom: what was laid last, whether it may lie so, what is framed. */
export interface LandScene {
  land: string;
  letters?: Letters;
  /** What is shown, with free squares; without it only the land is. */
  room?: Box;
  /** The squares laid last. */
  fresh?: string[];
  /** Whether they may lie there. */
  isRight?: boolean;
  /** A square whose property is framed. */
  framed?: string;
  pieces?: Record<string, Piece[]>;
  /** Coins that a figure on the framed square brings. */
  coins?: number;
  /** Show what is counted; these are the lines that do not come from the land. */
  counted?: ScoreLine[];
}

/** A line of dominoes with the heading that it has at the table. *acting* is the place of the domino to be placed now. */
export interface LineScene {
  key: Key;
  slots: Slot[];
  acting?: number;
}

/** A picture: a kingdom, lines, or a component of its own. *needs* are keys whose art it shows. */
export interface RulePicture {
  scene?: LandScene;
  lines?: LineScene[];
  Drawing?: Component<{ catalogue: Catalogue }>;
  /** A component that needs nothing. */
  Sketch?: Component<Record<string, never>>;
  /** Whether it is made of words, and is read like a text after its caption. */
  isText?: boolean;
  needs?: string[];
}

/** Nobody sits at a picture. */
export const NOBODY: People = { me: null, nameOf: () => "", kingdomOf: (seat) => seat, rulers: () => "" };

/** A domino by its name and its land, as the notation writes it: `5`, `ff`. */
export function domino(name: string, land: string): Piece {
  const halves = [...parseLand(`c${land}`).values()].flatMap((half): [string, number][] => (half === "castle" ? [] : [[half.kind, half.crowns]]));
  return ["domino", name, halves];
}

/** A domino in a line, perhaps with a king on it. */
export function inLine(name: string, land: string, king: number | null = null, isLaid = false): Slot {
  return [domino(name, land), king, null, isLaid, [], 0];
}

/** A line of a score that does not come from the land. */
export function scored(reason: string, points: number, factors: number[] = []): ScoreLine {
  return { reason, points, factors, squares: [], game: 1, divisor: 1 };
}

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
    lines.push({ ...scored(half.kind, squares.length * crowns, [squares.length, crowns]), squares });
  }
  return lines.sort((a, b) => b.points - a.points);
}
