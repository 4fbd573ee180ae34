/** Looking up a rule: over the table on a sheet, so that nobody loses the game; on the rules page by going there. */

import { router } from "./router.svelte.ts";

class Lookup {
  /** The rule or section that the rules page goes to; a new object each time, for one may ask twice. */
  jump = $state.raw<{ to: string } | null>(null);
  #opened = $state.raw<{ number: string; path: string } | null>(null);
  /** The rule on the sheet, which lies on the page where it was opened. */
  readonly sheet = $derived(this.#opened?.path === router.path ? this.#opened.number : null);

  show(number: string): void {
    if (!/^\/rules(\/|$)/.test(router.path)) {
      this.#opened = { number, path: router.path };
      return;
    }
    const path = `/rules/${number}`;
    router.go(path, router.path === path ? "replace" : "push");
    this.jump = { to: number };
  }

  close(): void {
    this.#opened = null;
  }

  /** Follow a link to a rule, unless it is meant for another tab. */
  follow(event: MouseEvent, number: string): void {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.show(number);
  }
}

export const lookup = new Lookup();
