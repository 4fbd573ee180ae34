import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { betterWay, courseOf, isMarked, percent, shadeOf, signedPercent, takenBy, wayText } from "../src/lib/judging.ts";
import { Playback } from "../src/lib/playback.svelte.ts";
import { isRecord, readRecord, textOf } from "../src/lib/records.ts";
import { ReviewRequest } from "../src/lib/reviewing.svelte.ts";
import { router } from "../src/lib/router.svelte.ts";
import { Stage } from "../src/lib/stage.svelte.ts";
import type { Event, Judged, Piece, Replay as Game, Review, Reviewing, Way } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import Replay from "../src/screens/Replay.svelte";
import ReplayRoom from "../src/screens/ReplayRoom.svelte";
import Start from "../src/screens/Start.svelte";
import { catalogue, DOMINOES, event, line, meaning, news, view } from "./positions.ts";

const THREE = DOMINOES["3"] as Piece;
const SEVENTEEN = DOMINOES["17"] as Piece;
const claim = (piece: Piece) => meaning("claim", { pieces: [piece], tray: "new-line" });

const EVENTS: Event[] = [
  event(1, "L3.17", { kind: "chance", seat: null, meaning: meaning("line", { pieces: [THREE, SEVENTEEN], tray: "new-line" }) }),
  event(2, "K3", { meaning: claim(THREE) }),
  event(3, "K17", { seat: 1, meaning: claim(SEVENTEEN) }),
  event(4, "3@g8n", { round: 2, points: 2, meaning: meaning("place", { squares: ["g8", "g9"], pieces: [THREE] }) }),
];

function game(): Game {
  const trays = [line("new-line", { "3": null, "17": null })];
  const start = view(0, { trays, actor: null });
  return {
    record: '[Game "kingdomino"]',
    game: "kingdomino",
    players: 2,
    options: {},
    names: ["Ada", "Odo"],
    kingdoms: [0, 1],
    mine: [],
    start,
    news: EVENTS.map((one) => news(one.seq, [one], { view: { seq: one.seq, actor: one.seq % 2, over: false, round: one.round } })),
    positions: ["p0", "p1", "p2", "p3", "p4"],
  };
}

const way = (token: string, mine: number, more: Partial<Way> = {}): Way => ({
  token,
  wins: [mine, 1 - mine],
  gain: 0,
  meaning: claim(token === "K3" ? THREE : SEVENTEEN),
  changes: [],
  best: null,
  ...more,
});

const judged = (seq: number, first: number, more: Partial<Judged> = {}): Judged => ({
  seq,
  round: 1,
  kingdom: 0,
  wins: [first, 1 - first],
  luck: [],
  lost: 0,
  grade: null,
  ways: [],
  reasons: [],
  right: [],
  ...more,
});

const REVIEW: Review = {
  judge: "network",
  over: false,
  start: [0.5, 0.5],
  end: [0.42, 0.58],
  loser: null,
  result: [0.42, 0.58],
  kingdoms: [
    { luck: 0.1, skill: -0.2, rest: 0, accuracy: 0.75, worst: 2, finest: 4 },
    { luck: -0.1, skill: 0.2, rest: 0, accuracy: null, worst: null, finest: null },
  ],
  moments: [
    judged(1, 0.6, { kingdom: null, luck: [0.1, -0.1] }),
    judged(2, 0.4, { lost: 0.2, grade: "blunder", ways: [way("K17", 0.6), way("K3", 0.4)], reasons: [] }),
    judged(3, 0.4, { kingdom: 1 }),
    judged(4, 0.41, { round: 2, grade: "best", ways: [way("3@g8n", 0.41), way("3@g8s", 0.3)] }),
  ],
  turning: [2],
};

let reviewing: Reviewing[];

beforeAll(() => words.speak("en"));

beforeEach(() => {
  reviewing = [{ place: 0, done: 4, of: 4, review: REVIEW }];
  router.go("/replay", "replace");
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: true })); // nothing moves
  vi.stubGlobal("ResizeObserver", class { observe(): void {} unobserve(): void {} disconnect(): void {} });
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/api/reviews") return Response.json(reviewing.length > 1 ? reviewing.shift() : reviewing[0]);
    return Response.json(path === "/api/me" ? { name: "Ada" } : path === "/api/replays" ? game() : []);
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function shown(): Promise<Playback> {
  const stage: Stage = new Stage(() => playback);
  const playback: Playback = new Playback(game(), stage);
  render(Replay, { playback, request: new ReviewRequest(playback.replay.record), stage, catalogue: catalogue() });
  await vi.waitFor(() => expect(document.querySelector("[data-graph]")).not.toBeNull());
  return playback;
}

