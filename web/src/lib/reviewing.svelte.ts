/** Asks the server for the review of a game until it is there. */

import { api, ApiError } from "./api.ts";
import type { Judged, Review, Reviewing } from "./wire.ts";

const PAUSE = 700; // milliseconds between two questions
const OFFLINE = 4000;

export class ReviewRequest {
  state = $state.raw<Reviewing | null>(null);
  trouble = $state.raw<unknown>(null);
  readonly review = $derived<Review | null>(this.state?.review ?? null);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(readonly record: string) {
    void this.ask();
  }

  /** What is said about the action that led to *seq*. */
  at(seq: number): Judged | null {
    return this.review?.moments[seq - 1] ?? null;
  }

  async ask(): Promise<void> {
    this.trouble = null;
    let pause = PAUSE;
    try {
      const state = await api.review(this.record);
      if (this.#isClosed) return;
      this.state = state;
      if (state.review) return;
    } catch (error) {
      if (this.#isClosed) return;
      // A server that starts again has forgotten the queue, and is asked again.
      if (!(error instanceof ApiError) || error.code !== "page/offline") {
        this.trouble = error;
        return;
      }
      pause = OFFLINE;
    }
    this.#timer = setTimeout(() => void this.ask(), pause);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }
}
