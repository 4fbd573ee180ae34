import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Settings from "../src/components/Settings.svelte";
import { caller, callsBetween } from "../src/lib/calling.svelte.ts";
import { preferences } from "../src/lib/preferences.svelte.ts";
import { speaker } from "../src/lib/sound.ts";
import { Stage } from "../src/lib/stage.svelte.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import type { Table } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import { FakeSocket } from "./fakes.ts";
import { claims, event, hello, news, table as tableOf, view } from "./positions.ts";

class FakeNotification {
  static permission: NotificationPermission = "default";
  static answer: NotificationPermission = "granted";
  static asked = 0;
  static shown: string[] = [];
  onclick: (() => void) | null = null;

  constructor(_: string, { body }: NotificationOptions) {
    FakeNotification.shown.push(body ?? "");
  }

  static async requestPermission(): Promise<NotificationPermission> {
    FakeNotification.asked++;
    return (FakeNotification.permission = FakeNotification.answer);
  }

  close(): void {}
}

let isHidden: boolean;

beforeEach(async () => {
  await words.speak("en");
  isHidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  vi.stubGlobal("Notification", FakeNotification);
  vi.stubGlobal("WebSocket", FakeSocket);
  Object.assign(FakeNotification, { permission: "default", answer: "granted", asked: 0, shown: [] });
  caller.isBlocked = caller.notifies = false;
  caller.unseen = "";
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  [preferences.pace, preferences.vibrate] = ["normal", true];
});

describe("somebody who looks elsewhere", () => {
  it("is called when it is their turn, by sound and by a notification", async () => {
    await caller.switch(true);
    const play = vi.spyOn(speaker, "play");
    const state: TableState = new TableState("t", new Stage(() => state));
    FakeSocket.last.hear(hello(4, { view: view(4, { actor: 1 }) }));
    await tick();
    FakeSocket.last.hear(news(5, [event(5, "K3", { seat: 1 })], { offers: claims("17") }));
    await vi.waitFor(() => expect(play).toHaveBeenCalledWith("turn"));
    expect(FakeNotification.shown).toEqual([]);
    isHidden = true;
    FakeSocket.last.hear(news(6, [event(6, "K5", { seat: 1 })], { offers: claims("17") }));
    await vi.waitFor(() => expect(FakeNotification.shown).toEqual(["Your turn"]));
    expect(play).toHaveBeenCalledWith("turn", true);
    state.close();
  });

  it("is called by the service worker where a page can show no notification, which also makes a phone vibrate", async () => {
    const shown = vi.fn<ServiceWorkerRegistration["showNotification"]>();
    vi.stubGlobal("navigator", { ...navigator, serviceWorker: { getRegistration: async () => ({ showNotification: shown }) } });
    await caller.switch(true);
    vi.stubGlobal("Notification", class extends FakeNotification {
      constructor(title: string, about: NotificationOptions) {
        super(title, about);
        throw new TypeError("Illegal constructor. Use ServiceWorkerRegistration.showNotification() instead.");
      }
    });
    isHidden = true;
    caller.call("Your turn");
    await vi.waitFor(() => expect(shown).toHaveBeenCalledTimes(1));
    expect(shown.mock.calls[0]![1]).toMatchObject({ body: "Your turn", data: location.href, vibrate: [40, 60, 40] });
  });

  it("reads in the title what was told, until they look", () => {
    caller.tell("Odo is at your table");
    expect(caller.unseen).toBe("");
    isHidden = true;
    caller.call("Your turn"); // which passes: the title asks the table
    expect(caller.unseen).toBe("");
    caller.tell("Odo is at your table");
    expect(caller.unseen).toBe("Odo is at your table");
    isHidden = false;
    document.dispatchEvent(new Event("visibilitychange"));
    expect(caller.unseen).toBe("");
  });

  it("is called when somebody comes to their table, begins, or offers a rematch", () => {
    const open = (table: Table): Table => ({ ...table, phase: "open", seats: table.seats.map((seat, at) => (at ? { ...seat, kind: "open", name: "" } : seat)) });
    const here = tableOf();
    expect(callsBetween(open(here), { ...here, phase: "open" })).toEqual(["Odo is at your table"]);
    expect(callsBetween({ ...here, phase: "open" }, here)).toEqual(["The game begins"]);
    const offer: Table = { ...here, phase: "over", rematch: { table: "u", seat: 1, answer: "open" } };
    expect(callsBetween({ ...here, phase: "over" }, offer)).toEqual(["Odo offers a rematch."]);
    expect(callsBetween(offer, offer)).toEqual([]);
    expect(callsBetween(null, offer)).toEqual([]);
    const watched = { ...here, host: false, seats: here.seats.map((seat) => ({ ...seat, mine: false })) };
    expect(callsBetween(open(watched), watched)).toEqual([]);
    const left = (one: Table): Table => ({ ...one, host: false, seats: one.seats.map((seat) => ({ ...seat, mine: false })) });
    expect(callsBetween(left({ ...here, phase: "over" }), left(offer))).toEqual(["Odo offers a rematch."]); // who gave up
  });
});

describe("the settings", () => {
  it("ask for permission on a click only, and switch all of it off", async () => {
    render(Settings);
    expect(FakeNotification.asked).toBe(0);
    await fireEvent.click(screen.getByRole("button", { name: "By notification" }));
    await vi.waitFor(() => expect(caller.notifies).toBe(true));
    expect(FakeNotification.asked).toBe(1);
    await fireEvent.click(screen.getByRole("button", { name: "No" }));
    isHidden = true;
    caller.call("Your turn");
    expect(FakeNotification.shown).toEqual([]);
  });

  it("say so when the browser forbids notifications", async () => {
    FakeNotification.answer = "denied";
    render(Settings);
    await fireEvent.click(screen.getByRole("button", { name: "By notification" }));
    expect(await screen.findByText(/does not allow notifications/)).toBeTruthy();
    expect(caller.notifies).toBe(false);
  });

  it("keep whether a phone vibrates for somebody who has waited", () => {
    const vibrate = vi.fn();
    vi.stubGlobal("navigator", { ...navigator, vibrate, userActivation: { hasBeenActive: true } });
    caller.call("Your turn", 1000);
    expect(vibrate).not.toHaveBeenCalled();
    caller.call("Your turn", 60_000);
    expect(vibrate).toHaveBeenCalledTimes(1);
    preferences.vibrate = false;
    caller.call("Your turn", 60_000);
    expect(vibrate).toHaveBeenCalledTimes(1);
  });

  it("choose how long what others did stays", async () => {
    const times = new Map<string, number>();
    for (const pace of ["slow", "normal", "fast", "once"] as const) {
      vi.useFakeTimers();
      preferences.pace = pace;
      const state = new TableState("t");
      FakeSocket.last.hear(hello(4, { view: view(4, { actor: 1 }) }));
      await vi.advanceTimersByTimeAsync(0);
      FakeSocket.last.hear(news(5, [event(5, "K3", { seat: 1 })]));
      FakeSocket.last.hear(news(6, [event(6, "K5", { seat: 1 })]));
      let waited = 0;
      for (; state.view?.seq !== 6; waited += 20) await vi.advanceTimersByTimeAsync(waited ? 20 : 0);
      times.set(pace, waited);
      state.close();
      vi.useRealTimers();
    }
    const [slow, normal, fast, once] = [...times.values()] as [number, number, number, number];
    expect(slow).toBeGreaterThan(normal);
    expect(normal).toBeGreaterThan(fast);
    expect(fast).toBeGreaterThan(once);
  });
});
