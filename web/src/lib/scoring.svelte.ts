/** The score pad that lies open: every change is kept at once, can be undone, and asks what the kingdoms are worth now. */

import { api, ApiError } from "./api.ts";
import { keepPad, type Pad, questionOf, type Sheet } from "./pad.ts";
import type { Scored } from "./wire.ts";

const PAUSE = 120; // milliseconds without a change until the points are asked for
const PATIENCE = 2500; // milliseconds until a server that could not be reached is asked again
const MOST_UNDONE = 200;

export class Scoring {
  pad: Pad = $state.raw() as Pad;
  /** What the pad, or what it was before, is worth. */
  scored = $state.raw<Scored | null>(null);
  /** Whether that is what the pad shows now. */
  isCurrent = $state(false);
  isOffline = $state(false);
  /** Whether this browser keeps what is entered. */
  isKept = $state(true);
  trouble = $state.raw<unknown>(null);
  #past = $state.raw<Pad[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isAsking = false;

  constructor(pad: Pad) {
    this.pad = pad;
    this.isKept = keepPad(pad);
    void this.#ask();
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  /** Another game, or other people; there is nothing to undo then. */
  set(pad: Pad): void {
    this.#past = [];
    this.#show(pad);
  }

  setSheet(at: number, sheet: Sheet): void {
    if (sheet === this.pad.sheets[at]) return;
    this.#past = [...this.#past, this.pad].slice(-MOST_UNDONE);
    this.#show({ ...this.pad, sheets: this.pad.sheets.map((old, place) => (place === at ? sheet : old)) });
  }

  undo(): void {
    const last = this.#past.at(-1);
    if (!last) return;
    this.#past = this.#past.slice(0, -1);
    this.#show(last);
  }

  /** Ask again at once, if the last question was not answered. */
  readonly again = (): void => {
    if (!this.isCurrent) this.#later(0);
  };

  close(): void {
    clearTimeout(this.#timer);
  }

  #show(pad: Pad): void {
    if (pad.game !== this.pad.game || pad.sheets.length !== this.pad.sheets.length) this.scored = null;
    this.pad = pad;
    this.isCurrent = false;
    this.isKept = keepPad(pad);
    this.#later(PAUSE);
  }

  #later(pause: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), pause);
  }

  async #ask(): Promise<void> {
    if (this.#isAsking) return; // whoever is asking sees that the pad has changed
    this.#isAsking = true;
    const pad = this.pad;
    let wait = 0;
    try {
      const scored = await api.score(questionOf(pad));
      this.isOffline = false;
      this.trouble = null;
      if (scored.kingdoms.length === this.pad.sheets.length) this.scored = scored;
      this.isCurrent = pad === this.pad;
    } catch (error) {
      this.isOffline = error instanceof ApiError && error.code === "page/offline";
      const isBusy = error instanceof ApiError && (error.status === 429 || error.status >= 500);
      this.trouble = this.isOffline || isBusy ? null : error;
      if (this.isOffline || isBusy) wait = PATIENCE;
      else this.isCurrent = pad === this.pad;
    } finally {
      this.#isAsking = false;
    }
    if (wait || pad !== this.pad) this.#later(wait);
  }
}
