import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cellsOf, roomOf } from "../src/lib/kingdoms.ts";
import { type Box, height, width } from "../src/lib/square.ts";
import { Stage } from "../src/lib/stage.svelte.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import { look } from "../src/lib/theme.svelte.ts";
import { capital, t, words } from "../src/lib/words.svelte.ts";
import TableScreen from "../src/screens/TableScreen.svelte";
import { FakeSocket } from "./fakes.ts";
import { catalogue, claims, hello, kingdom, line, offer, view } from "./positions.ts";

beforeAll(async () => {
  await words.speak("en");
  vi.stubGlobal("ResizeObserver", class { observe(): void {} unobserve(): void {} disconnect(): void {} });
});

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
});

afterEach(cleanup);

async function claiming(more = claims("17", "22")): Promise<TableState> {
  const stage = new Stage(() => table);
  const table: TableState = new TableState("t", stage);
  FakeSocket.last.hear(hello(4, { view: view(4, { trays: [line("new-line", { "17": null, "22": null })] }), offers: more }));
  await tick();
  render(TableScreen, { table, view: table.view!, catalogue: catalogue(), stage });
  return table;
}

const button = (name: RegExp): HTMLElement => screen.getByRole("button", { name });
const bestSpot = (): Element | null => document.querySelector("[data-best]");

describe("a domino to claim", () => {
  it("shows where it would bring most when it is pointed at, and asks for that once", async () => {
    await claiming();
    await fireEvent.pointerEnter(button(/^Claim 17/));
    expect(bestSpot()).toBeNull();
    await vi.waitFor(() => expect(FakeSocket.last.sent).toMatchObject([{ type: "explain", token: "K17", seq: 4 }]));
    FakeSocket.last.hear({ type: "explained", token: "K17", gain: 0, changes: [], best: ["17@h7e", ["h7", "i7"], 6], rule: null, message: null });
    await tick();
    expect(bestSpot()?.textContent?.trim()).toBe("+6");
    expect(screen.getAllByText("Best now: +6").length).toBeGreaterThan(0);
    await fireEvent.pointerLeave(button(/^Claim 17/));
    expect(bestSpot()).toBeNull();
    await fireEvent.focus(button(/^Claim 17/));
    expect(bestSpot()?.textContent?.trim()).toBe("+6");
    expect(FakeSocket.last.sent).toHaveLength(1);
  });

  it("says that it fits nowhere now", async () => {
    await claiming();
    await fireEvent.focus(button(/^Claim 22/));
    await vi.waitFor(() => expect(FakeSocket.last.sent).toHaveLength(1));
    FakeSocket.last.hear({ type: "explained", token: "K22", gain: 0, changes: [], best: null, rule: null, message: null });
    await tick();
    expect(screen.getAllByText(capital(t("table.no-room"))).length).toBeGreaterThan(0);
    expect(bestSpot()).toBeNull();
  });

  it("has its reason beside it, where nothing else can be done", async () => {
    await claiming();
    expect(document.querySelector(".lines .here")?.textContent).toBe("Claim a domino" + "You lay it next round; low numbers act first");
    cleanup();
    await claiming([...claims("17"), offer("tax", [["T", ["h7"], 0]], { coins: 3 })]);
    expect(document.querySelector(".lines .here")).toBeNull();
  });
});

describe("the map", () => {
  /** What is shown of a kingdom for five squares, and the corners of what it may cover. */
  function shown(land: string, reach: [string, string], before: Box | null): Box {
    const one = kingdom(0, land, { reach });
    return roomOf(one, cellsOf(one, catalogue()), before);
  }

  it("keeps its scale and place while there is enough to reach", () => {
    const first = shown("c", ["c3", "k11"], null);
    expect([width(first), height(first)]).toEqual([7, 7]);
    const second = shown("cw", ["d3", "k11"], first);
    expect(second).toEqual(first);
    const third = shown("cww", ["e3", "k11"], second);
    expect([width(third), height(third), third.west]).toEqual([7, 7, second.west + 1]);
  });

  it("is larger when there is less to reach, and shows all that a domino can cover", () => {
    const fourth = shown("cwww", ["f3", "k11"], null);
    expect(fourth).toEqual({ west: 5, east: 10, south: 3, north: 9 });
    const fifth = shown("cwwww", ["g3", "k11"], fourth);
    expect([fifth.west, fifth.east]).toEqual([6, 10]);
  });

  it("has names of its squares only when they are wanted", async () => {
    look.hasCoordinates = false;
    await claiming();
    expect(document.querySelectorAll(".graticule text")).toHaveLength(0);
  });
});
