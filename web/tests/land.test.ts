import { describe, expect, it } from "vitest";
import { COATS } from "../src/duel/coats.ts";
import { borders, edge, fills, halfOf, motifOf, outline, parseLand } from "../src/lib/land.ts";
import { boxOf, directionTo, grown, next, point, squareName } from "../src/lib/square.ts";

const EDGES_OF_G7 = [
  "M600 -700c30 -2 70 4 100 0",
  "M600 -600c30 0 70 -3 100 0",
  "M600 -700c-4 30 -2 70 0 100",
  "M700 -700c4 30 2 70 0 100",
];

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

  it("draws the same edges as Python's pictures", () => {
    // crownland.svg.land.edges(parse_square("g7"))
    expect((["n", "s", "w", "e"] as const).map((direction) => edge("g7", direction))).toEqual(EDGES_OF_G7);
  });

  it("has an outline around all squares together", () => {
    expect(outline(["g7", "h7"]).split("M").length - 1).toBe(6);
  });

  it("never shows one motif on two neighbours", () => {
    for (const square of ["g7", "f5", "h9", "e4"]) {
      for (const direction of ["n", "e"] as const) {
        expect(motifOf(square).motif).not.toBe(motifOf(next(square, direction)).motif);
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

describe("squares", () => {
  it("have names", () => {
    expect(point("g7")).toEqual({ column: 6, row: 6 });
    expect(squareName({ column: 12, row: 12 })).toBe("m13");
    expect(directionTo("g7", "g8")).toBe("n");
    expect(grown(boxOf(["g7", "h9"]), 2, boxOf(["f6", "m13"]))).toEqual({ west: 5, south: 5, east: 9, north: 10 });
  });
});
