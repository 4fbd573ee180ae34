/** What the page asks about kingdoms: their boxes, who rules them, how they are spoken of. */

import { type Catalogue, lettersOf } from "./catalogue.ts";
import { type Cells, halfMotif, halfOf, parseLand } from "./land.ts";
import { type Box, boxOf, grown, height, point, width } from "./square.ts";
import type { Kingdom, Piece, View } from "./wire.ts";

/** What lies on a kingdom's squares, by its dominoes, with what is decided already, and without what is still in the air. */
export function cellsOf(kingdom: Kingdom, catalogue: Catalogue, inAir: readonly string[] = []): Cells {
  const cells = new Map(parseLand(kingdom.land, lettersOf(catalogue, kingdom.lands)));
  for (const [square, [domino, at]] of Object.entries(kingdom.tiles)) {
    const half = cells.get(square);
    if (half && half !== "castle") cells.set(square, { ...half, motif: halfMotif(domino, at) });
  }
  for (const [square, half] of Object.entries(kingdom.pending)) {
    const decided = halfOf(half);
    if (decided) cells.set(square, decided);
  }
  for (const square of inAir) cells.delete(square);
  return cells;
}

/** The squares of what was laid last, or is decided. */
export function freshOf({ fresh, pending }: Kingdom): string[] {
  const decided = Object.keys(pending);
  return decided.length ? decided : fresh;
}

/** The squares that a kingdom may still cover. */
export function reachOf({ reach: [southWest, northEast] }: Kingdom): Box {
  const a = point(southWest);
  const b = point(northEast);
  return { west: a.column, south: a.row, east: b.column, north: b.row };
}

/** What to show of a large kingdom: its land and *spare* squares around it, more while it is tiny; a fixed one is shown whole. */
export function roomOf(kingdom: Kingdom, cells: Cells, spare: number): Box {
  const reach = reachOf(kingdom);
  if (kingdom.fixed) return reach;
  const box = boxOf(cells.keys());
  const isTiny = width(box) < 3 && height(box) < 3;
  return grown(box, isTiny ? Math.max(2, spare + 1) : spare, reach);
}

const LEAST = 4; // squares of a small picture, so that a lone castle is not huge

/** What to show of a small kingdom: what is laid, in the middle of a square. */
export function squareBox(kingdom: Kingdom, cells: Cells): Box {
  if (kingdom.fixed) return reachOf(kingdom);
  const box = boxOf(cells.keys());
  const size = Math.max(LEAST, width(box), height(box));
  const west = box.west - (size - width(box)) / 2;
  const south = box.south - (size - height(box)) / 2;
  return { west, south, east: west + size - 1, north: south + size - 1 };
}

/** The line whose dominoes are placed in this round. */
export const OLD_LINE = "old-line";

/** The dominoes that the kings of a kingdom stand on: those to place in this round, then those claimed for the next. */
export function dominoesOf({ trays }: View, { seats }: Kingdom): { piece: Piece; isNext: boolean }[] {
  const owned = trays
    .filter(({ kind }) => kind === "line")
    .flatMap(({ key, slots }) =>
      slots.flatMap(([piece, seat, , done]) =>
        piece && !done && seat !== null && seats.includes(seat) ? [{ piece, isNext: key === OLD_LINE }] : [],
      ),
    );
  return [...owned.filter(({ isNext }) => isNext), ...owned.filter(({ isNext }) => !isNext)];
}
