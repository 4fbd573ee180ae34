import { render } from "@testing-library/svelte";
import { describe, expect, it } from "vitest";
import fixture from "../../tests/fixtures/land.json";
import Land from "../src/components/Land.svelte";
import { COATS } from "../src/duel/coats.ts";
import { cellsOf } from "../src/lib/kingdoms.ts";
import { borders, edge, fills, halfMotif, halfOf, motifOf, outline, parseLand, TERRAINS, UNIT } from "../src/lib/land.ts";
import { LANDS } from "../src/lib/looks.ts";
import { boxOf, type Direction, directionTo, grown, next, point, squareName } from "../src/lib/square.ts";
import type { Piece, Tile } from "../src/lib/wire.ts";
import { catalogue, kingdom } from "./positions.ts";

describe("land", () => {
  it("is read from its rows with the castle on g7", () => {
    const cells = parseLand("m3/w/c");
    expect([...cells]).toEqual([
      ["g9", { kind: "mine", crowns: 3 }],
      ["g8", { kind: "wheat", crowns: 0 }],
      ["g7", "castle"],
    ]);
  });

  it("has gaps where the rows have dots", () => {
    expect([...parseLand(".l1/cff").keys()]).toEqual(["h8", "g7", "h7", "i7"]);
  });

  it("reads the letters of another set of lands", () => {
    const cells = parseLand("Ds1/.c", COATS);
    expect(cells.get("f8")).toEqual({ kind: "double_dot", crowns: 0 });
    expect(cells.get("g8")).toEqual({ kind: "stripe", crowns: 1 });
  });

  it("has one fill for each kind, and ink between kinds only", () => {
    const cells = parseLand("ffl/c");
    expect([...fills(cells).keys()]).toEqual(["forest", "lake"]);
    const { shores, inner } = borders(cells);
    expect(inner.split("M").length - 1).toBe(2); // forest and lake, forest and castle
    expect(shores.split("M").length - 1).toBe(8 + 3 - 1);
  });

  it("has edges that bend alike seen from either side", () => {
    for (const square of ["g7", "a1", "m13", "c9"]) {
      expect(edge(square, "n")).toBe(edge(next(square, "n"), "s"));
      expect(edge(square, "e")).toBe(edge(next(square, "e"), "w"));
    }
  });

  it("has an outline around all squares together", () => {
    expect(outline(["g7", "h7"]).split("M").length - 1).toBe(6);
  });

  it("never shows one motif on two neighbours", () => {
    for (const square of ["g7", "f5", "h9", "e4"]) {
      for (const direction of ["n", "e"] as const) {
        expect(motifOf(square).number).not.toBe(motifOf(next(square, direction)).number);
      }
    }
  });

  it("takes an unknown letter for a land of its own", () => {
    expect(parseLand("z2c").get("f7")).toEqual({ kind: "z", crowns: 2 });
  });

  it("has halves that may become anything", () => {
    expect([halfOf(["mine", 3]), halfOf(null)]).toEqual([{ kind: "mine", crowns: 3 }, null]);
  });
});

/** A path as the list of its parts, in any order. */
const parts = (path: string): string[] => (path.match(/M[^M]*/g) ?? []).sort();

/** The symbols on each square of a picture, without textures and the castle. */
function featuresOf(picture: Element): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const use of picture.querySelectorAll("use")) {
    const [x, y, size] = ["x", "y", "width"].map((name) => Number(use.getAttribute(name))) as [number, number, number];
    const square = squareName({ column: Math.floor((x + size / 2) / UNIT), row: Math.floor(-(y + size / 2) / UNIT) });
    const symbol = use.getAttribute("href")?.replace("#cl-", "") ?? "";
    if (!symbol.endsWith("-texture") && symbol !== "castle") (found[square] ??= []).push(symbol);
  }
  return found;
}

// tests/svg/land_fixture.py writes the file and describes it; the tests of crownland.svg read it, too.
describe("Python's pictures and the page", () => {
  it.each(Object.entries(fixture.edges))("draw the edges of %s alike", (square, edges) => {
    for (const [direction, path] of Object.entries(edges)) expect(edge(square, direction as Direction)).toBe(path);
  });

  it.each(fixture.motifs)("choose the same motif for $square", ({ square, motif, mirrored, tilt }) => {
    expect(motifOf(square)).toEqual({ number: motif, turned: mirrored, tilt });
  });

  it.each(fixture.halves)("choose the same motif for half $half of domino $domino", ({ domino, half, motif, mirrored, tilt }) => {
    expect(halfMotif(domino, half)).toEqual({ number: motif, turned: mirrored, tilt });
  });

  it.each(fixture.kingdoms)("draw $land alike", (drawn) => {
    const cells = parseLand(drawn.land, drawn.set === "coat" ? COATS : TERRAINS);
    const fillsByStem = Object.fromEntries([...fills(cells)].map(([kind, path]) => [LANDS[kind]?.stem, parts(path)]));
    expect(fillsByStem).toEqual(drawn.fills);
    const { shores, inner } = borders(cells);
    expect([parts(shores), parts(inner), parts(outline(cells.keys()))]).toEqual([drawn.shores, drawn.inner, drawn.outline]);
  });

  it.each(fixture.kingdoms)("have the same symbols on the squares of $land", (drawn) => {
    const pieceOf = (name: string): Piece => [name.split(":")[0] ?? "", name.split(":")[1] ?? "", []];
    const pieces = Object.fromEntries(Object.entries<string[]>(drawn.pieces).map(([square, names]) => [square, names.map(pieceOf)]));
    const lands = catalogue({ lands: { terrain: TERRAINS, coat: COATS } });
    const tiles = drawn.tiles as unknown as Record<string, Tile>;
    const { container } = render(Land, { cells: cellsOf(kingdom(0, drawn.land, { lands: drawn.set, tiles }), lands), pieces });
    expect(featuresOf(container)).toEqual(drawn.features);
  });
});

describe("squares", () => {
  it("have names", () => {
    expect(point("g7")).toEqual({ column: 6, row: 6 });
    expect(squareName({ column: 12, row: 12 })).toBe("m13");
    expect(directionTo("g7", "g8")).toBe("n");
    expect(grown(boxOf(["g7", "h9"]), 2, boxOf(["f6", "m13"]))).toEqual({ west: 5, south: 5, east: 9, north: 10 });
  });
});
