import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  CASTLE_BRUSH,
  crownedWith,
  ERASER,
  fittedPad,
  forget,
  freshPad,
  gridBox,
  isBeyond,
  isBlank,
  keepPad,
  keptPad,
  laid,
  onGrid,
  type Pad,
  padCells,
  playedGames,
  questionOf,
  remember,
  rowsOf,
  type Sheet,
  tapped,
  usedNames,
  withValue,
} from "../src/lib/pad.ts";
import { noteText, rulers, shareText, sheetNames, whyText } from "../src/lib/padtexts.ts";
import { height, width } from "../src/lib/square.ts";
import type { GameInfo, PadInfo, Scored } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import { catalogue } from "./positions.ts";

const INFO: PadInfo = {
  lands: [
    { key: "wheat", letter: "w", most: 1 },
    { key: "mine", letter: "m", most: 3 },
  ],
  sizes: [
    { players: 4, options: { bonds: "true" }, columns: 7, rows: 7 },
    { players: 4, options: {}, columns: 5, rows: 5 },
  ],
  fixed: false,
  fields: [{ key: "coins", kind: "number", picture: "coin", choices: {}, most: null }],
  options: ["bonds", "series"],
  games: { series: 3 },
};
const flag = (key: string, partners: Record<string, number[]> = {}) => ({ key, is_flag: true, values: { "4": ["false", "true"] }, partners });
const GAME: GameInfo = {
  key: "pairs",
  players: [4],
  options: [flag("bonds", { "4": [0, 0, 1, 1] }), flag("series"), flag("weather")],
  pad: INFO,
  rules: "P",
  version: 1,
};
const BLANK: Sheet = { castle: "g7", cells: {}, values: {} };
const KNOWN = catalogue({ games: [GAME] });

function filled(change: Partial<Pad> = {}): Pad {
  const pad = freshPad(GAME, { ...freshPad(GAME), names: ["Ada", "Ben", "", "Dora"] });
  return fittedPad({ ...pad, ...change }, GAME);
}

beforeAll(() => words.speak("en"));
beforeEach(() => localStorage.clear());

describe("a tap", () => {
  it("lays, then adds crowns up to what the box has, then none", () => {
    let sheet = BLANK;
    const seen = Array.from({ length: 5 }, () => (sheet = tapped(sheet, "h7", "m", INFO)).cells["h7"]);
    expect(seen).toEqual(["m", "m1", "m2", "m3", "m"]);
    expect(tapped(tapped(tapped(BLANK, "h7", "w", INFO), "h7", "w", INFO), "h7", "w", INFO).cells["h7"]).toBe("w");
  });

  it("with another land puts that in its place, without crowns", () => {
    expect(tapped(crownedWith(laid(BLANK, "h7", "m"), "h7", 3), "h7", "w", INFO).cells).toEqual({ h7: "w" });
  });

  it("erases, and moves the castle onto what lay there", () => {
    const sheet = laid(laid(BLANK, "h7", "w"), "i7", "m");
    expect(tapped(sheet, "h7", ERASER, INFO).cells).toEqual({ i7: "m" });
    expect(tapped(sheet, "h7", CASTLE_BRUSH, INFO)).toMatchObject({ castle: "h7", cells: { i7: "m" } });
    expect(tapped(sheet, "g7", "w", INFO)).toBe(sheet); // the castle stays
  });

  it("lays nothing that is too far from the castle to be written down", () => {
    const corner = { ...BLANK, castle: "c3" };
    expect(laid(corner, "j3", "w")).toBe(corner);
    expect(laid(corner, "i9", "w").cells).toEqual({ i9: "w" });
    expect(laid(laid(BLANK, "l7", "w"), "c7", CASTLE_BRUSH).castle).toBe("g7");
  });
});

it("a stroke leaves the crowns of the same land as they are", () => {
  const sheet = crownedWith(laid(BLANK, "h7", "m"), "h7", 2);
  expect(laid(sheet, "h7", "m")).toBe(sheet);
});

it("a kingdom is written in rows around its castle, and answers are found on the grid again", () => {
  let sheet: Sheet = { ...BLANK, castle: "e5" };
  for (const square of ["f5", "e6", "e7"]) sheet = laid(sheet, square, "w");
  sheet = crownedWith(sheet, "e7", 1);
  expect(rowsOf(sheet)).toBe("w1/w/cw");
  expect(rowsOf(BLANK)).toBe("c");
  expect(onGrid("h7", sheet)).toBe("f5");
  expect([...padCells(sheet, INFO)]).toContainEqual(["e7", { kind: "wheat", crowns: 1 }]);
  expect(padCells(sheet, INFO).get("e5")).toBe("castle");
});

