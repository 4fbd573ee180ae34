/** How somebody wants to play in this browser: called or not, how fast, what plays itself, what the coach says. */

import { keep, kept } from "./keeping.ts";

export type Pace = "slow" | "normal" | "fast" | "once";
export const PACES: readonly Pace[] = ["slow", "normal", "fast", "once"];

class Preferences {
  #pace = $state<Pace>(PACES.find((pace) => pace === kept("pace")) ?? "normal");
  #forced = $state(kept("forced") !== "off");
  #vibrate = $state(kept("vibrate") !== "off");
  #warned = $state(kept("warned") === "on");
  #graded = $state(kept("graded") === "on");

  /** How long what others did stays before the next thing. */
  get pace(): Pace {
    return this.#pace;
  }

  set pace(pace: Pace) {
    this.#pace = pace;
    keep("pace", pace);
  }

  /** Whether one's own action plays itself when there is no other. */
  get forced(): boolean {
    return this.#forced;
  }

  set forced(on: boolean) {
    this.#forced = on;
    keep("forced", on ? "on" : "off");
  }

  get vibrate(): boolean {
    return this.#vibrate;
  }

  set vibrate(on: boolean) {
    this.#vibrate = on;
    keep("vibrate", on ? "on" : "off");
  }

  /** Whether the coach says a word before a mistake is played. */
  get warned(): boolean {
    return this.#warned;
  }

  set warned(on: boolean) {
    this.#warned = on;
    keep("warned", on ? "on" : "off");
  }

  /** Whether the coach grades what one has played. */
  get graded(): boolean {
    return this.#graded;
  }

  set graded(on: boolean) {
    this.#graded = on;
    keep("graded", on ? "on" : "off");
  }
}

export const preferences = new Preferences();
