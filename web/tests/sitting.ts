/** A whole table screen without a server, for tests of what one sees and does there. */

import { cleanup, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { Stage } from "../src/lib/stage.svelte.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import type { Catalogue, Hello } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import TableScreen from "../src/screens/TableScreen.svelte";
import { FakeSocket } from "./fakes.ts";
import { catalogue } from "./positions.ts";

/** What a file of tests at a table needs before and after each. */
export function prepareTables(): void {
  beforeAll(async () => {
    await words.speak("en");
    vi.stubGlobal("ResizeObserver", class { observe(): void {} unobserve(): void {} disconnect(): void {} });
  });

  beforeEach(() => {
    vi.stubGlobal("WebSocket", FakeSocket);
    FakeSocket.all = [];
  });

  afterEach(cleanup);
}

/** A table after its first frame, not yet drawn. */
export async function tableAt(frame: Hello): Promise<{ table: TableState; stage: Stage }> {
  const stage = new Stage(() => table);
  const table: TableState = new TableState("t", stage);
  FakeSocket.last.hear(frame);
  await tick();
  return { table, stage };
}

/** The whole table at a position. */
export async function sitDown(frame: Hello, known: Catalogue = catalogue()): Promise<TableState> {
  const { table, stage } = await tableAt(frame);
  if (table.view) render(TableScreen, { table, view: table.view, catalogue: known, stage });
  return table;
}
