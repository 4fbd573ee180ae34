import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";
import Log from "../src/components/Log.svelte";
import { dominoesIn, eventText, squaresOf, turnsOf } from "../src/lib/deeds.ts";
import { Stage } from "../src/lib/stage.svelte.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import { look } from "../src/lib/theme.svelte.ts";
import type { Event, Meaning, Piece } from "../src/lib/wire.ts";
import { t } from "../src/lib/words.svelte.ts";
import TableScreen from "../src/screens/TableScreen.svelte";
import { catalogue, DOMINOES, event, hello, kingdom, line, meaning, view } from "./positions.ts";
import { prepareTables, tableAt } from "./sitting.ts";

const THREE = DOMINOES["3"] as Piece;
const SEVENTEEN = DOMINOES["17"] as Piece;

const PLACED = event(2, "3@g9s", { seat: 1, points: 2, meaning: meaning("place", { squares: ["g9", "g8"], pieces: [THREE] }) });
const CLAIMED = event(3, "K17", { seat: 1, meaning: meaning("claim", { pieces: [SEVENTEEN], tray: "new-line" }) });
const TAXED = event(4, "Tg8", { seat: 1, meaning: meaning("tax", { squares: ["g8"], coins: 4, pieces: [["knight", "", []]] }) });
const DEALT = event(1, "L", { kind: "chance", seat: null, meaning: meaning("line", { pieces: [THREE, SEVENTEEN], tray: "new-line" }) });
const LAID = { tiles: { g9: ["3", 0] as [string, number], g8: ["3", 1] as [string, number] } };

prepareTables();
beforeEach(() => {
  look.hasCoordinates = false;
});

async function tableWith(events: Event[]): Promise<TableState> {
  const kingdoms = [kingdom(0), kingdom(1, "f/f/c", LAID)];
  return (await tableAt(hello(4, { events, view: view(4, { kingdoms, trays: [line("new-line", { "17": 1 })] }) }))).table;
}

