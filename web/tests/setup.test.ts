import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { GameInfo } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import Lobby from "../src/screens/Lobby.svelte";
import NewTable from "../src/screens/NewTable.svelte";
import { catalogue, table } from "./positions.ts";

/** A game for two pairs of partners, or for four alone. */
const PAIRS: GameInfo = {
  key: "pairs",
  players: [4],
  options: [{ key: "bonds", is_flag: true, values: { "4": ["false", "true"] }, partners: { "4": [0, 0, 1, 1] } }],
  pad: null,
  rules: "P",
  version: 1,
};
const BOTS = [{ key: "steady", about: "" }];

let asked: string[];

beforeAll(() => words.speak("en"));

beforeEach(() => {
  asked = [];
  localStorage.clear();
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    asked.push(body ? `${path} ${String(body)}` : path);
    return Response.json({ name: "", texts: {}, seats: [] });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("a new table", () => {
  beforeEach(() => {
    render(NewTable, { catalogue: catalogue({ games: [PAIRS], bots: BOTS }) });
  });

  const fold = (): HTMLDetailsElement => screen.getByText("Options").closest("details") as HTMLDetailsElement;

  it("folds its options and says what is on", async () => {
    expect(fold().open).toBe(false);
    expect(fold().querySelector("summary")?.textContent).toContain("as usual");
    await fireEvent.click(screen.getByRole("checkbox", { name: /bonds/, hidden: true }));
    await fireEvent.click(screen.getByRole("checkbox", { name: /^Public/, hidden: true }));
    expect(fold().querySelector("summary")?.textContent).toContain("bonds · Public");
  });

  it("shows partners together", async () => {
    expect(screen.queryByText("Partners")).toBeNull();
    await fireEvent.click(screen.getByRole("checkbox", { name: /bonds/, hidden: true }));
    const teams = screen.getAllByText("Partners").map((label) => label.parentElement as HTMLElement);
    expect(teams.map((team) => [...team.querySelectorAll("select")].map((menu) => menu.ariaLabel ?? menu.getAttribute("aria-label")))).toEqual([
      ["Who sits in seat 1", "Who sits in seat 2"],
      ["Who sits in seat 3", "Who sits in seat 4"],
    ]);
  });
});

describe("somebody who was invited", () => {
  const seats = table().seats.map((seat, at) => ({ ...seat, mine: false, ...(at ? { kind: "open" as const, name: "" } : {}) }));

  it("reads by whom, and joins with one button", async () => {
    render(Lobby, { table: table({ phase: "open", host: false, seats }), catalogue: catalogue() });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Ada invites you");
    expect(screen.queryByLabelText("Link to this table")).toBeNull();
    await tick();
    await fireEvent.input(screen.getByLabelText("Name"), { target: { value: "Bea" } });
    await fireEvent.click(screen.getByRole("button", { name: "Join the game" }));
    await vi.waitFor(() => expect(asked).toContain('/api/tables/t/join {"name":"Bea","seat":1}'));
  });
});