const press = (key: string, more: KeyboardEventInit = {}): Promise<boolean> => fireEvent.keyDown(document.body, { key, ...more });

describe("a recorded game", () => {
  it("is walked through step by step, by rounds, and never beyond its ends", () => {
    const playback = new Playback(game());
    expect(playback.rounds).toEqual([{ seq: 0, round: 1, game: 1 }, { seq: 3, round: 2, game: 1 }]);
    const seen = [-1, 3, 1, 99, Number.NaN].map((to) => (playback.jump(to), playback.seq));
    expect(seen).toEqual([0, 3, 1, 4, 0]);
    playback.jump(2);
    expect((playback.stepRound(1), playback.seq)).toBe(3);
    expect((playback.stepRound(1), playback.seq)).toBe(4);
    expect((playback.stepRound(-1), playback.seq)).toBe(3);
    expect((playback.stepRound(-1), playback.seq)).toBe(0);
  });

  it("shows the kingdom that acted, or the one that somebody looks at", () => {
    const playback = new Playback(game());
    playback.jump(3);
    expect([playback.centre, playback.rulers(1)]).toEqual([1, "Odo"]);
    playback.looked = 0;
    expect(playback.centre).toBe(0);
  });

  it("plays by itself to the end, and begins again from there", () => {
    vi.useFakeTimers();
    const playback = new Playback(game());
    playback.toggle();
    vi.advanceTimersByTime(60_000);
    expect([playback.seq, playback.isPlaying]).toEqual([4, false]);
    playback.toggle();
    expect([playback.seq, playback.isPlaying]).toEqual([0, true]);
    playback.jump(1);
    vi.advanceTimersByTime(60_000);
    expect([playback.seq, playback.isPlaying]).toEqual([1, false]);
  });

  it("knows who acts next, also where chance speaks before", () => {
    const playback = new Playback(game());
    expect([playback.view.actor, playback.nextSeat]).toEqual([null, 0]);
    playback.jump(2);
    expect(playback.nextSeat).toBe(0);
  });
});

describe("a review", () => {
  it("is asked for until it is there, and says how far it is", async () => {
    vi.useFakeTimers();
    reviewing = [{ place: 2, done: 0, of: 4, review: null }, { place: 0, done: 3, of: 4, review: null }, ...reviewing];
    const request = new ReviewRequest("x");
    await vi.waitFor(() => expect(request.state?.place).toBe(2));
    await vi.advanceTimersByTimeAsync(800);
    expect([request.state?.done, request.review]).toEqual([3, null]);
    await vi.advanceTimersByTimeAsync(800);
    expect(request.at(2)?.grade).toBe("blunder");
    expect([request.at(0), request.at(5)]).toEqual([null, null]);
  });

  it("that is refused can be asked for again", async () => {
    vi.stubGlobal("fetch", async (path: string) =>
      path === "/api/me" ? Response.json({ name: "" }) : Response.json({ code: "review/full", message: "full", rule: null }, { status: 429 }),
    );
    const request = new ReviewRequest("x");
    await vi.waitFor(() => expect(request.trouble).toMatchObject({ code: "review/full" }));
  });

  it("has a course from the start to the end, and marks", () => {
    expect(courseOf(REVIEW, 0)).toEqual([0.5, 0.6, 0.4, 0.4, 0.42]);
    expect(courseOf({ ...REVIEW, loser: 1, result: [1, 0] }, 0).slice(-2)).toEqual([0.42, 1]);
    expect(REVIEW.moments.map(isMarked)).toEqual([true, true, false, false]);
    expect([percent(0.475), signedPercent(-0.2), signedPercent(0.00001)]).toEqual(["48%", "−20.0%", "0.0%"]);
  });

  it("tells what was better, where it would lie, and what it would take", () => {
    const [, blunder, , best] = REVIEW.moments as [Judged, Judged, Judged, Judged];
    const better = betterWay(blunder, EVENTS[1] as Event);
    expect(better?.token).toBe("K17");
    expect(better && [wayText(better), takenBy(better), shadeOf(better, true)]).toEqual(["claimed 17", SEVENTEEN, null]);
    expect(betterWay(best, EVENTS[3] as Event)).toBeNull();
    const placed = way("3@g8s", 0.3, { gain: 4, meaning: meaning("place", { squares: ["g8", "g7"], pieces: [THREE] }) });
    expect(shadeOf(placed, false)).toMatchObject({ squares: ["g8", "g7"], gain: 4, isFaint: false });
    expect(wayText(placed, { ...(EVENTS[3] as Event), points: 4 })).toContain("g8 g7");
  });
});

