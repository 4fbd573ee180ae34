/**
 * The guided first game without a screen: which hint fits which moment. Every hint is shown once.
 *
 * A hint stays while its moment lasts: doing the thing ends it, and so does the button. Nothing waits for it.
 */

import type { Action } from "../lib/board.ts";
import type { Catalogue } from "../lib/catalogue.ts";
import { cellsOf, OLD_LINE } from "../lib/kingdoms.ts";
import { boxOf, height, width } from "../lib/square.ts";
import type { Slot, View } from "../lib/wire.ts";

/** The game that newcomers begin with. */
export const FIRST_GAME = "kingdomino";
const NEW_LINE = "new-line";

/** In the order of preference when several fit. */
export const HINTS = ["claim", "number", "discard", "last", "place", "match", "gain", "size", "crowns", "done"] as const;
export type Hint = (typeof HINTS)[number];

/** The hint that is shown now, and in which step; the hints shown before. */
export interface Lesson {
  readonly seen: readonly Hint[];
  readonly shown: Hint | null;
  readonly step: string;
}

/** What the learner can do now, and how far the kingdom has come. */
export interface Moment {
  /** The same as long as the learner has the same thing to do. */
  step: string;
  todo: "claim" | "place" | "discard" | "nothing";
  /** Dominoes in the own kingdom, and own kings on the new line. */
  laid: number;
  claimed: number;
  /** The longer side of the own kingdom. */
  side: number;
  /** Whether a domino with a crown can be claimed. */
  hasCrowns: boolean;
  /** What the spot under the ghost brings; null without a ghost. */
  gain: number | null;
  isLast: boolean;
  isOver: boolean;
}

const WHEN: Record<Hint, (moment: Moment) => boolean> = {
  claim: ({ todo, laid, claimed }) => todo === "claim" && laid + claimed === 0,
  number: ({ todo, laid, claimed }) => todo === "claim" && laid + claimed > 0,
  discard: ({ todo }) => todo === "discard",
  last: ({ todo, isLast }) => todo !== "nothing" && isLast,
  place: ({ todo, laid }) => todo === "place" && laid === 0,
  match: ({ todo, laid }) => todo === "place" && laid > 0,
  gain: ({ todo, laid, gain }) => todo === "place" && laid > 0 && gain !== null && gain > 0,
  size: ({ todo, side }) => todo === "place" && side >= 4,
  crowns: ({ todo, laid, hasCrowns }) => todo === "claim" && laid > 0 && hasCrowns,
  done: ({ isOver }) => isOver,
};

export const FIRST: Lesson = { seen: [], shown: null, step: "" };

/** The lesson at *moment*: what is shown stays, or is done and makes room for the next. */
export function told(lesson: Lesson, moment: Moment): Lesson {
  if (lesson.shown !== null && lesson.step === moment.step) return lesson;
  const before = lesson.shown === null ? lesson : dismissed(lesson);
  // One hint in a step is enough, but the ghost comes later in it.
  const isNew = before.step !== moment.step;
  const shown = HINTS.find((hint) => (isNew || hint === "gain") && !before.seen.includes(hint) && WHEN[hint](moment)) ?? null;
  return shown === null ? before : { ...before, shown, step: moment.step };
}

/** The lesson after the shown hint was read, or followed. */
export function dismissed(lesson: Lesson): Lesson {
  return lesson.shown === null ? lesson : { ...lesson, seen: [...lesson.seen, lesson.shown], shown: null };
}

/** The lesson without further hints. */
export function ended(lesson: Lesson): Lesson {
  return { ...lesson, seen: HINTS, shown: null };
}

/** How things stand for the learner in *seat*, who may choose among *actions*; *gain* is of the spot under the ghost. */
export function momentOf(view: View, actions: readonly Action[], seat: number, gain: number | null, catalogue: Catalogue): Moment {
  const kingdom = view.kingdoms.find(({ seats }) => seats.includes(seat));
  const cells = kingdom ? cellsOf(kingdom, catalogue) : new Map();
  const slotsOf = (tray: string): Slot[] => view.trays.find(({ key }) => key === tray)?.slots ?? [];
  const box = boxOf(cells.keys());
  const laid = (cells.size - 1) / 2;
  const claimed = slotsOf(NEW_LINE).filter(([, king]) => king === seat).length;
  const todo = (["claim", "place", "discard"] as const).find((kind) => actions.some((action) => action.kind === kind)) ?? "nothing";
  const hasCrowns = actions.some(
    ({ kind, pieces }) => kind === "claim" && pieces.some(([, , halves]) => halves.some((half) => half && half[1] > 0)),
  );
  return {
    step: [view.over ? "over" : view.round, todo, laid, claimed].join(" "),
    todo,
    laid,
    claimed,
    side: Math.max(width(box), height(box)),
    hasCrowns,
    gain,
    isLast: !view.over && slotsOf(OLD_LINE).length > 0 && slotsOf(NEW_LINE).length === 0,
    isOver: view.over,
  };
}

/** What a browser keeps of a lesson: its table, and the hints shown so far. */
export function keptLesson(text: string | null, table: string): Lesson | null {
  try {
    const kept = JSON.parse(text ?? "null") as { table?: unknown; seen?: unknown } | null;
    if (kept?.table !== table || !Array.isArray(kept.seen)) return null;
    const { seen } = kept;
    return { ...FIRST, seen: HINTS.filter((hint) => seen.includes(hint)) };
  } catch {
    return null;
  }
}

export function lessonText(table: string, lesson: Lesson): string {
  return JSON.stringify({ table, seen: lesson.seen });
}
