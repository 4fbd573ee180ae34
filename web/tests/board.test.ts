import { describe, expect, it } from "vitest";
import {
  type Action,
  lifted,
  marks,
  moved,
  nearestSpot,
  nextSquare,
  placedOn,
  placingOf,
  pointedAt,
  rotationOf,
  turned,
} from "../src/lib/board.ts";

/** Placements of domino 17, written as their tokens. */
function placements(...tokens: string[]): Action[] {
  const steps = { n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0] } as const;
  return tokens.map((token, gain) => {
    const [, column = "", row = "", direction = "n"] = /@([a-m])(\d+)([nesw])/.exec(token) ?? [];
    const [right, up] = steps[direction as keyof typeof steps];
    const other = String.fromCharCode(column.charCodeAt(0) + right) + (Number(row) + up);
    return { token, kind: "place", step: "place", squares: [column + row, other], pieces: [], tray: "", spaces: [], coins: 0, gain };
  });
}

const AROUND = placements("17@h7e", "17@f7w", "17@g8n", "17@g6s", "17@h7n", "17@h7s", "17@h8e");

describe("placing a domino", () => {
  it("begins without a ghost, lying", () => {
    const placing = placingOf(AROUND);
    expect(placing.spot).toBeNull();
    expect(placing.rotation).toBe("e");
  });

  it("begins upright when it fits no other way", () => {
    expect(placingOf(placements("17@g8n")).rotation).toBe("n");
  });

  it("lights up what the wished rotation can cover", () => {
    const placing = placingOf(AROUND);
    expect([...marks(placing)].sort()).toEqual(["h7", "h8", "i7", "i8"]);
    expect(marks(placing, "any").size).toBeGreaterThan(4);
  });

  it("goes to the square that is pointed at, and turns there when it is pointed at again", () => {
    let placing = pointedAt(placingOf(AROUND), "h7");
    expect(placing.spot?.token).toBe("17@h7e");
    const seen = [placing.spot?.token];
    for (let times = 0; times < 2; times++) {
      placing = pointedAt(placing, "h7");
      seen.push(placing.spot?.token);
    }
    expect(seen).toEqual(["17@h7e", "17@h7s", "17@f7w"]);
  });

  it("covers the square with its right half when only that fits", () => {
    expect(pointedAt(placingOf(AROUND), "i8").spot?.token).toBe("17@h8e");
  });

  it("stays where it is when nothing can cover the square", () => {
    const placing = pointedAt(placingOf(AROUND), "h7");
    expect(pointedAt(placing, "a1")).toBe(placing);
  });

  it("turns through every rotation that is legal anywhere, and comes round", () => {
    let placing = placedOn(placingOf(AROUND), AROUND[0] as Action);
    const seen = new Set<string>();
    for (let times = 0; times < 4; times++) {
      placing = turned(placing);
      seen.add(placing.rotation);
    }
    expect([...seen].sort()).toEqual(["e", "n", "s", "w"]);
    expect(placing.spot?.token).toBe("17@h7e");
    expect(turned(turned(placing), -1).spot?.token).toBe("17@h7e");
  });

  it("without a ghost turns the wish alone", () => {
    const placing = turned(placingOf(AROUND));
    expect(placing.spot).toBeNull();
    expect(placing.rotation).toBe("s");
  });

  it("snaps to the nearest spot, and rather to one in the wished rotation", () => {
    const placing = placingOf(AROUND);
    expect(nearestSpot(placing, 8, 6.5)?.token).toBe("17@h7e"); // the middle of h7 and i7
    expect(nearestSpot(placing, 6.5, 8.4)?.token).toBe("17@g8n"); // only that is near
    expect(nearestSpot({ ...placing, rotation: "n" }, 7.5, 7)?.token).toBe("17@h7n");
    expect(nearestSpot(placing, 1, 1)).toBeNull();
  });

  it("moves from spot to spot in its rotation with the arrows, round at the edge", () => {
    let placing = moved(placingOf(AROUND), "n");
    expect(placing.spot?.token).toBe("17@h7e");
    placing = moved(placing, "n");
    expect(placing.spot?.token).toBe("17@h8e");
    placing = moved(placing, "n");
    expect(placing.spot?.token).toBe("17@h7e");
  });

  it("can be lifted again", () => {
    expect(lifted(pointedAt(placingOf(AROUND), "h7")).spot).toBeNull();
  });

  it("reaches every placement with arrows and turns alone", () => {
    const start = moved(placingOf(AROUND), "n");
    const seen = new Set<string>();
    const open = [start];
    for (let placing = open.pop(); placing; placing = open.pop()) {
      const token = placing.spot?.token ?? "";
      if (seen.has(token)) continue;
      seen.add(token);
      open.push(turned(placing), ...(["n", "e", "s", "w"] as const).map((direction) => moved(placing, direction)));
    }
    expect([...seen].sort()).toEqual(AROUND.map((action) => action.token).sort());
  });
});

describe("single squares", () => {
  it("are visited row by row", () => {
    const squares = ["e5", "g5", "f6", "g8"];
    expect(nextSquare("e5", squares, "e")).toBe("g5");
    expect(nextSquare("g5", squares, "e")).toBe("e5");
    expect(nextSquare("e5", squares, "n")).toBe("f6");
    expect(nextSquare("g8", squares, "n")).toMatch(/5$/);
  });
});

describe("a rotation", () => {
  it("is the way from the left half to the right half", () => {
    expect(AROUND.map(rotationOf)).toEqual(["e", "w", "n", "s", "n", "s", "e"]);
  });
});
