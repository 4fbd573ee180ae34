/**
 * A lesson without a screen: which hint fits which moment. Every hint is shown once.
 *
 * A hint stays while the learner has the same thing to do: doing it ends the hint, and so does the button. Nothing waits
 * for it. When the essential hints are told, the lesson is over and the game goes on without them.
 */

import type { Action } from "./board.ts";
import type { Catalogue } from "./catalogue.ts";
import { cellsOf } from "./kingdoms.ts";
import type { Kingdom, View } from "./wire.ts";

/** What the learner can do now, and how things stand. */
export interface Moment {
  /** The same as long as the learner has the same thing to do. */
  turn: string;
  view: View;
  /** The learner's own. */
  kingdom: Kingdom;
  /** What can be done now; nothing while others act. */
  actions: readonly Action[];
  /** Dominoes in the own kingdom. */
  laid: number;
  /** Own actions so far. */
  acted: number;
}

export interface Hint {
  key: string;
  /** Whether it fits, after what was *told*. */
  when: (moment: Moment, told: readonly string[]) => boolean;
  /** What it is about: selectors of what is lit, the first being pointed at. */
  at: string[] | ((moment: Moment) => string[]);
  /** The tray that is opened, where there is room for one only. */
  tray?: string;
  /** Told when it happens; the lesson does not wait for it. */
  isExtra?: boolean;
}

export interface Plan {
  /** The key of its game; the texts of its hints are `lesson.GAME.HINT`. */
  game: string;
  /** In the order of preference when several fit. */
  hints: readonly Hint[];
  /** The last round with hints: what has not come up by then is not told. */
  rounds: number;
}

/** The hint that is shown now, and in which turn; the hints told before. */
export interface Lesson {
  readonly told: readonly string[];
  readonly shown: string | null;
  readonly turn: string;
  /** How many hints this turn has had. */
  readonly count: number;
}

/** The last hint of every lesson. */
export const END = "end";
const MOST = 2; // hints in one turn

export const FIRST: Lesson = { told: [], shown: null, turn: "", count: 0 };

/** The lesson at *moment*: what is shown stays, or is done and makes room for the next. */
export function toldAt(plan: Plan, lesson: Lesson, moment: Moment): Lesson {
  const isSame = lesson.turn === moment.turn;
  if (lesson.shown !== null && isSame) return lesson;
  const before = dismissed(lesson);
  const count = isSame ? before.count : 0;
  if (!moment.actions.length || count >= MOST || isOver(before)) return before;
  const shown = isLearnt(plan, before, moment)
    ? END
    : plan.hints.find(({ key, when }) => !before.told.includes(key) && when(moment, before.told))?.key;
  return shown === undefined ? before : { ...before, shown, turn: moment.turn, count: count + 1 };
}

/** The lesson after the shown hint was read, or followed. */
export function dismissed(lesson: Lesson): Lesson {
  return lesson.shown === null ? lesson : { ...lesson, told: [...lesson.told, lesson.shown], shown: null };
}

export function isOver({ told }: Lesson): boolean {
  return told.includes(END);
}

function isLearnt({ hints, rounds }: Plan, { told }: Lesson, { view }: Moment): boolean {
  return view.round > rounds || hints.every(({ key, isExtra }) => isExtra || told.includes(key));
}

/** How far a lesson has come: the essential hints told, that which is shown among them, and how many there are. */
export function progress({ hints }: Plan, { told, shown }: Lesson): { told: number; of: number } {
  const essential = hints.filter(({ isExtra }) => !isExtra).map(({ key }) => key);
  const done = essential.filter((key) => told.includes(key) || key === shown).length;
  return { told: shown === END ? essential.length : done, of: essential.length };
}

/** How things stand for the learner in *seat*, who has acted so often; null without a kingdom. */
export function momentOf(view: View, actions: readonly Action[], seat: number, acted: number, catalogue: Catalogue): Moment | null {
  const kingdom = view.kingdoms.find(({ seats }) => seats.includes(seat));
  if (!kingdom) return null;
  const laid = Math.floor((cellsOf(kingdom, catalogue).size - 1) / 2);
  return { turn: `${acted} ${actions.length > 0}`, view, kingdom, actions, laid, acted };
}

/** Whether something of that *kind* can be done. */
export function can({ actions }: Moment, ...kinds: string[]): boolean {
  return actions.some(({ kind }) => kinds.includes(kind));
}
