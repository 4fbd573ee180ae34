/** Squares by name: columns a to m from west to east, rows 1 to 13 from south to north, the castle on g7. */

export type Direction = "n" | "e" | "s" | "w";

export interface Point {
  column: number;
  row: number;
}

/** A box of squares, its edges included. */
export interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

export const SIDE = 13;
export const DIRECTIONS: readonly Direction[] = ["n", "e", "s", "w"];

const STEPS: Record<Direction, Point> = {
  n: { column: 0, row: 1 },
  e: { column: 1, row: 0 },
  s: { column: 0, row: -1 },
  w: { column: -1, row: 0 },
};

export function point(square: string): Point {
  return { column: square.charCodeAt(0) - 97, row: Number(square.slice(1)) - 1 };
}

export function squareName({ column, row }: Point): string {
  return String.fromCharCode(97 + column) + (row + 1);
}

export function isOnField(square: string): boolean {
  const { column, row } = point(square);
  return column >= 0 && column < SIDE && row >= 0 && row < SIDE;
}

export function next(square: string, direction: Direction): string {
  const { column, row } = point(square);
  const step = STEPS[direction];
  return squareName({ column: column + step.column, row: row + step.row });
}

/** The direction from a square to its neighbour. */
export function directionTo(from: string, to: string): Direction {
  const a = point(from);
  const b = point(to);
  if (a.column === b.column) return b.row > a.row ? "n" : "s";
  return b.column > a.column ? "e" : "w";
}

export function distance(a: string, b: string): number {
  const p = point(a);
  const q = point(b);
  return Math.abs(p.column - q.column) + Math.abs(p.row - q.row);
}

export function boxOf(squares: Iterable<string>): Box {
  const box = { west: SIDE, south: SIDE, east: -1, north: -1 };
  for (const square of squares) {
    const { column, row } = point(square);
    box.west = Math.min(box.west, column);
    box.east = Math.max(box.east, column);
    box.south = Math.min(box.south, row);
    box.north = Math.max(box.north, row);
  }
  return box;
}

/** *box* with *margin* squares more on every side, as far as *limit* allows. */
export function grown(box: Box, margin: number, limit: Box): Box {
  return {
    west: Math.max(box.west - margin, limit.west),
    south: Math.max(box.south - margin, limit.south),
    east: Math.min(box.east + margin, limit.east),
    north: Math.min(box.north + margin, limit.north),
  };
}

export function squaresIn(box: Box): string[] {
  const names: string[] = [];
  for (let row = box.north; row >= box.south; row--) {
    for (let column = box.west; column <= box.east; column++) names.push(squareName({ column, row }));
  }
  return names;
}

export function width(box: Box): number {
  return box.east - box.west + 1;
}

export function height(box: Box): number {
  return box.north - box.south + 1;
}
