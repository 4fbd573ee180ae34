import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from "vitest";
import { api, ApiError } from "../src/lib/api.ts";
import { Choosing } from "../src/lib/choosing.svelte.ts";
import { Coach, lookKey, percent, targetsOf } from "../src/lib/coaching.svelte.ts";
import { onTableKey } from "../src/lib/keys.ts";
import { mistakesOf } from "../src/lib/mistakes.ts";
import { preferences } from "../src/lib/preferences.svelte.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import type { Coached, Graded, Judged, Offer, Replay, Review, View } from "../src/lib/wire.ts";
import { FakeSocket } from "./fakes.ts";
import { claims, DOMINOES, event, hello, line, news, offer, table, view } from "./positions.ts";

const PIECES = DOMINOES["17"] ? [DOMINOES["17"]] : [];
const PLACES = offer("place", [["A", ["h7", "i7"], 0], ["B", ["g8", "g9"], 2]], { pieces: PIECES });
const LINE = line("new-line", { "17": null, "22": null });

let state: TableState;
let ask: MockInstance<typeof api.coach>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  ask = vi.spyOn(api, "coach").mockImplementation(async (_id, seq, token) => coached(seq, token));
});

afterEach(() => {
  state.close();
  [preferences.warned, preferences.graded] = [false, false];
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** B is the best, A a mistake. */
function coached(seq: number, token: string | null | undefined = null, more: Partial<Coached> = {}): Coached {
  const graded: Record<string, Graded> = { A: [0.12, "mistake"], B: [0, "best"], K17: [0, "best"], K22: [0.02, "good"] };
  const reasons = [{ key: token ? "points.more" : "points", values: { count: 2, land: "forest", product: "1×0 → 2×1", above: 0 } }];
  const meaning = { kind: "place", step: "place", squares: ["g8", "g9"], pieces: PIECES, tray: "old-line", spaces: [], coins: 0, seats: [] };
  return { seq, token: "B", gain: 2, meaning, graded, reasons, ...more };
}

async function coachAt(offers: Offer[], isCoached = true, more: Partial<View> = {}): Promise<Coach> {
  state = new TableState("t");
  FakeSocket.last.hear(hello(4, { table: table({ coached: isCoached }), view: view(4, more), offers }));
  await vi.advanceTimersByTimeAsync(0);
  const choosing = new Choosing(state);
  const coach = new Coach(state, choosing);
  choosing.guard = (action) => coach.guard(action);
  return coach;
}

const played = (): (string | undefined)[] => FakeSocket.last.sent.filter(({ type }) => type === "act").map(({ token }) => token);

describe("hints", () => {
  it("say first what to look at, then show the action where it goes", async () => {
    const coach = await coachAt([PLACES]);
    await coach.help();
    expect(coach.hint).toMatchObject({ isMove: false, action: { token: "B" } });
    expect(coach.choosing.picked).toBeNull();
    await coach.help();
    expect(coach.hint?.isMove).toBe(true);
    expect(coach.choosing.picked?.token).toBe("B");
    expect(coach.choosing.isPinned).toBe(true);
    expect(ask).toHaveBeenCalledOnce();
    expect(played()).toEqual([]);
  });

  it("are gone when the game goes on", async () => {
    const coach = await coachAt([PLACES]);
    await coach.help();
    FakeSocket.last.hear(news(5, [event(5, "B")], { view: { seq: 5, actor: 1, over: false } }));
    await vi.advanceTimersByTimeAsync(0);
    expect(coach.hint).toBeNull();
  });

  it("are not for tables where somebody plays from elsewhere", async () => {
    const coach = await coachAt([PLACES], false);
    await coach.help();
    expect(ask).not.toHaveBeenCalled();
    expect(coach.canAsk).toBe(false);
  });

  it("say kindly that the coach is busy, and can be asked for again", async () => {
    const coach = await coachAt([PLACES]);
    ask.mockRejectedValueOnce(new ApiError("limit/coach", "busy", null, 429));
    await coach.help();
    expect(coach.trouble).toBe("limit/coach");
    expect(coach.hint).toBeNull();
    await coach.help();
    expect(coach.trouble).toBeNull();
    expect(coach.hint).not.toBeNull();
  });

  it("point at the board, at a tray, at the very spot", async () => {
    const { choosing } = await coachAt([PLACES, ...claims("17")], true, { trays: [LINE] });
    const [, place, claim] = state.actions;
    if (!place || !claim) throw new Error("no actions");
    expect(targetsOf(place, choosing, false)).toEqual([".centre .field"]);
    expect(targetsOf(place, choosing, true)).toEqual(["[data-ghost]"]);
    expect(targetsOf(claim, choosing, false)).toEqual(['[data-slot^="new-line "]']);
    expect(targetsOf(claim, choosing, true)).toEqual(['[data-slot="new-line 0"]']);
    expect([lookKey([]), lookKey(coached(4).reasons)]).toEqual(["none", "points"]);
  });

  it("come by key", async () => {
    const coach = await coachAt([PLACES]);
    const press = (key: string): void => onTableKey(new KeyboardEvent("keydown", { key }), coach.choosing, state, coach);
    press("h");
    await vi.advanceTimersByTimeAsync(0);
    expect(coach.hint?.isMove).toBe(false);
    press("Escape");
    expect(coach.hint).toBeNull();
  });
});

describe("a word before a mistake", () => {
  it("is only said if it is wanted", async () => {
    const { choosing } = await coachAt([PLACES]);
    choosing.play(state.actions[0]);
    expect(played()).toEqual(["A"]);
  });

  it("waits for think again or play it anyway", async () => {
    preferences.warned = true;
    const coach = await coachAt([PLACES]);
    coach.choosing.play(state.actions[0]);
    coach.choosing.play(state.actions[0]);
    await vi.advanceTimersByTimeAsync(0);
    expect(coach.word).toMatchObject({ lost: 0.12, grade: "mistake", better: { token: "B" }, played: { token: "A" } });
    expect(coach.word?.reasons[0]?.key).toBe("points.more");
    coach.reconsider();
    expect([coach.word, played()]).toEqual([null, []]);
    coach.choosing.play(state.actions[0]);
    await vi.advanceTimersByTimeAsync(0);
    coach.insist();
    expect(played()).toEqual(["A"]);
  });

  it("is not said about what is good", async () => {
    preferences.warned = true;
    const coach = await coachAt([PLACES]);
    coach.choosing.play(state.actions[1]);
    await vi.advanceTimersByTimeAsync(0);
    expect([coach.word, played()]).toEqual([null, ["B"]]);
  });

  it("keeps nobody waiting: a coach who is silent or fails is not heard", async () => {
    preferences.warned = true;
    const coach = await coachAt([PLACES]);
    ask.mockReturnValue(new Promise(() => {}));
    coach.choosing.play(state.actions[0]);
    await vi.advanceTimersByTimeAsync(8100);
    expect(played()).toEqual(["A"]);
  });
});

describe("grades", () => {
  async function play(coach: Coach, token: string): Promise<void> {
    coach.follow();
    FakeSocket.last.hear(news(5, [event(5, token, { meaning: coached(4).meaning })], { view: { seq: 5, actor: 1, over: false } }));
    await vi.advanceTimersByTimeAsync(0);
    coach.follow();
    await vi.advanceTimersByTimeAsync(0);
  }

  it("come after one's own actions, with the better one", async () => {
    preferences.graded = true;
    const coach = await coachAt([PLACES]);
    await play(coach, "A");
    expect(coach.grading).toMatchObject({ seq: 5, lost: 0.12, grade: "mistake", better: { token: "B" }, played: { token: "A" }, at: 0 });
    expect(ask.mock.calls).toEqual([["t", 4], ["t", 4, "A"]]);
  });

  it("are not made unless they are wanted", async () => {
    const coach = await coachAt([PLACES]);
    await play(coach, "A");
    expect([coach.grading, ask.mock.calls]).toEqual([null, []]);
  });

  it("go when the action is taken back", async () => {
    preferences.graded = true;
    const coach = await coachAt([PLACES]);
    await play(coach, "A");
    FakeSocket.last.hear(news(6, [event(6, "A", { kind: "back" })], { offers: [PLACES] }));
    await vi.advanceTimersByTimeAsync(600);
    coach.follow();
    expect(coach.grading).toBeNull();
  });

  it("say at least one hundredth", () => {
    expect([percent(0.004), percent(0.086)]).toEqual(["1 %", "9 %"]);
  });
});

describe("mistakes", () => {
  const judged = (seq: number, lost: number, kingdom: number | null = 0, grade: Judged["grade"] = "mistake"): Judged => ({
    seq, round: 1, kingdom, wins: [], luck: [], lost, grade, ways: [], reasons: [], right: ["B"],
  });
  const moments = [judged(1, 0.1), judged(2, 0.3, 1), judged(3, 0.2), judged(4, 0.02, 0, "good"), judged(5, 0, null, null)];
  const review = { moments } as Review;
  const replay = {
    mine: [0], kingdoms: [0, 1], positions: ["p0", "p1", "p2", "p3", "p4"],
    news: moments.map(({ seq }) => news(seq, [event(seq, "A")])),
  } as unknown as Replay;

  it("are one's own decisions that were not right, in the order of the game", () => {
    expect(mistakesOf(review, replay).map(({ judged: { seq }, position }) => [seq, position])).toEqual([[1, "p0"], [3, "p2"]]);
  });

  it("are everybody's where nobody is known, and never more than five", () => {
    expect(mistakesOf(review, { ...replay, mine: [] })).toHaveLength(3);
    const many = Array.from({ length: 9 }, (_, at) => judged(at + 1, at / 10));
    const long = { ...replay, positions: many.map(String), news: many.map(({ seq }) => news(seq, [event(seq, "A")])) };
    expect(mistakesOf({ ...review, moments: many }, long).map(({ judged: { seq } }) => seq)).toEqual([5, 6, 7, 8, 9]);
  });
});
