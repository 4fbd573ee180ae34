/** What a thing is and does, told beside it: when it is pointed at, focused, pressed long, or tapped where a tap does nothing else. */

import type { Attachment } from "svelte/attachments";

export interface Note {
  name: string;
  about?: string | undefined;
}

/** The whole note, for those who hear it. */
export function spokenNote({ name, about }: Note): string {
  return [name, about].filter(Boolean).join(". ");
}

const HOVER = 300; // milliseconds that a mouse rests before it asks
const PRESS = 450; // and that a finger does

class Tips {
  /** The thing that is told about, and what. */
  shown = $state.raw<{ of: Element; note: Note } | null>(null);
  #timer = 0;

  show(of: Element, note: Note): void {
    clearTimeout(this.#timer);
    this.shown = { of, note };
  }

  wait(of: Element, note: () => Note, time: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.show(of, note()), time);
  }

  /** Tell no more: about *of*, or about anything. */
  hide(of?: Element): void {
    clearTimeout(this.#timer);
    if (!of || this.shown?.of === of) this.shown = null;
  }
}

export const tips = new Tips();

/** Lets an element tell its *note*. Where a tap does nothing else (*isIdle*), it tells too. */
export function tip(note: () => Note, isIdle: () => boolean = () => false): Attachment {
  return (element) => {
    const stop = new AbortController();
    let wasLong = false;
    let pressed = 0; // when
    const on = <Name extends keyof HTMLElementEventMap>(name: Name, act: (event: HTMLElementEventMap[Name]) => void, capture = false): void =>
      element.addEventListener(name, act as EventListener, { signal: stop.signal, capture });

    on("pointerenter", ({ pointerType }) => pointerType === "mouse" && tips.wait(element, note, HOVER));
    on("pointerleave", ({ pointerType }) => pointerType === "mouse" && tips.hide(element));
    on("pointerup", ({ timeStamp }) => {
      if (timeStamp - pressed < PRESS) wasLong = false; // a device that is busy hears late of a finger that is gone
      if (!wasLong) tips.hide(element);
    });
    on("pointerdown", ({ pointerType, timeStamp }) => {
      wasLong = false;
      pressed = timeStamp;
      if (pointerType === "mouse") return;
      tips.wait(
        element,
        () => {
          wasLong = true;
          return note();
        },
        PRESS,
      );
    });
    on("pointercancel", () => tips.hide(element));
    on("contextmenu", (event) => wasLong && event.preventDefault());
    on("focus", () => element.matches(":focus-visible") && tips.show(element, note()));
    on("blur", () => tips.hide(element));
    on(
      "click",
      (event) => {
        // A finger that asked has not chosen.
        if (wasLong) event.stopImmediatePropagation();
        else if (isIdle()) tips.show(element, note());
        else tips.hide();
        wasLong = false;
      },
      true,
    );
    return () => {
      stop.abort();
      tips.hide(element);
    };
  };
}
