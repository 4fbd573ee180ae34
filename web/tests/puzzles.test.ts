import { beforeEach, describe, expect, it } from "vitest";
import {
  afterTry,
  ANYTHING,
  keepFilter,
  keepProgress,
  keptFilter,
  keptProgress,
  kindsOf,
  matching,
  nextOf,
  NO_PROGRESS,
  solvedShare,
} from "../src/lib/puzzles.ts";
import { dayText, kindText } from "../src/lib/puzzling.ts";
import type { PuzzleInfo } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";

const PUZZLES: PuzzleInfo[] = [
  ["a", "kingdomino", 2, [], ["claim", "order"], "easy"],
  ["b", "kingdomino", 2, ["mighty-duel"], ["place"], "hard"],
  ["c", "kingdomino", 4, [], ["claim"], "hard"],
  ["d", "duel", 2, [], ["spells"], "easy"],
];

beforeEach(() => localStorage.clear());

describe("the puzzles to solve", () => {
  it("are those of a game, a theme and a difficulty", () => {
    const keys = (filter: Partial<typeof ANYTHING>): string[] => matching(PUZZLES, { ...ANYTHING, ...filter }).map(([key]) => key);
    expect(keys({})).toEqual(["a", "b", "c", "d"]);
    expect(keys({ kind: "kingdomino 2" })).toEqual(["a"]);
    expect(keys({ theme: "claim" })).toEqual(["a", "c"]);
    expect(keys({ theme: "claim", difficulty: "hard" })).toEqual(["c"]);
    expect(kindsOf(PUZZLES)).toEqual(["kingdomino 2", "kingdomino 2 mighty-duel", "kingdomino 4", "duel 2"]);
  });

  it("have names of their game, options and players", async () => {
    await words.speak("en");
    expect(kindsOf(PUZZLES).map(kindText)).toEqual(["Kingdomino", "Kingdomino · Mighty Duel", "Kingdomino · 4 players", "Duel"]);
  });

  it("have a day, whatever the address says", async () => {
    await words.speak("en");
    expect([dayText("2026-11-16"), dayText("2026-99-99")]).toEqual(["November 16", "2026-99-99"]);
  });

  it("come before those that were tried, and never twice in a row", () => {
    const progress = afterTry(afterTry(NO_PROGRESS, "a", true), "b", false);
    const next = (last: string, random: number): string | null => nextOf(PUZZLES, ANYTHING, progress, last, () => random);
    expect([next("b", 0), next("b", 0.99)]).toEqual(["c", "d"]);
    expect(nextOf(PUZZLES, { ...ANYTHING, kind: "duel 2" }, progress, "d")).toBeNull();
    const all = PUZZLES.reduce((sofar, [key]) => afterTry(sofar, key, true), NO_PROGRESS);
    expect(nextOf(PUZZLES, ANYTHING, all, "a", () => 0)).toBe("b");
  });
});

describe("what was tried", () => {
  it("counts once, and a mistake ends the streak", () => {
    let progress = afterTry(afterTry(NO_PROGRESS, "a", true), "b", true);
    expect([progress.streak, progress.best, solvedShare(progress)]).toEqual([2, 2, 1]);
    progress = afterTry(progress, "c", false);
    expect([progress.streak, progress.best, solvedShare(progress)]).toEqual([0, 2, 2 / 3]);
    expect(afterTry(progress, "c", true)).toBe(progress);
    expect(solvedShare(NO_PROGRESS)).toBeNull();
  });

  it("is kept on this device, and nonsense is not read", () => {
    const progress = afterTry(NO_PROGRESS, "a", true);
    keepProgress(progress);
    expect(keptProgress()).toEqual(progress);
    for (const nonsense of ["[]", "null", "{", '{"tried":{"a":1},"streak":-3,"best":"x"}']) {
      localStorage.setItem("crownland.puzzles", nonsense);
      expect(keptProgress()).toEqual(NO_PROGRESS);
    }
  });

  it("is filtered as last time, as long as there is such a puzzle", () => {
    keepFilter({ kind: "", theme: "spells", difficulty: "" });
    expect(keptFilter(PUZZLES).theme).toBe("spells");
    expect(keptFilter(PUZZLES.slice(0, 3))).toEqual(ANYTHING);
  });
});
