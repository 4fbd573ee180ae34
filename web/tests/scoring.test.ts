import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { freshPad, laid, type Pad } from "../src/lib/pad.ts";
import { Scoring } from "../src/lib/scoring.svelte.ts";
import type { GameInfo } from "../src/lib/wire.ts";

const GAME: GameInfo = {
  key: "solo",
  players: [1],
  options: [],
  pad: { lands: [{ key: "wheat", letter: "w", most: 1 }], sizes: [], fixed: false, fields: [], options: [], games: {} },
  rules: "",
  version: 1,
};

let asked: string[];
/** How the server answers: with points, with a status, or not at all. */
let answer: number | "status" | "offline";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  asked = [];
  answer = 1;
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    if (path !== "/api/score") return Response.json({ name: "" });
    asked.push((JSON.parse(String(body)) as { kingdoms: { land: string }[] }).kingdoms.map(({ land }) => land).join());
    if (answer === "offline") throw new TypeError("no network");
    if (answer === "status") return Response.json({ code: "score/invalid", message: "expected something else" }, { status: 422 });
    return Response.json({ kingdoms: [{ total: answer, lines: [], ties: [] }], notes: [], tie_breaks: [], standings: [] });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function opened(): Promise<Scoring> {
  const scoring = new Scoring(freshPad(GAME));
  await vi.advanceTimersByTimeAsync(0);
  return scoring;
}

function lay(scoring: Scoring, square: string): void {
  const [sheet] = scoring.pad.sheets;
  if (sheet) scoring.setSheet(0, laid(sheet, square, "w"));
}

it("quick taps are one question, and the answer belongs to the last of them", async () => {
  const scoring = await opened();
  answer = 5;
  lay(scoring, "h7");
  lay(scoring, "i7");
  expect(scoring.isCurrent).toBe(false);
  expect(scoring.scored?.kingdoms[0]?.total).toBe(1); // the old points stay until the new ones are there
  await vi.advanceTimersByTimeAsync(500);
  expect(asked).toEqual(["c", "cww"]);
  expect([scoring.isCurrent, scoring.scored?.kingdoms[0]?.total]).toEqual([true, 5]);
});

it("every tap is kept and can be undone", async () => {
  const scoring = await opened();
  lay(scoring, "h7");
  lay(scoring, "i7");
  scoring.undo();
  expect(scoring.pad.sheets[0]?.cells).toEqual({ h7: "w" });
  expect((JSON.parse(localStorage.getItem("crownland.pad") ?? "") as Pad).sheets[0]?.cells).toEqual({ h7: "w" });
  scoring.undo();
  expect([scoring.canUndo, scoring.pad.sheets[0]?.cells]).toEqual([false, {}]);
  lay(scoring, "g7"); // the castle: nothing changes, so there is nothing to undo
  expect(scoring.canUndo).toBe(false);
});

it("without a server it says so, keeps what was entered, and asks until somebody answers", async () => {
  const scoring = await opened();
  answer = "offline";
  lay(scoring, "h7");
  await vi.advanceTimersByTimeAsync(500);
  expect([scoring.isOffline, scoring.isCurrent, scoring.trouble]).toEqual([true, false, null]);
  expect((JSON.parse(localStorage.getItem("crownland.pad") ?? "") as Pad).sheets[0]?.cells).toEqual({ h7: "w" });
  answer = 3;
  await vi.advanceTimersByTimeAsync(4000);
  expect([scoring.isOffline, scoring.isCurrent, scoring.scored?.kingdoms[0]?.total]).toEqual([false, true, 3]);
});

it("what the server cannot read is told, and not asked again", async () => {
  const scoring = await opened();
  answer = "status";
  lay(scoring, "h7");
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toEqual(["c", "cw"]);
  expect(scoring.trouble).toMatchObject({ code: "score/invalid" });
});

it("a browser that keeps nothing is noticed", async () => {
  const broken = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const scoring = await opened();
  expect(scoring.isKept).toBe(false);
  broken.mockRestore();
  lay(scoring, "h7");
  expect(scoring.isKept).toBe(true);
});