describe("the replay", () => {
  it("follows the keys, and the address follows it", async () => {
    const playback = await shown();
    const seen = [];
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"]) {
      await press(key);
      seen.push(playback.seq);
    }
    expect(seen).toEqual([1, 2, 1, 4, 0]);
    await press("ArrowRight", { shiftKey: true });
    expect(playback.seq).toBe(3);
    await vi.waitFor(() => expect(location.hash).toBe("#3"));
    router.go("/replay#2", "replace");
    await tick();
    expect(playback.seq).toBe(2);
    await press(" ");
    expect(playback.isPlaying).toBe(true);
    playback.pause();
  });

  it("shows a decision with its grade, the better way on the board, and the sums with their jumps", async () => {
    const playback = await shown();
    await fireEvent.click(screen.getByRole("button", { name: /Biggest mistake/ }));
    expect(playback.seq).toBe(2);
    const move = document.querySelector<HTMLElement>("[data-move]") as HTMLElement;
    expect(move.textContent).toContain("Blunder");
    expect(move.textContent).toContain("60% → 40%");
    expect(document.querySelector(".marked")?.getAttribute("data-piece")).toBe("domino 17");
    const better = within(move).getByRole("button", { name: /^Better/ });
    await fireEvent.click(better);
    expect(better.getAttribute("aria-pressed")).toBe("true");
    await press("ArrowRight");
    expect(document.querySelector(".marked")).toBeNull();
    expect(document.querySelector("[data-sums='0']")?.textContent).toContain("75%");
  });

  it("says who gave up, and with which chance", async () => {
    reviewing = [{ place: 0, done: 4, of: 4, review: { ...REVIEW, loser: 1, result: [1, 0] } }];
    await shown();
    expect(document.querySelector("[data-gave-up]")?.textContent).toContain("Odo gave up with a win chance of 58%");
  });

  it("tells the graph as a table, from which one can go anywhere", async () => {
    const playback = await shown();
    expect(document.querySelectorAll("[data-mark], [data-luck]")).toHaveLength(2);
    const table = screen.getByRole("table", { hidden: true });
    expect(table.querySelectorAll("tbody tr")).toHaveLength(EVENTS.length + 2);
    await fireEvent.click(within(table).getByRole("button", { name: /Odo/, hidden: true }));
    expect(playback.seq).toBe(3);
  });
});

describe("the replay of a table", () => {
  it.each(["table/unknown", "body/invalid"])("that there cannot be is nowhere (%s)", async (code) => {
    vi.stubGlobal("fetch", async () => Response.json({ code, message: "path.table: no", rule: null }, { status: 422 }));
    render(ReplayRoom, { id: "x", catalogue: catalogue() });
    await vi.waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("There is no such table"));
  });
});

describe("a record that somebody brings", () => {
  it("is told from other texts", () => {
    expect(['[Game "duel"]', "\uFEFF\n[Game \"duel\"]", "Dear Ada", ""].map(isRecord)).toEqual([true, true, false, false]);
  });

  it("is refused before it is sent when it is far too long, or holds many games", async () => {
    const record = '[Game "duel"]\n\n1. x\n';
    await expect(readRecord(record.repeat(2))).rejects.toMatchObject({ code: "record/many" });
    await expect(readRecord(record + "x".repeat(40_000))).rejects.toMatchObject({ code: "record/too-long" });
    await expect(textOf(new File([record.repeat(10_000)], "a.kdn"))).rejects.toMatchObject({ code: "record/many" });
    await expect(textOf(new File(["x".repeat(200_000)], "a.kdn"))).rejects.toMatchObject({ code: "record/too-long" });
  });

  it("opens when it is chosen on the start page", async () => {
    render(Start, { catalogue: Promise.resolve(catalogue()) });
    const input = document.querySelector<HTMLInputElement>("input[type=file]") as HTMLInputElement;
    Object.defineProperty(input, "files", { value: [new File(['[Game "kingdomino"]'], "game.kdn")] });
    await fireEvent.change(input);
    await vi.waitFor(() => expect(location.pathname).toBe("/replay"));
  });
});
