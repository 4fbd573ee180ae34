import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Brief, Standing, Table } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import Start from "../src/screens/Start.svelte";
import { catalogue, kingdom, table } from "./positions.ts";

const standing = (kingdom: number, rank: number, total: number): Standing => ({ kingdom, rank, total, decided_by: rank > 1 ? "total" : null });

function brief(id: string, more: Partial<Table>, actor: number | null, totals: [number, number], result: Brief["result"] = null): Brief {
  const standings = [standing(0, totals[0] >= totals[1] ? 1 : 2, totals[0]), standing(1, totals[0] >= totals[1] ? 2 : 1, totals[1])];
  return {
    table: table({ id, ...more }),
    known: true,
    played: new Date().toISOString(),
    position: { round: 3, rounds: 7, actor, standings: standings.sort((one, other) => one.rank - other.rank), kingdom: kingdom(0, "cw1") },
    result,
  };
}

const BOT = table().seats.map((seat, at) => (at ? { ...seat, kind: "bot" as const, bot: "skilled" } : seat));
const MINE = [
  brief("waits", {}, 1, [5, 9]),
  brief("calls", { seats: BOT }, 0, [12, 4]),
  brief("lost", { phase: "over" }, null, [49, 67], "lost"),
  brief("left", { phase: "over", ended: "resigned" }, null, [0, 0], "resigned"),
  brief("alone", { phase: "over", ended: "resigned" }, null, [0, 0], "won"),
];

let asked: string[];

beforeAll(() => words.speak("en"));

beforeEach(() => {
  asked = [];
  vi.stubGlobal("ResizeObserver", class { observe(): void {} unobserve(): void {} disconnect(): void {} });
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return Response.json(path === "/api/tables" ? MINE : path === "/api/me" ? { name: "Ada" } : []);
  });
  render(Start, { catalogue: Promise.resolve(catalogue()) });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const cards = async (): Promise<HTMLElement[]> => {
  await screen.findByText("Finished games");
  return screen.getAllByRole("link").filter((link) => link.getAttribute("href")?.startsWith("/table/"));
};

describe("the start page", () => {
  it("shows running games before everything else, those first that wait for you", async () => {
    const found = await cards();
    expect(found.map((link) => link.getAttribute("href"))).toEqual(["/table/calls", "/table/waits", "/table/lost", "/table/lost/review", "/table/left", "/table/left/review", "/table/alone", "/table/alone/review"]);
    const heading = screen.getByRole("heading", { level: 1 });
    expect(found[1]!.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it("says whose turn it is, against whom, at which level and at what score", async () => {
    const [calls, waits] = await cards();
    expect(calls!.textContent).toMatch(/Your turn.*Ada\s*12.*Odo\s*Skilled\s*4/s);
    expect(waits!.textContent).toContain("Waiting for Odo");
  });

  it("says how a finished game ended, and removes it from the list", async () => {
    const [, , lost] = await cards();
    expect(lost!.textContent).toContain("Lost · 49–67");
    const button = within(lost!.parentElement!).getByRole("button", { name: "Remove from the list" });
    await fireEvent.click(button);
    await vi.waitFor(() => expect(document.querySelector("[href='/table/lost']")).toBeNull());
    expect(asked).toContain("DELETE /api/tables/lost");
  });

  it("says who gave up, without a score when it was early", async () => {
    const found = await cards();
    const [left, alone] = found.filter((link) => /(left|alone)$/.test(link.getAttribute("href") ?? ""));
    expect(left!.textContent).toContain("You gave up this game");
    expect(alone!.textContent).toContain("Won · Odo gave up");
    expect(left!.textContent + alone!.textContent).not.toMatch(/0–0|Ada\s*0/);
  });

  it("leads to the licences of what it is made of", async () => {
    const link = await screen.findByRole("link", { name: "Licences" });
    expect(link).toHaveProperty("pathname", "/THIRD-PARTY.txt");
    expect(link).toHaveProperty("target", "_blank"); // a file, which our own links would not load
  });

  it("offers the languages in one place", async () => {
    await cards();
    expect(screen.getAllByRole("button", { name: "Polski" })).toHaveLength(1);
    expect(screen.queryByRole("combobox", { name: "Language" })).toBeNull();
  });
});
