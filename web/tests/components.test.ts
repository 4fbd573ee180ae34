import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import axe from "axe-core";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import Line from "../src/components/Line.svelte";
import Notices from "../src/components/Notices.svelte";
import { actionOf } from "../src/lib/board.ts";
import { Stage } from "../src/lib/stage.svelte.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import type { Catalogue, Choice, Hello } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import TableScreen from "../src/screens/TableScreen.svelte";
import { FakeSocket } from "./fakes.ts";
import { hello, kingdom, view } from "./positions.ts";

const CATALOGUE: Catalogue = {
  games: [],
  bots: [],
  dominoes: { "3": ["f0", "f0"], "17": ["f0", "l1"], "22": ["w1", "s0"], "41": ["m2", "w0"] },
  buildings: {},
  spells: [],
  dice: [],
  numbers: {},
  texts: {},
  nearby: null,
  version: "1",
};

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
  const stage = new Stage(CATALOGUE, () => state);
  const state: TableState = new TableState("t", stage);
  FakeSocket.last.hear(frame);
  await tick();
  if (state.view) render(TableScreen, { table: state, view: state.view, catalogue: CATALOGUE, stage });
  return state;
}

const LINES = {
  old: [
    { domino: "3", king: 0, laid: false },
    { domino: "22", king: 1, laid: false },
  ],
  new: [
    { domino: "17", king: null, laid: false },
    { domino: "41", king: null, laid: false },
  ],
};

describe("a line", () => {
  it("offers free dominoes by their names, and tells whose king stands on the others", async () => {
    const onclaim = vi.fn();
    const claim = actionOf(["K17", "claim", [], "17", 0]);
    render(Line, {
      title: "to claim",
      line: [
        { domino: "17", king: null, laid: false },
        { domino: "22", king: 1, laid: false },
      ],
      catalogue: CATALOGUE,
      kingdomOf: (seat: number) => seat,
      nameOf: () => "Odo",
      claims: new Map([["17", claim]]),
      onclaim,
    });
    await fireEvent.click(screen.getByRole("button", { name: "Claim 17: forest · lake (1 crown)" }));
    expect(onclaim).toHaveBeenCalledWith(claim);
    expect(screen.getAllByRole("listitem")[1]?.textContent).toContain("Odo's king stands on it");
  });
});

describe("the table", () => {
  const PLACES: Choice[] = [
    ["3@h7e", "place", ["h7", "i7"], "3", 0],
    ["3@g8n", "place", ["g8", "g9"], "3", 2],
  ];

  it("is played by keys alone: arrows, R, Enter", async () => {
    await sitDown(hello(4, { view: view(4, LINES), choices: PLACES }));
    expect(screen.getByText("Place 3: forest · forest")).toBeTruthy();
    for (const key of ["ArrowUp", "r", "Enter"]) await fireEvent.keyDown(document.body, { key });
    expect(FakeSocket.last.sent.find(({ type }) => type === "act")?.token).toBe("3@g8n");
  });

  it("shows that a domino fits nowhere before it is discarded", async () => {
    await sitDown(hello(4, { view: view(4, LINES), choices: [["3x", "discard", [], "3", 0]] }));
    expect(screen.getByText(/fits nowhere/)).toBeTruthy();
    expect(FakeSocket.last.sent).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "Discard" }));
    expect(FakeSocket.last.sent[0]?.token).toBe("3x");
  });

  it("offers taking back only when that is possible", async () => {
    const state = await sitDown(hello(4, { view: view(4, LINES), choices: PLACES, can_take_back: true }));
    await fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(FakeSocket.last.sent.at(-1)?.type).toBe("back");
    state.canTakeBack = false;
    await tick();
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  });

  it("says every square of the kingdom in the middle", async () => {
    const kingdoms = [kingdom(0, "f1/c"), kingdom(1)];
    await sitDown(hello(4, { view: view(4, { ...LINES, kingdoms }), choices: PLACES }));
    const squares = within(screen.getByRole("list", { name: "Square by square" }));
    expect(squares.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["g8: forest (1 crown)", "g7: castle"]);
  });

  it("says that the connection is lost as long as it is", async () => {
    const state = await sitDown(hello(4, { view: view(4, LINES), choices: PLACES }));
    render(Notices, { table: state });
    expect(screen.queryByText(/Connection lost/)).toBeNull();
    FakeSocket.last.break();
    await tick();
    expect(screen.getByText(/Connection lost/)).toBeTruthy();
    state.close();
  });

  it("has nothing that axe finds", async () => {
    await sitDown(hello(4, { view: view(4, LINES), choices: PLACES }));
    const { violations } = await axe.run(document.body, {
      rules: { "color-contrast": { enabled: false }, region: { enabled: false } }, // a browser must tell
    });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});
