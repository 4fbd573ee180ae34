/** The whole game by keyboard: arrows and R for the board, arrows and digits for what lies in lines, Enter, U, H. */

import type { Choosing } from "./choosing.svelte.ts";
import type { Coach } from "./coaching.svelte.ts";
import type { Direction } from "./square.ts";
import type { TableState } from "./table.svelte.ts";

const ARROWS: Record<string, Direction> = { ArrowUp: "n", ArrowRight: "e", ArrowDown: "s", ArrowLeft: "w" };

/** Handles a key that was pressed anywhere at the table, except in a field or on a sheet. */
export function onTableKey(event: KeyboardEvent, choosing: Choosing, table: TableState, coach: Coach | null = null): void {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
  if (play(event, target.closest("button, a, summary") !== null, choosing, table, coach)) event.preventDefault();
}

function play(event: KeyboardEvent, isOnButton: boolean, choosing: Choosing, table: TableState, coach: Coach | null): boolean {
  const direction = ARROWS[event.key];
  if (direction) return arrow(direction, choosing);
  if (/^[1-8]$/.test(event.key)) return focusOn(numberedButtons()[Number(event.key) - 1]);
  switch (event.key.toLowerCase()) {
    case "r":
      choosing.turn(event.shiftKey ? -1 : 1);
      return choosing.placing !== null;
    case " ":
      if (isOnButton || !choosing.placing) return false;
      choosing.turn();
      return true;
    case "enter":
      if (isOnButton) return false;
      choosing.confirm();
      return true;
    case "u":
      table.takeBack();
      return true;
    case "h":
      void coach?.help();
      return coach !== null;
    case "escape":
      coach?.dismiss();
      choosing.letGo();
      table.looked = null;
      return true;
  }
  return false;
}

function arrow(direction: Direction, choosing: Choosing): boolean {
  if (choosing.placing || choosing.squares.size) {
    choosing.arrow(direction);
    letFocusFollow(choosing);
    return true;
  }
  const buttons = numberedButtons();
  const at = buttons.findIndex((button) => button === document.activeElement);
  const by = direction === "s" || direction === "e" ? 1 : -1;
  return focusOn(buttons.at(at < 0 ? Math.min(0, by) : (at + by) % buttons.length));
}

/** Enter is meant for what the arrows have chosen, not for a button that was pressed before. */
function letFocusFollow({ cursor, placing }: Choosing): void {
  const pick = !placing && cursor ? document.querySelector<HTMLElement>(`[data-pick="${cursor}"]`) : null;
  if (pick) pick.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function numberedButtons(): HTMLElement[] {
  // Where there is little room, a tray may be closed.
  return [...document.querySelectorAll<HTMLElement>("[data-numbered]:not(:disabled)")].filter((one) => one.checkVisibility?.() ?? true);
}

function focusOn(element: HTMLElement | undefined): boolean {
  element?.focus();
  return element !== undefined;
}
