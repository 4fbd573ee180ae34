import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import CopyLink from "../src/components/CopyLink.svelte";
import TableMenu from "../src/components/TableMenu.svelte";
import { TableState } from "../src/lib/table.svelte.ts";
import { words } from "../src/lib/words.svelte.ts";
import { FakeSocket } from "./fakes.ts";
import { event, hello } from "./positions.ts";

beforeAll(async () => {
  await words.speak("en");
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true; // jsdom has no dialogs
  };
  HTMLDialogElement.prototype.close = () => {};
});

beforeEach(() => {
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("fetch", async () => Response.json({ texts: {}, nearby: null }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Whether *first* comes before *second* on the page. */
function precedes(first: Element, second: Element): boolean {
  return Boolean(first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING);
}

describe("the menu", () => {
  beforeEach(async () => {
    const state = new TableState("t");
    const frame = hello(4);
    FakeSocket.last.hear({ ...frame, table: { ...frame.table, commitment: "f".repeat(64) }, events: [event(4, "K3")] });
    await tick();
    render(TableMenu, { table: state, onclose: () => {} });
  });

  it("has what is wanted most at its top, also the question before giving up", async () => {
    const settings = screen.getByText("Light or dark");
    for (const name of ["Rules", "Save record", "Leave the table"]) {
      expect(precedes(screen.getByRole("link", { name }), settings)).toBe(true);
    }
    const giveUp = screen.getByRole("button", { name: "Give up" });
    expect(precedes(giveUp, settings)).toBe(true);
    await fireEvent.click(giveUp);
    expect(precedes(screen.getByText(/^Give up this game/), settings)).toBe(true);
  });

  it("keeps the fingerprint of the deal in a fold that says what it is", () => {
    const fold = screen.getByText("f".repeat(64)).closest("details");
    expect(fold?.open).toBe(false);
    expect(fold?.textContent).toMatch(/^Honest deal.*fixed before the first turn/s);
  });
});

describe("a link that only this device can open", () => {
  // jsdom's page is at localhost
  it("tells the host what helps, in a fold, and shows no picture to scan", () => {
    render(CopyLink, { id: "t", host: true, scan: true });
    expect(screen.getByText("Only this device can open this link so far.")).toBeTruthy();
    expect(screen.getByText("./play --host 0.0.0.0").closest("details")?.open).toBe(false);
    expect(screen.queryByRole("img")).toBeNull();
  });

  it("tells a guest nothing about it", () => {
    render(CopyLink, { id: "t" });
    expect(screen.queryByText(/this device/)).toBeNull();
    expect(document.body.textContent).not.toContain("--host");
  });
});
