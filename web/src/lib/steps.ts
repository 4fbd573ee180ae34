/** The steps of a turn: what is done, where one is, what is possible, what is not. */

import type { Choosing } from "./choosing.svelte.ts";
import { LINE } from "./kingdoms.ts";
import type { Step, View } from "./wire.ts";

export type Status = "done" | "now" | "open" | "shut";

/** What steps need to know of the one who chooses. */
export type Chooser = Pick<Choosing, "called" | "turnedTo" | "held" | "actions" | "placing" | "can">;

/** The step that one is in: the one that was called, picked or turned to, else the first possible one. */
export function nowOf(steps: readonly Step[], choosing: Chooser): string {
  const { called, turnedTo, held, actions, placing } = choosing;
  const picked = held && actions.find(({ tray, spaces }) => tray === held.tray && spaces.includes(held.space));
  const first = steps.find(([step]) => choosing.can(step)) ?? steps.at(-1);
  return called ?? (picked ?? placing?.actions[0])?.step ?? turnedTo ?? first?.[0] ?? "";
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

/** The tray that is needed now: where the step that one is in is chosen, or else one after it. */
export function neededTray({ trays, steps }: Pick<View, "trays" | "steps">, choosing: Chooser): string | undefined {
  const { actions } = choosing; // what a step has to be called for is for later
  const now = nowOf(steps, choosing);
  const after = steps.map(([key]) => key).slice(steps.findIndex(([key]) => key === now));
  const wanted = after.flatMap((step) => actions.find((action) => action.tray && action.step === step) ?? [])[0] ?? actions.find(({ tray }) => tray);
  return wanted?.tray ?? trays.findLast(({ kind, slots }) => kind === LINE && slots.length)?.key;
}
