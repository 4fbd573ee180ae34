import { cleanup, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Standings from "../src/components/Standings.svelte";
import { TableState } from "../src/lib/table.svelte.ts";
import type { Seat, Table } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import { FakeSocket } from "./fakes.ts";
import { catalogue, event, hello, kingdom, table, view } from "./positions.ts";

beforeEach(async () => {
  await words.speak("en");
  vi.stubGlobal("WebSocket", FakeSocket);
});

afterEach(() => vi.unstubAllGlobals());

async function opposite(other: Partial<Seat>, more: Partial<Table> = {}): Promise<TableState> {
  const state = new TableState("t");
  const seats = table().seats.map((seat, at) => (at === 1 ? { ...seat, ...other } : seat));
  FakeSocket.last.hear({ ...hello(4, { view: view(4, { kingdoms: [kingdom(0), kingdom(1)] }) }), table: table({ seats, ...more }) });
  await vi.waitFor(() => expect(state.view).not.toBeNull());
  await tick();
  return state;
}

describe("the seat of somebody else", () => {
  it.each([
    [{ kind: "bot", bot: "steady" }, "Steady"],
    [{ kind: "bot", bot: "steady", gave_up: true }, "gave up, a bot plays on"],
    [{ here: false }, "away"],
    [{ here: false, stand_in: true }, "away, a bot plays"],
    [{}, ""],
  ] as [Partial<Seat>, string][])("says what is worth knowing: %o", async (other, note) => {
    const state = await opposite(other);
    expect(state.noteOf(1).toLowerCase()).toBe(note.toLowerCase());
    expect(state.noteOf(0)).toBe("");
  });

  it("says once what holds for all of a team", async () => {
    const state = await opposite({ kind: "bot", bot: "steady" });
    state.table = table({ seats: [state.seats[0]!, state.seats[1]!, state.seats[1]!] });
    state.view = view(4, { kingdoms: [kingdom(0), kingdom(1, undefined, { seats: [1, 2] })] });
    expect(state.noteOf(1)).toBe("Steady");
  });

  it("still says a bot's level when the game is over", async () => {
    const state = await opposite({ kind: "bot", bot: "steady" });
    const standings = [1, 0].map((at, place) => ({ kingdom: at, rank: place + 1, total: 9 - place, decided_by: place ? "points" : null }));
    render(Standings, { table: state, view: view(4, { kingdoms: [kingdom(0), kingdom(1)], over: true, standings }), catalogue: catalogue() });
    expect([...document.querySelectorAll("li .name")].map((name) => name.textContent)).toEqual(["OdoSteady", "Ada"]);
    cleanup();
  });

  it.each([
    [{}, 30, { bot: true }, "clock"],
    [{ here: false }, 30, { bot: true }, "away"],
    [{ here: false }, null, { bot: true }, "away"],
    [{}, 30, { bot: false }, null],
    [{ kind: "bot", bot: "steady" }, 30, { bot: true }, null],
  ] as const)("says why a bot played there: %o", async (other, clock, how, why) => {
    const state = await opposite(other, { clock });
    expect(state.whyBot(event(5, "K3", { seat: 1, ...how }))).toBe(why);
  });
});
