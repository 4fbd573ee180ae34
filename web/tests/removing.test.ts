import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import TableMenu from "../src/components/TableMenu.svelte";
import { TableState } from "../src/lib/table.svelte.ts";
import type { Table } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import Lobby from "../src/screens/Lobby.svelte";
import { FakeSocket } from "./fakes.ts";
import { catalogue, event, hello } from "./positions.ts";

let asked: string[];

beforeAll(async () => {
  await words.speak("en");
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true; // jsdom has no dialogs
  };
  HTMLDialogElement.prototype.close = () => {};
});

beforeEach(() => {
  asked = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    asked.push(body ? `${path} ${String(body)}` : path);
    return new Response(JSON.stringify({ name: "", texts: {} }), { headers: { "Content-Type": "application/json" } });
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A table of ours, with a person named Bea in the second seat. */
function ours(phase: Table["phase"], host = true): Table {
  const { table } = hello(4);
  const seats = table.seats.map((seat, at) => (at === 1 ? { ...seat, kind: "person" as const, bot: null, name: "Bea", mine: false } : seat));
  return { ...table, phase, host, seats };
}

async function menu(events: ReturnType<typeof event>[], mine: number): Promise<void> {
  const state = new TableState("t");
  const table = ours("playing");
  const seats = [...table.seats, ...Array.from({ length: mine - 1 }, () => ({ ...table.seats[0]! }))];
  FakeSocket.last.hear({ ...hello(4), table: { ...table, seats }, events });
  await tick();
  render(TableMenu, { table: state, onclose: () => {} });
}

describe("the host", () => {
  it("removes somebody from the lobby", async () => {
    render(Lobby, { table: ours("open"), catalogue: catalogue() });
    await fireEvent.click(screen.getByRole("button", { name: "Remove Bea" }));
    await vi.waitFor(() => expect(asked).toContain('/api/tables/t/remove {"seat":1}'));
    expect(screen.queryAllByRole("button", { name: /^Remove/ })).toHaveLength(1);
  });

  it("removes somebody from a game in which nobody has acted", async () => {
    await menu([], 1);
    await fireEvent.click(screen.getByRole("button", { name: "Remove Bea" }));
    await vi.waitFor(() => expect(asked).toContain('/api/tables/t/remove {"seat":1}'));
  });

  it("removes nobody after the first action", async () => {
    await menu([event(4, "K3")], 1);
    expect(screen.queryByRole("button", { name: "Remove Bea" })).toBeNull();
  });

  it("is told that ending a game in which others play means giving up", async () => {
    await menu([event(4, "K3")], 2);
    await fireEvent.click(screen.getByRole("button", { name: "Give up" }));
    expect(screen.getByText("Give up this game? The others win.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "Yes" }));
    await vi.waitFor(() => expect(asked).toContain("/api/tables/t/abandon {}"));
  });
});

describe("others", () => {
  it("remove nobody", () => {
    render(Lobby, { table: ours("open", false), catalogue: catalogue() });
    expect(screen.queryByRole("button", { name: /^Remove/ })).toBeNull();
  });
});
