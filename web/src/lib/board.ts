/**
 * The board without a screen: legal actions in, one chosen action out.
 *
 * A `Placing` is a value: what the pointer, a finger or the arrow keys do to it gives the next one.
 */

import { CASTLE } from "./land.ts";
import { type Direction, DIRECTIONS, directionTo, distance, point } from "./square.ts";
import type { Offer, Piece } from "./wire.ts";

/**
 * A legal action: an offer with one of its choices.
 *
 * Its shape decides how it is picked: two *squares* are a spot and a rotation, one is pointed at, *spaces* are picked in
 * the *tray* of that key, and what has neither is a button.
 */
export interface Action {
  readonly token: string;
  readonly kind: string;
  readonly step: string;
  readonly squares: readonly string[];
  readonly pieces: readonly Piece[];
  readonly tray: string;
  readonly spaces: readonly number[];
  readonly coins: number;
  readonly gain: number;
}

export function actionsOf(offers: readonly Offer[]): Action[] {
  return offers.flatMap(({ choices, ...offer }) => choices.map(([token, squares, gain]) => ({ ...offer, token, squares, gain })));
}

/** Picking a spot and a rotation for two halves. The ghost lies on *spot*; *rotation* is the one that is wished for. */
export interface Placing {
  readonly actions: readonly Action[];
  readonly rotation: Direction;
  readonly spot: Action | null;
  /** The square that the ghost turns about. */
  readonly pivot: string | null;
}

const FIRST_ROTATIONS: readonly Direction[] = ["e", "s", "w", "n"];
const OTHER_ROTATION = 0.75; // how much further away a spot in the wished rotation may be, in squares

export function placingOf(actions: readonly Action[]): Placing {
  const rotation = FIRST_ROTATIONS.find((wished) => actions.some((action) => rotationOf(action) === wished)) ?? "e";
  return { actions, rotation, spot: null, pivot: null };
}

/** From the left half to the right half. */
export function rotationOf(action: Action): Direction {
  const [left, right] = action.squares;
  return left && right ? directionTo(left, right) : "e";
}

/** All squares that can be covered: in the wished rotation, or in any. */
export function marks(placing: Placing, rotation: Direction | "any" = placing.rotation): Set<string> {
  const actions = rotation === "any" ? placing.actions : inRotation(placing, rotation);
  return new Set(actions.flatMap((action) => action.squares));
}

/** The ghost on *action*, one of the actions. */
export function placedOn(placing: Placing, action: Action, pivot = action.squares[0] ?? null): Placing {
  return { ...placing, spot: action, rotation: rotationOf(action), pivot };
}

export function lifted(placing: Placing): Placing {
  return { ...placing, spot: null, pivot: null };
}

/** The next rotation: about the ghost's pivot if it can, else where it is legal; without a ghost only the wish turns. */
export function turned(placing: Placing, by: 1 | -1 = 1): Placing {
  const { spot, pivot } = placing;
  if (!spot || !pivot) {
    const legal = DIRECTIONS.filter((rotation) => inRotation(placing, rotation).length);
    return { ...placing, rotation: stepped(legal, placing.rotation, by) ?? placing.rotation };
  }
  const nearest = DIRECTIONS.flatMap((rotation) => least(inRotation(placing, rotation), (action) => turnCost(action, pivot)) ?? []);
  const ordered = [
    ...nearest.filter((action) => action.squares.includes(pivot)),
    ...nearest.filter((action) => !action.squares.includes(pivot)),
  ];
  const next = stepped(ordered, ordered.find((action) => rotationOf(action) === rotationOf(spot)), by);
  return next ? { ...placing, spot: next, rotation: rotationOf(next) } : placing;
}

