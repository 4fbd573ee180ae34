/** What the page asks about kingdoms: their boxes, who rules them, how they are spoken of. */

import { type Cells, parseLand } from "./land.ts";
import { type Box, boxOf, grown, height, point, width } from "./square.ts";
import type { Kingdom, View } from "./wire.ts";

/** What lies on a kingdom's squares, without those whose domino is still in the air. */
export function cellsOf(kingdom: Kingdom, inAir: readonly string[] = []): Cells {
  const cells = parseLand(kingdom.land, kingdom.book !== null);
  return inAir.length ? new Map([...cells].filter(([square]) => !inAir.includes(square))) : cells;
}

/** The squares that a kingdom may still cover. */
export function reachOf({ reach: [southWest, northEast] }: Kingdom): Box {
  const a = point(southWest);
  const b = point(northEast);
  return { west: a.column, south: a.row, east: b.column, north: b.row };
}

/** What to show of a large kingdom: its land and *spare* squares around it, more while it is tiny. A map is fixed. */
export function roomOf(kingdom: Kingdom, cells: Cells, spare: number): Box {
  const reach = reachOf(kingdom);
  if (kingdom.book) return reach;
  const box = boxOf(cells.keys());
  const isTiny = width(box) < 3 && height(box) < 3;
  return grown(box, isTiny ? Math.max(2, spare + 1) : spare, reach);
}

const LEAST = 4; // squares of a small picture, so that a lone castle is not huge

/** What to show of a small kingdom: what is laid, in the middle of a square. */
export function squareBox(kingdom: Kingdom, cells: Cells): Box {
  if (kingdom.book) return reachOf(kingdom);
  const box = boxOf(cells.keys());
  const size = Math.max(LEAST, width(box), height(box));
  const west = box.west - (size - width(box)) / 2;
  const south = box.south - (size - height(box)) / 2;
  return { west, south, east: west + size - 1, north: south + size - 1 };
}

/** The dominoes that the kings of a kingdom stand on: those to place in this round, then those claimed for the next. */
export function dominoesOf(view: View, kingdom: Kingdom): { domino: string; isNext: boolean }[] {
  const owned = (line: View["old"]): string[] =>
    line.filter((one) => !one.laid && one.king !== null && kingdom.seats.includes(one.king)).map((one) => one.domino);
  return [
    ...owned(view.old).map((domino) => ({ domino, isNext: true })),
    ...owned(view.new).map((domino) => ({ domino, isNext: false })),
  ];
}