describe("the pad of a game", () => {
  it("has the options that change a score, and a sheet for each kingdom of each game", () => {
    expect(filled().options).toEqual({ bonds: "false", series: "false" });
    expect(filled().sheets).toHaveLength(4);
    const teams = filled({ options: { bonds: "true", series: "true" } });
    expect(teams.sheets).toHaveLength(6);
    expect(rulers(teams, GAME)).toEqual(["Ada & Ben", "Player 3 & Dora"]);
    expect(sheetNames(teams, GAME).slice(1, 3)).toEqual(["Player 3 & Dora 1", "Ada & Ben 2"]);
  });

  it("is as large as the options say, and larger on demand", () => {
    const size = (pad: Pad, more = 0): number[] => [width(gridBox(INFO, pad, more)), height(gridBox(INFO, pad, more))];
    expect(size(filled())).toEqual([5, 5]);
    expect(size(filled({ options: { bonds: "true" } }))).toEqual([7, 7]);
    expect(size(filled(), 1)).toEqual([7, 7]);
    expect(isBeyond(laid(BLANK, "j7", "w"), gridBox(INFO, filled()))).toBe(true);
    expect(isBeyond(laid(BLANK, "i7", "w"), gridBox(INFO, filled()))).toBe(false);
  });

  it("asks with all kingdoms and only with what is filled in", () => {
    const pad = filled();
    const sheet = withValue(withValue(laid(BLANK, "h7", "w"), "coins", 5), "queen", false);
    expect(questionOf({ ...pad, sheets: [sheet, ...pad.sheets.slice(1)] }).kingdoms.slice(0, 2)).toEqual([
      { land: "cw", values: { coins: 5 } },
      { land: "c", values: {} },
    ]);
    expect(withValue(sheet, "coins", 0).values).toEqual({});
  });
});

describe("what is kept", () => {
  it("is the half-filled pad, unless it is broken or its game is gone", () => {
    const pad = { ...filled(), sheets: [laid(BLANK, "h7", "w"), BLANK, BLANK, BLANK] };
    keepPad(pad);
    expect(keptPad(KNOWN)).toEqual(pad);
    expect(isBlank(pad)).toBe(false);
    expect(keptPad(catalogue({ games: [] }))).toBeNull();
    localStorage.setItem("crownland.pad", '{"game":"pairs","names":[],"sheets":[null]}');
    expect(keptPad(KNOWN)).toBeNull();
    localStorage.setItem("crownland.pad", "{");
    expect(keptPad(KNOWN)).toBeNull();
  });

  it("are the games that were scored, the latest first, each once", () => {
    const played = (begun: string, names: string[]) => ({ ...filled({ names }), begun, standings: [{ kingdom: 0, rank: 1, total: 9, decided_by: null }] });
    remember(played("2026-01-01T10:00:00Z", ["Ada", "Ben"]));
    remember(played("2026-02-01T10:00:00Z", ["Clio", " Ben "]));
    remember(played("2026-01-01T10:00:00Z", ["Ada", "Emil"]));
    expect(playedGames().map(({ begun }) => begun.slice(5, 7))).toEqual(["02", "01"]);
    expect(usedNames(playedGames())).toEqual(["Clio", "Ben", "Ada", "Emil"]);
    forget("2026-02-01T10:00:00Z");
    expect(playedGames()).toHaveLength(1);
    localStorage.setItem("crownland.pad-games", '"no list"');
    expect(playedGames()).toEqual([]);
  });
});

describe("what is told", () => {
  const kingdom = (total: number, ties: number[]) => ({ total, ties, lines: [] });
  const SCORED: Scored = {
    kingdoms: [kingdom(20, [5, 3]), kingdom(20, [7, 2]), kingdom(9, [1, 0]), kingdom(9, [1, 0])],
    notes: [],
    tie_breaks: ["largest-property", "most-crowns"],
    standings: [
      { kingdom: 1, rank: 1, total: 20, decided_by: null },
      { kingdom: 0, rank: 2, total: 20, decided_by: "largest-property" },
      { kingdom: 2, rank: 3, total: 9, decided_by: "total" },
      { kingdom: 3, rank: 3, total: 9, decided_by: "shared" },
    ],
  };

  it("says by what a tie was broken", () => {
    const why = SCORED.standings.map((one, at) => whyText(one, SCORED.standings[at - 1], SCORED));
    expect(why).toEqual(["", "on largest property: 7 to 5", "", "tied"]);
  });

  it("is a message of a few lines", () => {
    const pad = { ...filled(), begun: "2026-11-16T12:00:00Z" };
    expect(shareText(pad, GAME, SCORED).split("\n")).toEqual([
      "pairs · November 16, 2026",
      "1. Ben 20",
      "2. Ada 20 (on largest property: 7 to 5)",
      "3. Player 3 9",
      "3. Dora 9 (tied)",
      "Crownland",
    ]);
  });

  it("names what cannot be", () => {
    const note = (key: string, values: Record<string, number | string>) => noteText({ key, rule: "C2", values, kingdoms: [0], squares: [[]] });
    expect(note("crowns", { land: "mine", count: 2, most: 1, crowns: 3 })).toBe("Mine: 2 squares with 3 crowns or more; the box has 1");
    expect(note("supply", { field: "towers", count: 16, most: 15 })).toBe("Towers: 16 in all; a game has 15");
    expect(note("supply", { piece: "building.church", count: 3, most: 2 })).toBe("Church: 3 in all; a game has 2");
    expect(note("sandstorm", {})).toBe("sandstorm");
  });
});