/** The ghost on *square*; pointing at it again turns it there. A square that nothing can cover changes nothing. */
export function pointedAt(placing: Placing, square: string): Placing {
  if (placing.spot?.squares.includes(square)) return turned({ ...placing, pivot: square });
  const here = placing.actions.filter((action) => action.squares.includes(square));
  const best = least(here, (action) => (rotationOf(action) === placing.rotation ? 0 : 2) + (action.squares[0] === square ? 0 : 1));
  return best ? { ...placing, spot: best, rotation: rotationOf(best), pivot: square } : placing;
}

/**
 * The spot nearest to a point, which is in squares from the lower left corner of a1; none when all are further than
 * *within*. A spot in the wished rotation is preferred; the wish itself stays.
 */
export function nearestSpot(placing: Placing, x: number, y: number, within = 1.3): Action | null {
  const away = (action: Action): number => Math.hypot(centre(action).x - x, centre(action).y - y);
  const near = placing.actions.filter((action) => away(action) <= within);
  return least(near, (action) => away(action) + (rotationOf(action) === placing.rotation ? 0 : OTHER_ROTATION)) ?? null;
}

/** The ghost where an arrow leads: from spot to spot in the same rotation, round at the edge. */
export function moved(placing: Placing, direction: Direction): Placing {
  const spots = inRotation(placing, placing.rotation);
  if (!placing.spot) {
    const first = least(spots, (action) => distance(CASTLE, action.squares[0] ?? CASTLE)) ?? placing.actions[0];
    return first ? placedOn(placing, first) : placing;
  }
  const here = placing.spot.squares[0];
  const target = here && nextSquare(here, spots.flatMap((action) => action.squares[0] ?? []), direction);
  const action = spots.find((spot) => spot.squares[0] === target);
  return action ? placedOn(placing, action) : placing;
}

/**
 * The square an arrow leads to: the next one in the row, or the nearest one of the next row; round at the edge.
 * Up and down visit every row that has one, left and right every one of a row.
 */
export function nextSquare(here: string, squares: readonly string[], direction: Direction): string {
  const { column, row } = point(here);
  const sign = direction === "n" || direction === "e" ? 1 : -1;
  const ahead = (value: number, from: number): boolean => (value - from) * sign > 0;
  if (direction === "n" || direction === "s") {
    const rows = squares.map((square) => point(square).row);
    const further = rows.filter((one) => ahead(one, row));
    const target = least(further.length ? further : rows, (one) => one * sign);
    const there = squares.filter((square) => point(square).row === target);
    return least(there, (square) => Math.abs(point(square).column - column)) ?? here;
  }
  const further = squares.filter((square) => ahead(point(square).column, column));
  const inRow = further.filter((square) => point(square).row === row);
  return (
    least(inRow, (square) => point(square).column * sign) ??
    least(further, (square) => distance(square, here)) ??
    least(squares, (square) => point(square).column * sign * 100 + Math.abs(point(square).row - row)) ??
    here
  );
}

function inRotation(placing: Placing, rotation: Direction): Action[] {
  return placing.actions.filter((action) => rotationOf(action) === rotation);
}

function centre(action: Action): { x: number; y: number } {
  const points = action.squares.map(point);
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length + 0.5;
  return { x: mean(points.map((p) => p.column)), y: mean(points.map((p) => p.row)) };
}

/** How far an action is from turning about *pivot*: best its left half lies there, then its right half, then near. */
function turnCost(action: Action, pivot: string): number {
  const [left, right] = action.squares;
  if (left === pivot) return 0;
  return right === pivot ? 1 : 2 + distance(left ?? pivot, pivot);
}

function least<T>(items: readonly T[], cost: (item: T) => number): T | undefined {
  let best: T | undefined;
  let lowest = Infinity;
  for (const item of items) {
    const value = cost(item);
    if (value < lowest) [best, lowest] = [item, value];
  }
  return best;
}

function stepped<T>(items: readonly T[], item: T | undefined, by: 1 | -1): T | undefined {
  const at = item === undefined ? -1 : items.indexOf(item);
  return items.at((at + by) % Math.max(1, items.length));
}
