import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import axe from "axe-core";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Badges from "../src/components/Badges.svelte";
import GamePicture from "../src/components/GamePicture.svelte";
import Land from "../src/components/Land.svelte";
import PlainTray from "../src/components/PlainTray.svelte";
import ScoreChips from "../src/components/ScoreChips.svelte";
import type { Half } from "../src/lib/land.ts";
import { artOf, keysIn } from "../src/lib/looks.ts";
import { badgeText, squareText } from "../src/lib/sayings.ts";
import type { GameInfo, Piece } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import NewTable from "../src/screens/NewTable.svelte";
import Start from "../src/screens/Start.svelte";
import { FakeSocket } from "./fakes.ts";
import { catalogue, DOMINOES, hello, kingdom, line, offer, slot, table, tray, view } from "./positions.ts";
import { prepareTables, sitDown } from "./sitting.ts";

/** A game that nobody has drawn anything for. */
const DUNES: GameInfo = {
  key: "dunes",
  players: [2, 3],
  options: [{ key: "storm", is_flag: true, values: { "2": ["false", "true"], "3": ["false", "true"] }, partners: {} }],
  pad: null,
  rules: "",
  version: 1,
};
const TEXTS = {
  en: {
    "game.dunes": "Dunes",
    "game.dunes.about": "Lay sand.",
    "option.storm": "Storm",
    "reason.sand": "sand",
    "piece.camel": "camel",
    "tray.oasis": "the oasis",
    "badge.water": "{count} {count:skin|skins} of water",
    "table.step.rest": "rest",
    "table.prompt.rest": "Rest at {well}",
    "table.key.rest": "rest",
    "well.deep": "the deep well",
  },
  nl: { "game.dunes": "Duinen" },
};
const CATALOGUE = catalogue({ games: [DUNES], texts: TEXTS, bots: [{ key: "beginner", about: "" }], lands: { sand: { a: "sand", r: "rock" } } });
const CAMEL: Piece = ["camel", "", []];
const WELL: Piece = ["well", "deep", []];
const OASIS = tray("pool", [slot(WELL, null, { price: 2 }), slot(null), slot(["well", "salt", []], 1, { done: true, filled: [1, 2], boxes: 3 })], {
  key: "oasis",
  badges: [["palm", 3, true]],
});

prepareTables();
beforeEach(() => words.learn(CATALOGUE));
afterEach(() => words.learn({ numbers: {}, texts: {} }));

const symbols = (container: Element): (string | null)[] => [...container.querySelectorAll("use")].map((use) => use.getAttribute("href"));
const letters = (container: Element): (string | null)[] => [...container.querySelectorAll("text")].map((text) => text.textContent);

describe("what no drawing knows", () => {
  it("is land with its first letter and its crowns", () => {
    const cells = new Map<string, Half>([["g8", { kind: "sand", crowns: 1 }], ["g9", { kind: "rock", crowns: 0 }]]);
    const { container } = render(Land, { cells });
    expect(letters(container)).toEqual(["s", "r"]);
    expect(symbols(container)).toEqual(["#cl-crown"]);
    expect([...container.querySelectorAll("path[fill]")].map((path) => path.getAttribute("fill"))).toEqual(["var(--stone)", "var(--stone)"]);
  });

  it("is a figure with its first letter, and has a name", () => {
    const { container } = render(Land, { cells: new Map([["g7", "castle" as const]]), pieces: { g7: [CAMEL] } });
    expect([letters(container), container.querySelectorAll("circle").length]).toEqual([["c"], 1]);
    expect(squareText("g7", { kind: "sand", crowns: 2 }, kingdom(0, "c", { pieces: { g7: [CAMEL] } }))).toBe("g7: sand (2 crowns), camel");
  });

  it("is a badge in words", () => {
    render(Badges, { badges: [["water", 4, true], ["wind", null, false]], house: 0 });
    expect(screen.getByText("4 skins of water")).toBeTruthy();
    expect(screen.getByText("wind")).toBeTruthy();
    expect(badgeText(["dragon", null, false])).toBe("dragon away");
  });

  it("is a reason for points in words", () => {
    const lines = [{ reason: "sand", points: 5, factors: [], squares: [], game: 1, divisor: 1 }];
    render(ScoreChips, { kingdom: kingdom(0, "c", { lines }), game: 1 });
    expect(screen.getByText("sand 5")).toBeTruthy();
  });

  it("is a tray with its pieces in words, their prices, owners and boxes", () => {
    const people = { me: null, nameOf: () => "Odo", kingdomOf: (seat: number) => seat, rulers: (at: number) => ["Ada", "Odo"][at] ?? "" };
    render(PlainTray, { tray: OASIS, people, catalogue: CATALOGUE, choosing: null, round: 1 });
    const items = within(screen.getByRole("region", { name: "the oasis" })).getAllByRole("button");
    expect(items.map((item) => item.textContent?.trim().replace(/\s+/g, " "))).toEqual([
      "The deep well · 2 coins",
      "–",
      "Salt · Ada 1/3 · Odo 2/3 · used Odo",
    ]);
  });

  it("is a game with a castle for a picture", async () => {
    const { container } = render(GamePicture, { game: "dunes" });
    await vi.waitFor(() => expect(symbols(container)).toEqual(["#cl-castle"]));
  });

  it("needs no art of other games", () => {
    const plain = view(1, { trays: [OASIS], kingdoms: [kingdom(0, "a1c", { lands: "sand", badges: [["water", 1, true]], pieces: { g7: [CAMEL] } })] });
    expect(artOf(keysIn(plain, CATALOGUE))).toEqual([]);
    const town = view(1, { kingdoms: [kingdom(0, "tc")] });
    expect(artOf(keysIn(town, catalogue()))).toHaveLength(1);
  });
});

