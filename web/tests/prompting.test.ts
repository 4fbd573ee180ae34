import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Choosing } from "../src/lib/choosing.svelte.ts";
import { gainText, pickText, promptText } from "../src/lib/prompting.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import type { Hello, Offer, Piece, Step, View } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import { FakeSocket } from "./fakes.ts";
import { catalogue, claims, DOMINOES, hello, line, offer, slot, table, tray, view } from "./positions.ts";

let state: TableState;

beforeAll(() => words.speak("en"));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
});

afterEach(() => {
  state.close();
  words.learn({ numbers: {}, texts: {} });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function at(offers: Offer[], more: Partial<View> = {}, frame: Partial<Hello> = {}): Promise<Choosing> {
  state = new TableState("t");
  FakeSocket.last.hear(hello(4, { view: view(4, more), offers, ...frame }));
  await vi.advanceTimersByTimeAsync(0);
  return new Choosing(state);
}

async function prompt(offers: Offer[], more: Partial<View> = {}, frame: Partial<Hello> = {}): Promise<string> {
  const choosing = await at(offers, more, frame);
  return promptText(state, choosing);
}

const CHURCH: Piece = ["building", "church", []];
const BOARD = tray("builders", [slot(CHURCH, null, { price: 2 })]);
const BUILDINGS = { church: { copies: 1, crowns: 0, knights: 0, towers: 2, points: 3, points_per: "fixed", tax_bonus: "", instant_evidence: "" } };
const TAX = offer("tax", [["T", ["h8"], 0]], { coins: 5, pieces: [["knight", "", []]] });
const BUILD = offer("build", [["B", ["g8"], 4]], { coins: -2, pieces: [CHURCH], tray: "builders", spaces: [0] });
const BURN = offer("dragon", [["D", [], 0]], { coins: -1, pieces: [CHURCH], tray: "builders", spaces: [0] });
const STEPS: Step[] = ["place", "tax", "build", "dragon", "claim"].map((step) => [step, false]);
const SEVENTEEN = { pieces: [DOMINOES["17"] as Piece] };

describe("the prompt", () => {
  it("names the one thing to do", async () => {
    expect(await prompt([offer("place", [["P", ["g8", "g9"], 0]], SEVENTEEN)])).toBe("Place 17: forest · lake (1 crown)");
    state.close();
    expect(await prompt([offer("discard", [["X", [], 0]], { ...SEVENTEEN, step: "place" })])).toBe("17: forest · lake (1 crown) fits nowhere and is discarded (C7)");
  });

  it("lists several things in the order of the steps", async () => {
    const offers = [...claims("17"), BURN, BUILD, TAX];
    expect(await prompt(offers, { steps: STEPS, trays: [BOARD, line("new-line", { "17": null })] })).toBe(
      "Collect taxes with a knight, build, bribe the dragon, or claim a domino",
    );
  });

  it("says what to do with a piece that was picked, and in a step that was called", async () => {
    const choosing = await at([BUILD, BURN, TAX], { steps: STEPS, trays: [BOARD] });
    choosing.press(BOARD, 0);
    expect(promptText(state, choosing)).toBe("Choose a town square for: church");
    choosing.call("dragon");
    expect(promptText(state, choosing)).toMatch(/^Choose a building for the dragon to burn/);
  });

  it("says that several dice are taken", async () => {
    const dice = tray("dice", [slot(["die", "1", []]), slot(["die", "2", []])]);
    const take = (...spaces: number[]): Offer => offer("take", [[`T${spaces.join("")}`, [], 0]], { tray: "dice", spaces });
    const choosing = await at([take(0), take(1), take(0, 1)], { trays: [dice] });
    expect(promptText(state, choosing)).toBe("Take a die");
    choosing.pickMany();
    expect(promptText(state, choosing)).toBe("Take two dice");
  });

  it("says which coat is drawn when the dice are drawn one by one", async () => {
    const die: Piece = ["die", "1", [["dot", 1]]];
    const dice = tray("dice", [slot(die, 0)]);
    const draw = offer("draw_die", [["D", ["g8"], 1]], { tray: "dice", spaces: [0], pieces: [die] });
    expect(await prompt([draw, offer("turn_die", [["T", [], 0]])], { trays: [dice] })).toBe("Draw dot (1 cross)");
  });

  it("mentions spells once", async () => {
    expect(await prompt([offer("free_placement", [["F", [], 0]]), offer("split", [["S", [], 0]])])).toBe("Cast a spell");
  });

  it("has a sentence for kinds without texts, and uses those that a game brings", async () => {
    const offers = [offer("dance", [["D", ["g8"], 0]]), offer("sing", [["S", [], 0]])];
    expect(await prompt(offers)).toBe("Choose an action");
    words.learn({ numbers: {}, texts: { en: { "web.prompt.dance": "dance", "table.key.sing": "sing" } } });
    state.close();
    expect(await prompt(offers)).toBe("Dance or sing");
  });

  it("says who is to act for, who is waited for, and what is over", async () => {
    const seats = table().seats.map((seat) => ({ ...seat, mine: true }));
    expect(await prompt([TAX], {}, { table: table({ seats }) })).toBe("Ada: Collect taxes with a knight");
    state.close();
    expect(await prompt([], { actor: 1 })).toBe("Waiting for Odo");
    state.close();
    expect(await prompt([], { actor: null })).toBe("Dealing the next line");
    state.close();
    expect(await prompt([], { over: true })).toBe("The game is over");
  });
});

describe("what an action brings", () => {
  it("is said on its square", async () => {
    const [tax, build] = (await at([TAX, BUILD])).table.actions;
    expect(tax && pickText(tax)).toBe("Collect taxes with a knight on h8: +5 coins");
    expect(build && pickText(build)).toBe("Build church on g8 for 2: +4");
    const [dance] = (state.close(), (await at([offer("dance", [["D", ["g8"], 1]])])).table.actions);
    expect(dance && pickText(dance)).toBe("g8: D: +1");
  });

  it("is said of the piece that is picked, and then of the square", async () => {
    const choosing = await at([BUILD], { trays: [BOARD] });
    const known = catalogue({ components: { buildings: BUILDINGS } });
    choosing.press(BOARD, 0);
    expect(gainText(state, choosing, known)).toBe("2 coins · 3 points, 2 towers");
    choosing.arrow("n");
    expect(gainText(state, choosing, known)).toBe("+4");
    const after = { reason: "forest", points: 12, factors: [4, 3], squares: [], game: 1, divisor: 1 };
    FakeSocket.last.hear({ type: "explained", token: "B", gain: 4, changes: [{ after, before: [{ ...after, factors: [3, 2] }] }], rule: null, message: null });
    expect(gainText(state, choosing, known)).toBe("+4 · forest 3×2 → 4×3");
  });
});
