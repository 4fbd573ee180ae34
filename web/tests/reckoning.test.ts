import { describe, expect, it } from "vitest";
import { Reckoning } from "../src/lib/reckoning.ts";
import type { ScoreLine } from "../src/lib/wire.ts";
import { kingdom, view } from "./positions.ts";

const line = (reason: string, points: number, game = 1): ScoreLine => ({ reason, points, factors: [points, 1], squares: [], game, divisor: 1 });

describe("a reckoning", () => {
  const position = view(9, {
    over: true,
    kingdoms: [kingdom(0, "c", { lines: [line("wheat", 4), line("lake", 0), line("mine", 6)] }), kingdom(1)],
  });

  it("tells every line that has points, kingdom after kingdom", () => {
    const reckoning = new Reckoning(position, 1);
    expect(reckoning.length).toBe(3);
    expect(reckoning.at(0)).toMatchObject({ kingdom: 0, total: 4, now: { reason: "wheat" } });
    expect(reckoning.at(1)).toMatchObject({ kingdom: 0, total: 10, now: { reason: "mine" } });
  });

  it("shows a kingdom without points all the same", () => {
    expect(new Reckoning(position, 1).at(2)).toMatchObject({ kingdom: 1, total: 0, now: null, lines: [] });
  });

  it("tells totals as far as they were told", () => {
    const reckoning = new Reckoning(position, 1);
    expect([reckoning.total(0, 0), reckoning.total(1, 0)]).toEqual([4, null]);
    expect([reckoning.total(0, 3), reckoning.total(1, 3)]).toEqual([10, 0]);
  });

  it("tells one game of a Dynasty, with the kingdoms of that game", () => {
    const past = kingdom(0, "w/c");
    const dynasty = view(9, {
      game: 2,
      games: 3,
      past: [[past, kingdom(1)]],
      kingdoms: [kingdom(0, "c", { lines: [line("wheat", 4, 1), line("mine", 6, 2)] }), kingdom(1)],
    });
    const reckoning = new Reckoning(dynasty, 1);
    expect(reckoning.kingdoms[0]).toBe(past);
    expect(reckoning.at(0).lines.map(({ reason }) => reason)).toEqual(["wheat"]);
  });
});
