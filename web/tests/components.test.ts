import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import axe from "axe-core";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import Notices from "../src/components/Notices.svelte";
import { Stage } from "../src/lib/stage.svelte.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import type { Hello } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import TableScreen from "../src/screens/TableScreen.svelte";
import { FakeSocket } from "./fakes.ts";
import { catalogue, claims, DOMINOES, hello, kingdom, line, offer, view } from "./positions.ts";

const CATALOGUE = catalogue();

beforeAll(async () => {
  await words.speak("en");
  vi.stubGlobal("ResizeObserver", class { observe(): void {} unobserve(): void {} disconnect(): void {} });
});

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
});

afterEach(cleanup);

/** The whole table at a position. */
async function sitDown(frame: Hello): Promise<TableState> {
  const stage = new Stage(() => state);
  const state: TableState = new TableState("t", stage);
  FakeSocket.last.hear(frame);
  await tick();
  if (state.view) render(TableScreen, { table: state, view: state.view, catalogue: CATALOGUE, stage });
  return state;
}

const LINES = { trays: [line("old-line", { "3": 0, "22": 1 }), line("new-line", { "17": null, "41": null })] };
const THREE = DOMINOES["3"] ? [DOMINOES["3"]] : [];

describe("the lines", () => {
  it("offer free dominoes by their names, and tell whose king stands on the others", async () => {
    const trays = [line("new-line", { "17": null, "22": 1 })];
    await sitDown(hello(4, { view: view(4, { trays }), offers: claims("17") }));
    const lines = screen.getByRole("region", { name: "to claim" });
    expect(within(lines).getAllByRole("listitem")[1]?.textContent).toContain("Odo's king stands on it");
    await fireEvent.click(screen.getByRole("button", { name: /^Claim 17: forest · lake \(1 crown\)/ }));
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: "act", token: "K17" });
  });
});

describe("the table", () => {
  const PLACES = [
    offer(
      "place",
      [
        ["3@h7e", ["h7", "i7"], 0],
        ["3@g8n", ["g8", "g9"], 2],
      ],
      { pieces: THREE, tray: "old-line" },
    ),
  ];

  it("is played by keys alone: arrows, R, Enter", async () => {
    await sitDown(hello(4, { view: view(4, LINES), offers: PLACES }));
    expect(screen.getByText("Place 3: forest · forest")).toBeTruthy();
    for (const key of ["ArrowUp", "r", "Enter"]) await fireEvent.keyDown(document.body, { key });
    expect(FakeSocket.last.sent.find(({ type }) => type === "act")?.token).toBe("3@g8n");
  });

  it("shows that a domino fits nowhere before it is discarded", async () => {
    await sitDown(hello(4, { view: view(4, LINES), offers: [offer("discard", [["3x", [], 0]], { pieces: THREE, tray: "old-line", step: "place" })] }));
    expect(screen.getByText(/fits nowhere/)).toBeTruthy();
    expect(FakeSocket.last.sent).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(FakeSocket.last.sent[0]?.token).toBe("3x");
  });

  it("offers taking back only when that is possible", async () => {
    const state = await sitDown(hello(4, { view: view(4, LINES), offers: PLACES, can_take_back: true }));
    await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(FakeSocket.last.sent.at(-1)?.type).toBe("back");
    state.canTakeBack = false;
    await tick();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("says every square of the kingdom in the middle", async () => {
    const kingdoms = [kingdom(0, "f1/c"), kingdom(1)];
    await sitDown(hello(4, { view: view(4, { ...LINES, kingdoms }), offers: PLACES }));
    const squares = within(screen.getByRole("list", { name: "Square by square" }));
    expect(squares.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["g8: forest (1 crown)", "g7: castle"]);
  });

  it("says that the connection is lost as long as it is", async () => {
    const state = await sitDown(hello(4, { view: view(4, LINES), offers: PLACES }));
    render(Notices, { table: state });
    expect(screen.queryByText(/Connection lost/)).toBeNull();
    FakeSocket.last.break();
    await tick();
    expect(screen.getByText(/Connection lost/)).toBeTruthy();
    state.close();
  });

  it("has nothing that axe finds", async () => {
    await sitDown(hello(4, { view: view(4, LINES), offers: PLACES }));
    const { violations } = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } }, // a browser must tell
    });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});
