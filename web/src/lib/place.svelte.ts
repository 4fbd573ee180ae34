/** Where one plays: at the tables of a server, or at those of this device. */

import type { StorageTrouble } from "../local/keeper.ts";
import { isAlone } from "./site.ts";

const HERE = "here-"; // how ids of this device's tables begin
const PAUSE = 4000; // milliseconds between two looks for the server

class Place {
  /** Whether this device answers what a server would: there is none, or it cannot be reached. */
  isHere = $state(isAlone);
  /** Whether another tab has the tables of this device. */
  isElsewhere = $state(false);
  /** Why the tables of this device are not kept. */
  storage = $state<StorageTrouble | null>(null);
  /** Whether a new version of the page is there. */
  hasUpdate = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** The server is gone; look for it now and then. */
  lose(): void {
    if (isAlone) return;
    this.isHere = true;
    this.#wait();
  }

  /** The server is there, or at least nothing else is. */
  find(): void {
    this.isHere = isAlone;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#look);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), PAUSE);
    addEventListener("online", this.#look);
  }

  #look = async (): Promise<void> => {
    const answer = await fetch("/api/me").catch(() => null);
    if (answer?.ok) this.find();
    else this.#wait();
  };
}

export const place = new Place();

/** Whether a table is one of this device. */
export function isHereTable(id: string): boolean {
  return id.startsWith(HERE);
}

/** Whether files can be loaded without the server: a service worker has them. */
export function hasFiles(): boolean {
  return isAlone || Boolean(navigator.serviceWorker?.controller);
}