describe("the log", () => {
  it("shows dominoes: laid with their points, taken with the king on them, dealt in a row", async () => {
    const table = await tableWith([DEALT, PLACED, CLAIMED]);
    const { container } = render(Log, { table, turns: turnsOf(table.events) });
    const [, dealt, done] = container.querySelectorAll("li");
    expect(dealt?.querySelectorAll("svg.domino")).toHaveLength(2);
    expect(done?.querySelectorAll("svg.domino")).toHaveLength(2);
    expect(done?.querySelectorAll(".tile")[1]?.querySelector(".king")).not.toBeNull();
    expect(done?.querySelector("strong")?.textContent).toBe("+2");
    expect(done?.querySelector(".unseen")?.textContent).toBe("Odo: placed 3 (+2), claimed 17");
    expect(done?.querySelector("[aria-hidden]")?.textContent).not.toContain("placed");
  });

  it("names squares only when they have names", async () => {
    const table = await tableWith([PLACED, TAXED]);
    const shown = (): string => document.querySelector(".log .deeds")?.textContent ?? "";
    render(Log, { table, turns: turnsOf(table.events) });
    expect(shown()).not.toMatch(/g[89]/);
    look.hasCoordinates = true;
    await tick();
    expect(shown()).toMatch(/g9 g8.*g8/);
  });

  it.each<[string, Partial<Meaning>, string[], string]>([
    ["tax", { squares: ["g8"], coins: 4, pieces: [["knight", "", []]] }, ["knight", "coin"], "+4"],
    ["build", { squares: ["g8"], coins: -2, pieces: [["building", "church", []]] }, ["plot", "building-church", "coin"], "−2"],
    ["dragon", { coins: -1, pieces: [["building", "church", []]] }, ["dragon-away", "plot", "building-church", "coin"], "−1"],
    ["take", { pieces: [["die", "1", [["dot", 1]]]] }, ["die", "coat-dot", "cross"], ""],
    ["draw_pair", { squares: ["g8", "g9"], pieces: [["die", "1", [["dot", 0]]], ["die", "2", [["stripe", 0]]]] }, ["coat-dot", "coat-stripe"], "+3"],
    ["castle_bonus", { pieces: [["die", "1", [["dot", 0]]]] }, ["castle", "die", "coat-dot", "cross"], ""],
    ["split", { pieces: [["spell", "split", []]] }, ["spell-split"], ""],
    ["name_wild", { pieces: [["die", "2", [null]], ["coat", "solid", [["solid", 0]]]] }, ["die", "coat-wild", "coat-solid"], ""],
  ])("draws what was done: %s", async (kind, more, symbols, text) => {
    const done = event(2, "token", { seat: 1, points: text === "+3" ? 3 : 0, meaning: meaning(kind, more) });
    const table = await tableWith([done]);
    const { container } = render(Log, { table, turns: turnsOf(table.events) });
    const deeds = container.querySelector(".deeds");
    const used = [...(deeds?.querySelectorAll("use") ?? [])].map((use) => use.getAttribute("href")?.replace("#cl-", ""));
    expect(used.filter((symbol) => !symbol?.endsWith("-texture"))).toEqual(symbols);
    expect(deeds?.textContent?.trim()).toBe(text);
    expect(container.querySelector(".unseen")?.textContent).toBe(`Odo: ${eventText(done)}`);
  });

  it("tells in words what was taken back", async () => {
    const table = await tableWith([{ ...TAXED, kind: "back" }]);
    const { container } = render(Log, { table, turns: turnsOf(table.events) });
    expect(container.querySelector(".deeds")?.textContent?.trim()).toBe(t("web.deed.back"));
  });

  it("lights up the squares of a line that is pointed at or focused, on whichever map they are", async () => {
    const table = await tableWith([PLACED, CLAIMED]);
    render(TableScreen, { table, view: table.view!, catalogue: catalogue(), stage: new Stage(() => table) });
    const lit = (): number => document.querySelectorAll('[data-board="1"] path.lit').length;
    const shown = await within(document.querySelector<HTMLElement>(".side")!).findByRole("button", { name: /placed 3/ });
    expect(lit()).toBe(0);
    await fireEvent.pointerEnter(shown);
    expect(lit()).toBe(2);
    expect(document.querySelectorAll('[data-board="0"] path.lit')).toHaveLength(0);
    await fireEvent.pointerLeave(shown);
    expect(lit()).toBe(0);
    await fireEvent.focus(shown);
    expect(lit()).toBe(2);
  });

  it("is one stop of the tab key, and arrows lead from line to line", async () => {
    const table = await tableWith([{ ...PLACED, seat: 0 }, CLAIMED]);
    render(Log, { table, turns: turnsOf(table.events), onpoint: () => undefined });
    const [first, last] = screen.getAllByRole("button");
    expect([first?.tabIndex, last?.tabIndex]).toEqual([-1, 0]);
    last?.focus();
    await fireEvent.keyDown(last!, { key: "ArrowUp" });
    expect(document.activeElement).toBe(first);
  });
});

describe("the squares of a line", () => {
  const [turn] = turnsOf([PLACED]);

  it("are those where its domino lies", () => {
    expect(squaresOf(turn!, kingdom(1, "f/f/c", LAID))).toEqual(["g9", "g8"]);
  });

  it("are none when it was taken back, or when another game has begun there", () => {
    expect(squaresOf(turn!, kingdom(1))).toEqual([]);
    expect(squaresOf(turn!, kingdom(1, "w/w/c", { tiles: { g9: ["1", 0], g8: ["1", 1] } }))).toEqual([]);
  });

  it("are those of what stands on them, or was drawn there without a domino", () => {
    const [taxed] = turnsOf([TAXED]);
    expect(squaresOf(taxed!, kingdom(1, "f/f/c", { ...LAID, pieces: { g8: [["knight", "", []]] } }))).toEqual(["g8"]);
    expect(squaresOf(taxed!, kingdom(1, "f/f/c", LAID))).toEqual([]);
    expect(squaresOf(taxed!, kingdom(1, "f/f/c"))).toEqual(["g8"]);
  });
});

describe("what is told in words", () => {
  it("is whatever was not done with dominoes", () => {
    expect([PLACED, CLAIMED, TAXED, DEALT].map((one) => dominoesIn(one)?.how)).toEqual(["laid", "taken", undefined, "dealt"]);
    expect(dominoesIn({ ...CLAIMED, meaning: meaning("discard", { pieces: [THREE] }) })?.how).toBe("gone");
    expect(dominoesIn({ ...PLACED, kind: "back" })).toBeNull();
    expect(eventText({ ...PLACED, kind: "back" })).toBe(t("web.deed.back"));
  });
});
