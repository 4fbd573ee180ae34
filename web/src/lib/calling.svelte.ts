/** Calls somebody back to the table who looks elsewhere: by a sound, a notification, on a phone by vibration. */

import { keep, kept } from "./keeping.ts";
import { preferences } from "./preferences.svelte.ts";
import { speaker } from "./sound.ts";
import type { Table } from "./wire.ts";
import { t } from "./words.svelte.ts";

const LONG = 8000; // milliseconds after which somebody who waits may be looking at something else

function permission(): NotificationPermission {
  return typeof Notification === "undefined" ? "denied" : Notification.permission;
}

class Caller {
  /** Whether notifications are wanted and allowed. */
  notifies = $state(kept("notify") === "on" && permission() === "granted");
  /** Whether the browser forbids them, or knows none. */
  isBlocked = $state(permission() === "denied");
  /** What was told last while nobody looked: for the title of the page. */
  unseen = $state("");

  constructor() {
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.unseen = "";
    });
  }

  /** Ask for permission, if necessary: browsers want that to follow a click. */
  async switch(on: boolean): Promise<void> {
    if (on && permission() === "default") await Notification.requestPermission();
    this.isBlocked = permission() === "denied";
    this.notifies = on && permission() === "granted";
    keep("notify", this.notifies ? "on" : "off");
  }

  /** Call, and keep *text* for the title of the page until somebody looks. */
  tell(text: string): void {
    if (document.hidden) this.unseen = text;
    this.call(text);
  }

  /** Say *text* to somebody who may look elsewhere; *waited* is how long they have, in milliseconds. */
  call(text: string, waited = Infinity): void {
    if (document.hidden) {
      speaker.play("turn", true);
      if (this.notifies) void notify(text);
    } else if (preferences.vibrate && waited > LONG && navigator.userActivation?.hasBeenActive) {
      navigator.vibrate?.(BUZZ);
    }
  }
}

const BUZZ = [40, 60, 40]; // milliseconds on, off and on

async function notify(text: string): Promise<void> {
  const about = { body: text, tag: "crownland" };
  try {
    const shown = new Notification("Crownland", about);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Phones want the service worker to show it, which also takes a click; and only this way they vibrate.
    const worker = await navigator.serviceWorker?.getRegistration();
    const vibrate = preferences.vibrate ? { vibrate: BUZZ, renotify: true } : {};
    await worker?.showNotification("Crownland", { ...about, ...vibrate, data: location.href } as NotificationOptions);
  }
}

export const caller = new Caller();

/** What one is called for when *before* has become *after*: somebody has come, offers a rematch, or has begun. */
export function callsBetween(before: Table | null, after: Table): string[] {
  if (!before) return [];
  const isOurs = after.host || after.seats.some((seat) => seat.mine);
  const came = after.seats.filter((seat, at) => isOurs && seat.kind === "person" && !seat.mine && before.seats[at]?.kind === "open");
  const calls = came.map(({ name }) => t("web.call.came", { name }));
  if (after.rematch?.answer === "open" && before.rematch?.table !== after.rematch.table) {
    calls.push(t("web.rematch.offer", { name: after.seats[after.rematch.seat ?? -1]?.name ?? "" }));
  }
  if (isOurs && before.phase === "open" && after.phase === "playing") calls.push(t("web.call.begun"));
  return calls;
}
