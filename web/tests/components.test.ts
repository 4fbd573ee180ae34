import { fireEvent, render, screen, within } from "@testing-library/svelte";
import axe from "axe-core";
import { tick } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";
import Notices from "../src/components/Notices.svelte";
import { preferences } from "../src/lib/preferences.svelte.ts";
import type { Piece } from "../src/lib/wire.ts";
import TableRoom from "../src/screens/TableRoom.svelte";
import { FakeSocket } from "./fakes.ts";
import { catalogue, claims, DOMINOES, hello, kingdom, line, offer, slot, tray, view } from "./positions.ts";
import { prepareTables, sitDown } from "./sitting.ts";

prepareTables();

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

  it("draws in the prompt what goes onto the square that is picked next", async () => {
    const pieces: Piece[] = [["die", "1", [["dot", 1]]]];
    const trays = [tray("dice", [slot(["die", "1", [["dot", 1]]], 0)])];
    const offers = [offer("draw_die", [["1@g8", ["g8"], 0], ["1@g9", ["g9"], 0]], { pieces, tray: "dice", spaces: [0], step: "draw" })];
    await sitDown(hello(4, { view: view(4, { trays }), offers }));
    const drawn = document.querySelector("section.prompt > svg.half");
    expect([...(drawn?.querySelectorAll("use") ?? [])].map((use) => use.getAttribute("href"))).toEqual(expect.arrayContaining(["#cl-coat-dot", "#cl-cross"]));
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

describe("the pace of bots", () => {
  const wishes = (): (string | undefined)[] => FakeSocket.all.flatMap(({ sent }) => sent.flatMap(({ type, pace }) => (type === "pace" ? [pace] : [])));

  afterEach(() => {
    preferences.pace = "normal";
  });

  it("is told to the server, when it changes and on every new connection", async () => {
    render(TableRoom, { id: "t", catalogue: catalogue() });
    FakeSocket.last.hear(hello(4));
    await vi.waitFor(() => expect(wishes()).toEqual(["normal"]));
    preferences.pace = "once";
    await vi.waitFor(() => expect(wishes()).toEqual(["normal", "once"]));
    FakeSocket.last.break();
    await vi.waitFor(() => expect(FakeSocket.all).toHaveLength(2));
    FakeSocket.last.hear(hello(4));
    await vi.waitFor(() => expect(wishes()).toEqual(["normal", "once", "once"]));
  });
});
