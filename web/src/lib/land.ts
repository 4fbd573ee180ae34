/** Land: what lies on squares, and the paths that draw it. Must agree with crownland.svg.land. */

import { type Box, DIRECTIONS, next, point, squareName } from "./square.ts";
import type { Half as WireHalf } from "./wire.ts";

/** What lies on a square: a kind of land, by its key, its crowns, and the motif of its domino, where that is known. */
export interface Half {
  kind: string;
  crowns: number;
  motif?: Motif;
}

/** Which of a terrain's motifs it is, from 1; whether it is turned round; the degrees by which a coat leans. */
export interface Motif {
  number: number;
  turned: boolean;
  tilt: number;
}

export type Cells = ReadonlyMap<string, Half | "castle">;

export const UNIT = 100;
export const CASTLE = "g7";

/** The letters of a kingdom's text and the keys of the lands that they mean. */
export type Letters = Readonly<Record<string, string>>;

/** The terrains, for pictures that are drawn before the server has answered. */
export const TERRAINS: Letters = {
  w: "wheat",
  f: "forest",
  l: "lake",
  g: "grassland",
  s: "swamp",
  m: "mine",
  t: "town",
};

/** A half as the page draws it. */
export function halfOf(half: WireHalf): Half | null {
  return half && { kind: half[0], crowns: half[1] };
}

/** The cells of a kingdom from its rows, north to south; its castle lies on g7. An unknown letter is a land of its own. */
export function parseLand(land: string, letters: Letters = TERRAINS): Cells {
  const rows: string[][] = land.split("/").map((row) => row.match(/[A-Za-z.]\d?/g) ?? []);
  const castleRow = rows.findIndex((row) => row.includes("c"));
  const castleColumn = rows[castleRow]?.indexOf("c") ?? 0;
  const castle = point(CASTLE);
  const cells = new Map<string, Half | "castle">();
  rows.forEach((row, down) =>
    row.forEach((text, along) => {
      const square = squareName({
        column: castle.column + along - castleColumn,
        row: castle.row - down + castleRow,
      });
      const letter = text.charAt(0);
      if (text === "c") cells.set(square, "castle");
      else if (letter !== ".") cells.set(square, { kind: letters[letter] ?? letter, crowns: Number(text.charAt(1) || 0) });
    }),
  );
  return cells;
}

// Drawing. A square's upper left corner is at x, y; rows count northwards, a picture's units southwards.

export function xOf(square: string): number {
  return point(square).column * UNIT;
}

export function yOf(square: string): number {
  return -(point(square).row + 1) * UNIT;
}

export function viewBoxOf(box: Box, margin = 0): string {
  const x = box.west * UNIT - margin;
  const y = -(box.north + 1) * UNIT - margin;
  return `${x} ${y} ${(box.east - box.west + 1) * UNIT + 2 * margin} ${(box.north - box.south + 1) * UNIT + 2 * margin}`;
}

const MOTIFS = 3;
const VARIANTS = 24; // six pairs of different motifs, each half turned round or not
const TILT = 2.5; // how many degrees a drawing leans to either side, where it does
const WOBBLE = 4;
const STRIDE = 16; // as crownland.kernel.square numbers the squares

// In a row the motifs follow each other; each row starts elsewhere, so that no two neighbours are equal.
const ROW_SHIFT = [0, 1, 2, 1, 0, 2, 0, 1, 0, 2, 1, 2, 0];

/** The motif of a square whose domino is not known. */
export function motifOf(square: string): Motif {
  const { column, row } = point(square);
  return motif((column + (ROW_SHIFT[row] ?? 0)) % MOTIFS, (column * 3 + row * 5 + column * row) % 4 < 2);
}

/** The motif of a half, 0 or 1, of the domino with that key, wherever it lies; the other half has another one. */
export function halfMotif(domino: string, half: number): Motif {
  const variant = [...domino].reduce(
    (sum, sign) => (sign >= "0" && sign <= "9" ? sum * 10 + Number(sign) : sum + (sign.codePointAt(0) ?? 0)) % VARIANTS,
    0,
  );
  const step = 1 + (Math.floor(variant / MOTIFS) % 2);
  return motif((variant + half * step) % MOTIFS, ((Math.floor(variant / 6) >> half) & 1) === 1);
}

function motif(place: number, turned: boolean): Motif {
  return { number: place + 1, turned, tilt: TILT * (place - 1) };
}

/** The path of the edge on one side of a square, drawn as if by hand; it bends alike seen from either side. */
export function edge(square: string, direction: "n" | "e" | "s" | "w"): string {
  const left = xOf(square) + (direction === "e" ? UNIT : 0);
  const top = yOf(square) + (direction === "s" ? UNIT : 0);
  const level = direction === "n" || direction === "s";
  const bend = (k: number): number =>
    modulo(Math.floor((left * k - top * 3 + (level ? STRIDE : 1) * k) / 7), 2 * WOBBLE + 1) - WOBBLE;
  const [a, b] = [bend(5), bend(11)];
  return `M${left} ${top}${level ? `c30 ${a} 70 ${b} ${UNIT} 0` : `c${a} 30 ${b} 70 0 ${UNIT}`}`;
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by;
}

/** The line around *squares*. */
export function outline(squares: Iterable<string>): string {
  const inside = new Set(squares);
  let path = "";
  for (const square of inside) {
    for (const direction of DIRECTIONS) if (!inside.has(next(square, direction))) path += edge(square, direction);
  }
  return path;
}

/** All edges of *squares*, each once: straight, for a grid. */
export function gridOf(squares: Iterable<string>): string {
  const edges = new Set<string>();
  for (const square of squares) {
    const [x, y] = [xOf(square), yOf(square)];
    edges.add(`M${x} ${y}h${UNIT}`).add(`M${x} ${y + UNIT}h${UNIT}`).add(`M${x} ${y}v${UNIT}`).add(`M${x + UNIT} ${y}v${UNIT}`);
  }
  return [...edges].join("");
}

/** Each of *squares* as a square of its own, *inset* units smaller on every side. */
export function squaresPath(squares: Iterable<string>, inset = 0): string {
  const side = UNIT - 2 * inset;
  return [...squares].map((square) => `M${xOf(square) + inset} ${yOf(square) + inset}h${side}v${side}h-${side}z`).join("");
}

/** The borders of the land: its shores, and the lines between its properties. */
export function borders(cells: Cells): { shores: string; inner: string } {
  let shores = "";
  let inner = "";
  for (const [square, half] of cells) {
    for (const direction of DIRECTIONS) {
      const other = cells.get(next(square, direction));
      if (other === undefined) shores += edge(square, direction);
      else if ((direction === "s" || direction === "w") && kindOf(half) !== kindOf(other)) inner += edge(square, direction);
    }
  }
  return { shores, inner };
}

/** One fill for each kind of land, so that a property has no seams. */
export function fills(cells: Cells): Map<string, string> {
  const paths = new Map<string, string>();
  for (const [square, half] of cells) {
    if (half === "castle") continue;
    paths.set(half.kind, (paths.get(half.kind) ?? "") + squaresPath([square]));
  }
  return paths;
}

function kindOf(half: Half | "castle"): string | null {
  return half === "castle" ? null : half.kind;
}
