import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Choosing } from "../src/lib/choosing.svelte.ts";
import { neededTray, nowOf, type Status, statusOf } from "../src/lib/steps.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import type { Offer, Piece, Step, View } from "../src/lib/wire.ts";
import { FakeSocket } from "./fakes.ts";
import { claims, DOMINOES, hello, line, offer, slot, tray, view } from "./positions.ts";

let state: TableState;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
});

afterEach(() => {
  state.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function choosingAt(offers: Offer[], more: Partial<View> = {}): Promise<Choosing> {
  state = new TableState("t");
  FakeSocket.last.hear(hello(4, { view: view(4, more), offers }));
  await vi.advanceTimersByTimeAsync(0);
  return new Choosing(state);
}

/** What was sent to be played. */
const played = (): (string | undefined)[] => FakeSocket.last.sent.filter(({ type }) => type === "act").map(({ token }) => token);

const CHURCH: Piece = ["building", "church", []];
const STATUE: Piece = ["building", "statue", []];
const BOARD = tray("builders", [slot(CHURCH, null, { price: 0 }), slot(STATUE, null, { price: 1 })]);
const LINE = line("new-line", { "17": null, "22": 1 });

function tile(kind: string, space: number, ...squares: string[]): Offer {
  const pieces = [space ? STATUE : CHURCH];
  const choices = squares.map((square): [string, string[], number] => [`${kind}${space}${square}`, [square], 1]);
  return offer(kind, choices.length ? choices : [[`${kind}${space}`, [], 0]], { tray: "builders", spaces: [space], pieces });
}

const COURT = [
  offer("tax", [["T", ["h7"], 0]], { coins: 3 }),
  offer("tax", [["U", ["c3"], 0]], { coins: 1 }),
  tile("build", 0, "g8", "g9"),
  tile("build", 1, "g8", "g9"),
  tile("dragon", 0),
  ...claims("17"),
];

describe("choosing by shape", () => {
  it("aims two squares at the board", async () => {
    const choosing = await choosingAt([offer("anything", [["A", ["h7", "i7"], 0], ["B", ["g8", "g9"], 2]], { pieces: DOMINOES["17"] ? [DOMINOES["17"]] : [] })]);
    expect(choosing.placing?.actions).toHaveLength(2);
    expect(choosing.halves?.map(({ kind }) => kind)).toEqual(["forest", "lake"]);
    choosing.click({ x: 6.5, y: 7.5 });
    expect(played()).toEqual(["B"]);
  });

  it("lays one half of each of two pieces", async () => {
    const pieces: Piece[] = [["die", "1", [["dot", 0]]], ["die", "4", [null, ["stripe", 1]]]];
    const choosing = await choosingAt([offer("draw_pair", [["A", ["h7", "i7"], 0]], { pieces })]);
    expect(choosing.halves).toEqual([
      { kind: "dot", crowns: 0 },
      { kind: "stripe", crowns: 1 },
    ]);
  });

  it("takes the halves of the view where an action names no pieces", async () => {
    const choosing = await choosingAt([offer("lay", [["A", ["h7", "i7"], 0]])], { hand: [["mine", 1], ["wheat", 0]] });
    expect(choosing.halves?.map(({ kind }) => kind)).toEqual(["mine", "wheat"]);
  });

  it("points at one square, whatever it brings", async () => {
    const choosing = await choosingAt(COURT, { trays: [LINE, BOARD] });
    expect([...choosing.squares.keys()]).toEqual(["h7", "c3"]);
    choosing.tap({ x: 7.5, y: 6.5 });
    expect(played()).toEqual(["T"]);
  });

  it("picks a piece that nobody owns in its tray", async () => {
    const choosing = await choosingAt(COURT, { trays: [LINE, BOARD] });
    expect(LINE.slots.map((_, space) => choosing.at(LINE, space).length)).toEqual([1, 0]);
    choosing.press(LINE, 0);
    expect(played()).toEqual(["K17"]);
  });

  it("holds a space whose action needs a square, and lets it go again", async () => {
    const choosing = await choosingAt(COURT, { trays: [LINE, BOARD] });
    choosing.press(BOARD, 1);
    expect([choosing.isHeld(BOARD, 0), choosing.isHeld(BOARD, 1)]).toEqual([false, true]);
    expect([...choosing.squares.values()].map(({ token }) => token)).toEqual(["build1g8", "build1g9"]);
    choosing.press(BOARD, 1);
    expect(choosing.held).toBeNull();
    choosing.press(BOARD, 0);
    choosing.arrow("n");
    choosing.confirm();
    expect(played()).toEqual(["build0g8"]);
  });

  it("offers what must be called only after its step was called", async () => {
    const choosing = await choosingAt(COURT, { trays: [LINE, BOARD] });
    expect(choosing.at(BOARD, 0).map(({ kind }) => kind)).toEqual(["build", "build"]);
    choosing.call("dragon");
    expect(choosing.at(BOARD, 1)).toEqual([]);
    choosing.press(BOARD, 0);
    expect(played()).toEqual(["dragon0"]);
    choosing.call("dragon");
    expect(choosing.called).toBeNull();
  });

  it("needs no picking for what is in hand already", async () => {
    const dice = tray("dice", [slot(["die", "1", []], 1), slot(["die", "2", []], 0), slot(["die", "3", []], 0)]);
    const draw = (space: number, square: string): Offer => offer("draw_die", [[`${space}@${square}`, [square], 0]], { tray: "dice", spaces: [space] });
    const choosing = await choosingAt([draw(1, "h7"), draw(2, "g8")], { trays: [dice] });
    expect(choosing.held).toEqual({ tray: "dice", space: 1 });
    expect([...choosing.squares.keys()]).toEqual(["h7"]);
    choosing.press(dice, 2);
    expect([...choosing.squares.keys()]).toEqual(["g8"]);
    choosing.letGo();
    expect([...choosing.squares.keys()]).toEqual(["h7"]);
  });

  describe("of several spaces", () => {
    const dice = tray("dice", [slot(["die", "1", []]), slot(["die", "2", []]), slot(["die", "3", []])]);
    const take = (...spaces: number[]): Offer => offer("take", [[`T${spaces.join("")}`, [], 0]], { tray: "dice", spaces });

    it("picks them one after the other when there is no other way", async () => {
      const choosing = await choosingAt([take(0, 1), take(0, 2)], { trays: [dice] });
      expect(choosing.isPickingMany).toBe(true);
      choosing.press(dice, 1);
      expect(dice.slots.map((_, space) => choosing.at(dice, space).length)).toEqual([1, 1, 0]);
      choosing.press(dice, 0);
      expect(played()).toEqual(["T01"]);
    });

    it("picks one at once unless several are wanted", async () => {
      const choosing = await choosingAt([take(0), take(1), take(0, 1)], { trays: [dice] });
      expect(choosing.isPickingMany).toBe(false);
      choosing.pickMany();
      choosing.press(dice, 0);
      choosing.press(dice, 0);
      expect([choosing.isHeld(dice, 0), played()]).toEqual([false, []]);
      choosing.pickMany();
      choosing.press(dice, 1);
      expect(played()).toEqual(["T1"]);
    });
  });

  it("asks why nothing fits where somebody clicks, and plays nothing", async () => {
    const choosing = await choosingAt([offer("place", [["A", ["h7", "i7"], 0]])]);
    choosing.click({ x: 2.5, y: 2.5 });
    choosing.tap({ x: 3.5, y: 2.5 });
    expect(FakeSocket.last.sent).toEqual([
      { type: "explain", kind: "place", squares: ["c3", "d3"], seq: 4 },
      { type: "explain", kind: "place", squares: ["d3", "e3"], seq: 4 },
    ]);
    choosing.click({ x: 12.5, y: 2.5 });
    expect(FakeSocket.last.sent).toHaveLength(2);
  });
});

describe("an action of an unknown kind", () => {
  it("is a button when it has neither squares nor a place in a tray", async () => {
    const choosing = await choosingAt([offer("dance", [["D1", [], 0]], { pieces: [["dancer", "a", []]] }), offer("sing", [["S", [], 0]], { spaces: [2] })]);
    expect(choosing.buttons.map(({ token }) => token)).toEqual(["D1", "S"]);
    expect(choosing.main).toBeNull();
  });

  it("is the main button when it is the only one, or the only one about nothing", async () => {
    const only = await choosingAt([offer("dance", [["D", [], 0]], { pieces: [["dancer", "a", []]] })]);
    expect([only.main?.token, only.buttons]).toEqual(["D", []]);
    state.close();
    const passing = await choosingAt([offer("dance", [["D", [], 0]], { pieces: [["dancer", "a", []]] }), offer("pass", [["P", [], 0]])]);
    expect([passing.main?.token, passing.buttons.map(({ token }) => token)]).toEqual(["P", ["D"]]);
    passing.confirm();
    expect(played()).toEqual(["P"]);
  });

  it("may leave a choice of what is aimed at the board", async () => {
    const choosing = await choosingAt([
      offer("dance", [["A", ["h7"], 0]], { pieces: [["dancer", "a", []]] }),
      offer("dance", [["B", ["h7"], 0]], { pieces: [["dancer", "b", []]] }),
    ]);
    expect(choosing.aims.map(([action]) => action?.token)).toEqual(["A", "B"]);
    expect(choosing.squares.get("h7")?.token).toBe("A");
    choosing.aim = 1;
    expect(choosing.squares.get("h7")?.token).toBe("B");
  });

  it("shares a space with another one: both are reached", async () => {
    const shelf = tray("shelf", [slot(["jewel", "ruby", []])]);
    const here = { tray: "shelf", spaces: [0] };
    const choosing = await choosingAt([offer("wear", [["W", [], 0]], here), offer("set", [["S", ["h7"], 0]], here)], { trays: [shelf] });
    choosing.press(shelf, 0);
    expect([...choosing.squares.values(), ...choosing.buttons].map(({ token }) => token)).toEqual(["S", "W"]);
  });
});

describe("the steps of a turn", () => {
  const STEPS: Step[] = [["place", true], ["tax", false], ["build", false], ["dragon", false], ["claim", false]];
  const statuses = (choosing: Choosing, steps = STEPS): Status[] => steps.map((step) => statusOf(step, steps, nowOf(steps, choosing), choosing));

  it("are open, done or shut by what is offered", async () => {
    const choosing = await choosingAt(COURT, { trays: [LINE, BOARD] });
    expect(statuses(choosing)).toEqual(["done", "now", "open", "open", "open"]);
    choosing.press(BOARD, 0);
    expect(statuses(choosing)).toEqual(["done", "open", "now", "open", "open"]);
    choosing.call("dragon");
    expect(statuses(choosing)).toEqual(["done", "open", "open", "now", "open"]);
  });

  it("are shut when they were left out", async () => {
    const choosing = await choosingAt(claims("17"), { trays: [LINE] });
    expect(statuses(choosing)).toEqual(["done", "shut", "shut", "shut", "now"]);
  });

  it("are done when they were done, and the next possible one is where one is", async () => {
    const afterTheLastKnight = COURT.filter(({ kind }) => kind !== "tax");
    const choosing = await choosingAt(afterTheLastKnight, { trays: [LINE, BOARD] });
    const steps: Step[] = STEPS.map(([step]) => [step, step === "place" || step === "tax"]);
    expect(statuses(choosing, steps)).toEqual(["done", "done", "now", "open", "open"]);
    choosing.turnedTo = "claim";
    expect(statuses(choosing, steps)).toEqual(["done", "done", "open", "open", "now"]);
  });

  it("need their trays, one after the other", async () => {
    const trays = [LINE, BOARD];
    const needed = (choosing: Choosing): string | undefined => neededTray({ trays, steps: STEPS }, choosing);
    const choosing = await choosingAt(COURT, { trays });
    expect(needed(choosing)).toBe(BOARD.key); // taxes need none
    choosing.turnedTo = "claim";
    expect(needed(choosing)).toBe(LINE.key);
    choosing.call("dragon");
    expect(needed(choosing)).toBe(BOARD.key);
    expect(needed((state.close(), await choosingAt(claims("17"), { trays })))).toBe(LINE.key);
    expect(needed((state.close(), await choosingAt([], { trays })))).toBe(LINE.key);
  });

  it("need no tray for the dragon until it is called", async () => {
    const trays = [LINE, BOARD];
    const late = COURT.filter(({ kind }) => kind === "dragon" || kind === "claim");
    const choosing = await choosingAt(late, { trays });
    expect(neededTray({ trays, steps: STEPS }, choosing)).toBe(LINE.key);
    choosing.call("dragon");
    expect(neededTray({ trays, steps: STEPS }, choosing)).toBe(BOARD.key);
  });

  it("are still to come after the only possible one", async () => {
    const choosing = await choosingAt([offer("place", [["A", ["h7", "i7"], 0]])]);
    expect(statuses(choosing, [["place", false], ["tax", false], ["claim", false]])).toEqual(["now", "open", "open"]);
  });
});
