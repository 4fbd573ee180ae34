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

  /** Ask for permission, if necessary: browsers want that to follow a click. */
  async switch(on: boolean): Promise<void> {
    if (on && permission() === "default") await Notification.requestPermission();
    this.isBlocked = permission() === "denied";
    this.notifies = on && permission() === "granted";
    keep("notify", this.notifies ? "on" : "off");
  }

  /** Say *text* to somebody who may look elsewhere; *waited* is how long they have, in milliseconds. */
  call(text: string, waited = Infinity): void {
    if (document.hidden) {
      speaker.play("turn", true);
      if (this.notifies) notify(text);
    } else if (preferences.vibrate && waited > LONG && navigator.userActivation?.hasBeenActive) {
      navigator.vibrate?.([40, 60, 40]);
    }
  }
}

function notify(text: string): void {
  try {
    const shown = new Notification("Crownland", { body: text, tag: "crownland" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some phones know notifications of installed pages only.
  }
}

export const caller = new Caller();

/** What one is called for when *before* has become *after*: somebody has come, offers a rematch, or has begun. */
export function callsBetween(before: Table | null, after: Table): string[] {
  if (!before || !(after.host || after.seats.some((seat) => seat.mine))) return [];
  const came = after.seats.filter((seat, at) => seat.kind === "person" && !seat.mine && before.seats[at]?.kind === "open");
  const calls = came.map(({ name }) => t("web.call.came", { name }));
  if (after.rematch?.answer === "open" && before.rematch?.table !== after.rematch.table) {
    calls.push(t("web.rematch.offer", { name: after.seats[after.rematch.seat ?? -1]?.name ?? "" }));
  }
  if (before.phase === "open" && after.phase === "playing") calls.push(t("web.call.begun"));
  return calls;
}
