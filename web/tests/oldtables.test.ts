import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Brief } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import Start from "../src/screens/Start.svelte";
import { catalogue, hello } from "./positions.ts";

beforeAll(() => words.speak("en"));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("a table whose rules the server does not have", () => {
  it("is listed apart from the others, and closed", async () => {
    const table = { ...hello(4).table, id: "old", game: "forgotten", phase: "playing" as const };
    let mine: Brief[] = [{ table, played: table.created, position: null, result: null, known: false }];
    vi.stubGlobal("ResizeObserver", class { observe(): void {} unobserve(): void {} disconnect(): void {} });
    vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
      if (method === "POST" && path === "/api/tables/old/abandon") mine = [];
      const answers: Record<string, unknown> = { "/api/tables": mine, "/api/tables/public": [], "/api/me": { name: "" } };
      return new Response(JSON.stringify(answers[path] ?? {}), { headers: { "Content-Type": "application/json" } });
    });
    const { container } = render(Start, { catalogue: Promise.resolve(catalogue()) });
    const close = await screen.findByRole("button", { name: "Close" });
    expect(screen.getByText(/forgotten/)).toBeTruthy();
    expect(container.querySelector('a[href="/table/old"]')).toBeNull();
    await fireEvent.click(close);
    await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Close" })).toBeNull());
  });
});
