/** The steps of a turn: what is done, where one is, what is possible, what is not. */

import type { Choosing } from "./choosing.svelte.ts";
import type { Step } from "./wire.ts";

export type Status = "done" | "now" | "open" | "shut";

/** What steps need to know of the one who chooses. */
export type Chooser = Pick<Choosing, "called" | "held" | "actions" | "placing" | "squares" | "can">;

/** The step that one is in: the one that was called or picked, else what the board shows, else the last possible one. */
export function nowOf(steps: readonly Step[], choosing: Chooser): string {
  const { called, held, actions, placing, squares } = choosing;
  const picked = held && actions.find(({ tray, spaces }) => tray === held.tray && spaces.includes(held.space));
  const onBoard = placing?.actions[0] ?? [...squares.values()][0];
  const last = steps.findLast(([step]) => choosing.can(step)) ?? steps.at(-1);
  return called ?? (picked ?? onBoard)?.step ?? last?.[0] ?? "";
}

export function statusOf([step, isDone]: Step, steps: readonly Step[], now: string, choosing: Chooser): Status {
  if (step === now) return "now";
  if (choosing.can(step)) return "open";
  if (isDone) return "done";
  // While only one step is possible, those after it are still to come.
  const keys = steps.map(([key]) => key);
  const isToCome = keys.indexOf(step) > keys.indexOf(now) && !keys.some((key) => key !== now && choosing.can(key));
  return isToCome ? "open" : "shut";
}
