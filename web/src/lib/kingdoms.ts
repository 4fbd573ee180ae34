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

const SPARE = 2; // squares around the land: a domino reaches so far

/**
 * What to show of a large kingdom: all that a domino can reach from its land; a fixed one is shown whole.
 *
 * Its size changes only when there is less to reach, so that the map does not rescale at every placement, and it stays
 * where it was *before* as far as it can.
 */
export function roomOf(kingdom: Kingdom, cells: Cells, before: Box | null = null): Box {
  const reach = reachOf(kingdom);
  if (kingdom.fixed) return reach;
  const land = boxOf(cells.keys());
  const needed = grown(land, SPARE, reach);
  const across = spanOf([land.west, land.east], [needed.west, needed.east], [reach.west, reach.east], before && [before.west, before.east]);
  const along = spanOf([land.south, land.north], [needed.south, needed.north], [reach.south, reach.north], before && [before.south, before.north]);
  return { west: across[0], south: along[0], east: across[1], north: along[1] };
}

type Span = readonly [from: number, to: number];

/** *needed*, and as much more of *reach* as is needed at most on the way to the largest land; near *before*, or in the middle. */
function spanOf(land: Span, needed: Span, reach: Span, before: Span | null): Span {
  const size = ([from, to]: Span): number => to - from + 1;
  const largest = Math.floor((size(reach) + size(land)) / 2); // what it may cover reaches as far on one side as on the other
  const wanted = Math.min(size(reach), largest + SPARE);
  const middle = needed[0] - Math.floor((wanted - size(needed)) / 2);
  const least = Math.max(reach[0], needed[1] - wanted + 1);
  const most = Math.min(needed[0], reach[1] - wanted + 1);
  const from = Math.min(most, Math.max(least, before && size(before) === wanted ? before[0] : middle));
  return [from, from + wanted - 1];
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

/** The kind of tray that the lines draw together. */
export const LINE = "line";

/** The line whose dominoes are placed in this round. */
export const OLD_LINE = "old-line";

/** Where the kings wait that have no old line to stand on. */
export const ORDER = "order";

/** The dominoes that the kings of a kingdom stand on: those to place in this round, then those claimed for the next. */
export function dominoesOf({ trays }: View, { seats }: Kingdom): { piece: Piece; isNext: boolean }[] {
  const owned = trays
    .filter(({ kind }) => kind === LINE)
    .flatMap(({ key, slots }) =>
      slots.flatMap(([piece, seat, , done]) =>
        piece && !done && seat !== null && seats.includes(seat) ? [{ piece, isNext: key === OLD_LINE }] : [],
      ),
    );
  return [...owned.filter(({ isNext }) => isNext), ...owned.filter(({ isNext }) => !isNext)];
}
