import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import NameCard from "../src/components/NameCard.svelte";
import { callMe, defaultName, isName } from "../src/lib/me.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import { ordered, type Wish } from "../src/lib/wishes.ts";
import type { Table } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import { FakeSocket } from "./fakes.ts";
import { event, hello, table as tableOf } from "./positions.ts";

const WISH: Wish = { game: "kingdomino", players: 4, options: {}, seats: [], public: false, clock: null, mixed: false };

let asked: [string, unknown][];
let known: string;

beforeEach(async () => {
  await words.speak("en");
  localStorage.clear();
  [asked, known] = [[], ""];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async (path: string, { body }: RequestInit) => {
    if (body) asked.push([path, JSON.parse(String(body))]);
    return new Response(JSON.stringify({ name: known }), { headers: { "Content-Type": "application/json" } });
  });
  await callMe(""); // what an earlier test was called is forgotten
  asked = [];
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function seated(names: string[], more: Partial<Table> = {}, mine = [0]): Promise<TableState> {
  const state = new TableState("t");
  const [seat] = tableOf().seats;
  const seats = names.map((name, at) => ({ ...seat!, name, kingdom: at, mine: mine.includes(at) }));
  FakeSocket.last.hear({ ...hello(4), table: tableOf({ seats, ...more }), events: [event(4, "forfeit", { kind: "resign", seat: 1 })] });
  await tick();
  await tick();
  return state;
}

describe("a name", () => {
  it("is never the word for oneself, nor blank", () => {
    expect(["You", "Ty", "Ti", "Jij", "", "  ", "Zofia", "Tymek"].filter(isName)).toEqual(["Zofia", "Tymek"]);
  });

  it("is made up for everybody who has said none, the same again for oneself", () => {
    const seats: Wish["seats"] = [{ kind: "me", name: "You" }, { kind: "guest" }, { kind: "guest", name: " " }, { kind: "guest", name: "Ada" }];
    const [me, first, second, ada] = ordered({ ...WISH, seats }).seats.map(({ name }) => name);
    expect(me).toBe(defaultName());
    expect(ada).toBe("Ada");
    expect(new Set([me, first, second, ada]).size).toBe(4);
    const made = words.say("table.names").split(", ");
    expect(made).toEqual(expect.arrayContaining([me, first, second]));
    expect(ordered({ ...WISH, seats }).seats[0]?.name).toBe(me);
  });

  it("that an old table kept as the word for oneself is not shown to others", async () => {
    const mine = await seated(["You", "Ty"]);
    expect([mine.nameOf(0), mine.nameOf(1)]).toEqual(["You", "someone"]);
  });
});

describe("who is asked for a name", () => {
  const field = (): Promise<HTMLInputElement> => screen.findByLabelText(/What shall we call you/);

  it("gives it to the seat and to the guest", async () => {
    render(NameCard, { table: await seated([defaultName(), "Odo"]) });
    await fireEvent.input(await field(), { target: { value: " Zofia " } });
    await fireEvent.click(screen.getByRole("button", { name: "That's me" }));
    await vi.waitFor(() =>
      expect(asked).toEqual([
        ["/api/me", { name: "Zofia" }],
        ["/api/tables/t/rename", { seat: 0, name: "Zofia" }],
      ]),
    );
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("keeps the made-up one and is left alone who says nothing", async () => {
    render(NameCard, { table: await seated([defaultName(), "Odo"]) });
    await field();
    await fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await vi.waitFor(() => expect(asked).toEqual([["/api/me", { name: defaultName() }]]));
  });

  it("keeps the made-up one who plays on", async () => {
    const table = await seated([defaultName(), "Odo"]);
    render(NameCard, { table });
    await field();
    table.events = [...table.events, event(5, "K3")];
    await vi.waitFor(() => expect(asked).toEqual([["/api/me", { name: defaultName() }]]));
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("is nobody who has a name, and nobody who chose one for this table", async () => {
    render(NameCard, { table: await seated(["Ada", "Odo"]) });
    await vi.waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
    known = "Zofia";
    await callMe("Zofia");
    render(NameCard, { table: await seated([defaultName(), "Odo"]) });
    await new Promise((done) => setTimeout(done));
    expect(screen.queryByRole("textbox")).toBeNull();
  });
});
