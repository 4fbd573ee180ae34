import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Choosing } from "../src/lib/choosing.svelte.ts";
import { onTableKey } from "../src/lib/keys.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import type { Hello, Offer } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import { FakeSocket } from "./fakes.ts";
import { claims, hello, offer } from "./positions.ts";

let state: TableState;
let choosing: Choosing;

beforeAll(() => words.speak("en"));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  document.body.innerHTML = "";
});

afterEach(() => {
  state.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function sit(offers: Offer[], more: Partial<Hello> = {}): Promise<void> {
  state = new TableState("t");
  FakeSocket.last.hear(hello(4, { offers, ...more }));
  await vi.advanceTimersByTimeAsync(0);
  choosing = new Choosing(state);
}

/** Press a key; whether the page took it. */
function press(key: string, on: Element = document.body, more: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
  on.addEventListener("keydown", (heard) => onTableKey(heard as KeyboardEvent, choosing, state), { once: true });
  on.dispatchEvent(event);
  return event.defaultPrevented;
}

const add = (html: string): HTMLElement => {
  document.body.insertAdjacentHTML("beforeend", html);
  return document.body.lastElementChild as HTMLElement;
};

const PLACES = [offer("place", [["A", ["h7", "i7"], 0], ["B", ["g8", "g9"], 2], ["C", ["h7", "h8"], 0]])];
const types = (): string[] => FakeSocket.last.sent.map(({ type }) => type);

describe("keys at the table", () => {
  it("move and turn the ghost, and Enter plays it", async () => {
    await sit(PLACES);
    expect([press("ArrowUp"), choosing.placing?.spot?.token]).toEqual([true, "A"]);
    expect([press("r"), choosing.placing?.spot?.token !== "A"]).toEqual([true, true]);
    press("R", document.body, { shiftKey: true });
    expect(choosing.placing?.spot?.token).toBe("A");
    press(" ");
    expect(choosing.placing?.spot?.token).not.toBe("A");
    press("Enter");
    expect(types()).toEqual(["act"]);
  });

  it("go between single squares", async () => {
    await sit([offer("tax", [["T", ["h7"], 0], ["U", ["j7"], 0]])]);
    const pick = add('<button data-pick="j7"></button>');
    press("ArrowRight");
    expect(choosing.cursor).toBe("h7");
    press("ArrowRight");
    expect([choosing.cursor, document.activeElement]).toEqual(["j7", pick]);
    press("Escape");
    expect(choosing.cursor).toBeNull();
  });

  it("reach what lies in lines by digits and arrows, but not what cannot be taken", async () => {
    await sit(claims("17", "22"));
    const [first, , third] = ["", "disabled", ""].map((more) => add(`<button data-numbered ${more}></button>`));
    expect([press("2"), document.activeElement]).toEqual([true, third]);
    expect([press("ArrowDown"), document.activeElement]).toEqual([true, first]);
    expect(press("3")).toBe(false);
  });

  it("play the main action and take back", async () => {
    await sit([offer("end", [["E", [], 0]])], { can_take_back: true });
    press("u");
    press("Enter");
    expect(types()).toEqual(["back", "act"]);
  });

  it("belong to a button, a field or the browser where those have the focus", async () => {
    await sit(PLACES);
    press("ArrowUp");
    const ghost = choosing.placing;
    expect([press("Enter", add("<button></button>")), press(" ", add("<button></button>"))]).toEqual([false, false]);
    expect([press("r", add("<input>")), press("r", document.body, { ctrlKey: true }), press("q")]).toEqual([false, false, false]);
    expect([choosing.placing, types()]).toEqual([ghost, []]);
  });
});