describe("a game from outside", () => {
  const KINGDOMS = [kingdom(0, "a1r/.c", { lands: "sand", badges: [["water", 4, true]], pieces: { g8: [CAMEL] } }), kingdom(1, "c", { lands: "sand" })];
  const OFFERS = [
    offer("dig", [["W", [], 1]], { tray: "oasis", spaces: [0], pieces: [WELL] }),
    offer("rest", [["R", [], 0]], { pieces: [WELL] }),
    offer("ride", [["C1", ["h7"], 2]], { pieces: [CAMEL] }),
    offer("pass", [["P", [], 0]]),
  ];
  const frame = hello(4, {
    table: table({ game: "dunes" }),
    view: view(4, { trays: [OASIS], kingdoms: KINGDOMS, steps: [["ride", false], ["rest", false]] }),
    offers: OFFERS,
  });

  it("is played: its tray, its squares, its buttons and its main button", async () => {
    const state = await sitDown(frame, CATALOGUE);
    const sent = async (button: HTMLElement): Promise<string | undefined> => {
      await fireEvent.click(button);
      state.sent = null;
      return FakeSocket.last.sent.findLast(({ type }) => type === "act")?.token;
    };
    expect(await sent(screen.getByRole("button", { name: /The deep well · 2 coins/ }))).toBe("W");
    expect(await sent(screen.getByRole("button", { name: "h7: C1 camel: +2" }))).toBe("C1");
    expect(await sent(screen.getByRole("button", { name: "Rest at the deep well" }))).toBe("R");
    expect(await sent(screen.getByRole("button", { name: "Play" }))).toBe("P");
  });

  it("shows its names, badges and steps, and axe finds nothing", async () => {
    await sitDown(frame, CATALOGUE);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Dunes");
    expect(within(screen.getByRole("list", { name: "Steps of the turn" })).getAllByRole("listitem").map((item) => item.textContent?.trim())).toEqual(["ride", "rest"]);
    expect(screen.getByText("4 skins of water")).toBeTruthy();
    expect(screen.getByText("f8: sand (1 crown)")).toBeTruthy();
    const { violations } = await axe.run(document.body, { rules: { "color-contrast": { enabled: false }, region: { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });

  it("with lines of dominoes needs nothing of its own", async () => {
    const trays = [line("market", { "17": null, "22": 1 })];
    const buy = offer("buy", [["Y17", [], 0]], { tray: "market", spaces: [0], pieces: [DOMINOES["17"] as Piece] });
    await sitDown(hello(4, { view: view(4, { trays }), offers: [buy, offer("pass", [["P", [], 0]])] }), CATALOGUE);
    await fireEvent.click(screen.getByRole("button", { name: /^Y17 17: forest · lake/ }));
    expect(FakeSocket.last.sent[0]?.token).toBe("Y17");
  });

  it("is on the start page and can be set up, in its own words", async () => {
    const answer = (url: string): string => (url.endsWith("/me") ? '{"id":"g","name":""}' : "[]");
    vi.stubGlobal("fetch", (url: string) => Promise.resolve(new Response(answer(url), { headers: { "Content-Type": "application/json" } })));
    render(Start, { catalogue: Promise.resolve(CATALOGUE) });
    const link = await screen.findByRole("link", { name: /Dunes/ });
    expect(link.textContent).toContain("Lay sand.");
    cleanup();
    render(NewTable, { catalogue: CATALOGUE });
    expect(screen.getByRole("radio", { name: "Dunes" })).toBeTruthy();
    expect(screen.getByRole("checkbox", { name: /Storm/ })).toBeTruthy();
    await words.speak("nl");
    await tick();
    expect(screen.getByRole("radio", { name: "Duinen" })).toBeTruthy();
    expect(screen.getByRole("checkbox", { name: /Storm/ })).toBeTruthy();
  });
});
