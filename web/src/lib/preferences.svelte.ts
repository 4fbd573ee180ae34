/** How somebody wants to play in this browser: called or not, how fast, what plays itself. */

import { keep, kept } from "./keeping.ts";

export type Pace = "slow" | "normal" | "fast" | "once";
export const PACES: readonly Pace[] = ["slow", "normal", "fast", "once"];

class Preferences {
  #pace = $state<Pace>(PACES.find((pace) => pace === kept("pace")) ?? "normal");
  #forced = $state(kept("forced") !== "off");
  #vibrate = $state(kept("vibrate") !== "off");

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
}

export const preferences = new Preferences();
