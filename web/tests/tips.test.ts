import { cleanup, createEvent, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import "../src/lib/looks.ts"; // which comes before the games that it collects
import Tip from "../src/components/Tip.svelte";
import DiceTray from "../src/duel/DiceTray.svelte";
import SpellBook from "../src/duel/SpellBook.svelte";
import { Choosing } from "../src/lib/choosing.svelte.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import type { Offer, Piece, Tray } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import BuildersBoard from "../src/queen/BuildersBoard.svelte";
import { NOBODY } from "../src/rules/picture.ts";
import { FakeSocket } from "./fakes.ts";
import { catalogue, hello, offer, slot, tray, view } from "./positions.ts";

const CHURCH: Piece = ["building", "church", []];
const BUILDINGS = { church: { copies: 1, crowns: 0, knights: 0, towers: 2, points: 3, points_per: "fixed", tax_bonus: "" } };
const SPELLS = [{ key: "split", coat: "stripe", boxes: 3, lightning: false }];
const CATALOGUE = catalogue({ components: { buildings: BUILDINGS, spells: SPELLS } });
const BOARD = tray("builders", [slot(CHURCH, null, { price: 2 })], { badges: [["dragon", null, true]] });
const BUILD = offer("build", [["B", ["g8"], 4]], { coins: -2, pieces: [CHURCH], tray: "builders", spaces: [0] });

let state: TableState | null = null;

beforeAll(async () => {
  await words.speak("en");
  words.learn({ numbers: { "queendomino.dragon.price": 1 }, texts: {} });
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
});

afterEach(() => {
  cleanup();
  state?.close();
  vi.useRealTimers();
});

/** Draw *tray* with what can be chosen. */
async function drawn(Drawing: typeof BuildersBoard, drawnTray: Tray, offers: Offer[] = []): Promise<void> {
  state = new TableState("t");
  FakeSocket.last.hear(hello(4, { view: view(4, { trays: [drawnTray] }), offers }));
  await vi.advanceTimersByTimeAsync(0);
  render(Tip);
  render(Drawing, { tray: drawnTray, people: NOBODY, catalogue: CATALOGUE, choosing: new Choosing(state), round: 1 });
}

const told = (): string | null => document.querySelector(".tip")?.textContent.replace(/\s+/g, " ").trim() ?? null;

async function rest(milliseconds: number): Promise<string | null> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await tick();
  return told();
}

/** A finger comes or goes *at* that time, whenever the page hears of it. */
async function finger(does: "pointerDown" | "pointerUp", on: Element, at: number): Promise<void> {
  const event = createEvent[does](on, { pointerType: "touch" });
  Object.defineProperty(event, "timeStamp", { value: at });
  await fireEvent(on, event);
}

describe("a thing that is asked about", () => {
  it("answers a tap that does nothing else, until one taps elsewhere", async () => {
    await drawn(BuildersBoard, BOARD);
    const church = screen.getByRole("button", { name: "church, 2 coins. 3 points, 2 towers" });
    await fireEvent.click(church);
    expect(told()).toBe("Church, 2 coins 3 points, 2 towers");
    await fireEvent.pointerDown(document.body);
    expect(told()).toBeNull();
  });

  it("answers a mouse that rests on it, and Escape ends it", async () => {
    await drawn(BuildersBoard, BOARD);
    const dragon = screen.getByRole("button", { name: /^dragon at home/ });
    await fireEvent.pointerEnter(dragon, { pointerType: "mouse" });
    expect(told()).toBeNull();
    expect(await rest(400)).toMatch(/^Dragon at home Once a round/);
    await fireEvent.keyDown(document.body, { key: "Escape" });
    expect(told()).toBeNull();
  });

  it("answers a long press without being chosen, and is chosen by a short one", async () => {
    await drawn(BuildersBoard, BOARD, [BUILD]);
    const church = screen.getByRole("button", { name: /^church/ });
    await finger("pointerDown", church, 0);
    expect(await rest(500)).toMatch(/^Church/);
    await finger("pointerUp", church, 500);
    await fireEvent.click(church);
    expect(church.getAttribute("aria-pressed")).toBe("false");
    expect(told()).toMatch(/^Church/);
    await fireEvent.pointerDown(church, { pointerType: "touch" });
    await fireEvent.pointerUp(church, { pointerType: "touch" });
    await fireEvent.click(church);
    expect(church.getAttribute("aria-pressed")).toBe("true");
    expect(await rest(1000)).toBeNull();
  });

  it("is chosen by a short press that a busy device hears of late", async () => {
    await drawn(BuildersBoard, BOARD, [BUILD]);
    const church = screen.getByRole("button", { name: /^church/ });
    await finger("pointerDown", church, 0);
    await rest(500);
    await finger("pointerUp", church, 60);
    await fireEvent.click(church);
    expect(church.getAttribute("aria-pressed")).toBe("true");
    expect(told()).toBeNull();
  });

  it("says what a row of the spell book and the face of a die are good for", async () => {
    await drawn(SpellBook, tray("spells", [slot(["spell", "split", [["stripe", 0]]], null, { filled: [1, 2], boxes: 3 })]));
    await fireEvent.click(screen.getByRole("button", { name: /^stripe → split/ }));
    expect(told()).toMatch(/draw the two dice separately/);
    cleanup();
    const faces: Piece[] = [["die", "1", [["stripe", 0]]], ["die", "2", [["dot", 2]]], ["die", "3", [null]]];
    await drawn(DiceTray, tray("dice", faces.map((face) => slot(face))));
    const texts = screen.getAllByRole("button").map((die) => die.getAttribute("aria-label"));
    expect(texts[0]).toMatch(/^die 1, stripe\. .* box for: split/);
    expect(texts[1]).toMatch(/^die 2, dot \(2 crosses\)\. .* domain/);
    expect(texts[2]).toMatch(/^die 3, any coat.*\. .* no box/);
  });
});
