/** The lesson of a table: what was told there is kept, so that it can be left and taken up again. */

import { keep, kept } from "./keeping.ts";
import { dismissed, FIRST, isOver, type Lesson, type Moment, type Plan, toldAt } from "./lesson.ts";
import { LESSONS } from "./looks.ts";

/** What a browser keeps of a game's last lesson. */
export interface KeptLesson {
  table: string;
  told: string[];
  /** Whether the learner wants no hints now. */
  isOff?: boolean;
}

/** The lesson of *game* that was begun last; null without one. */
export function keptLesson(game: string): KeptLesson | null {
  return lessons()[game] ?? null;
}

export function keepLesson(game: string, lesson: KeptLesson): void {
  keep("lesson", JSON.stringify({ ...lessons(), [game]: lesson }));
}

function lessons(): Record<string, KeptLesson> {
  try {
    const all = (JSON.parse(kept("lesson") ?? "{}") ?? {}) as Record<string, Partial<KeptLesson>>;
    return Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, KeptLesson] => typeof entry[1]?.table === "string" && Array.isArray(entry[1].told)),
    );
  } catch {
    return {};
  }
}

/** The lesson at one table. */
export class Learning {
  plan = $state.raw<Plan | null>(null);
  lesson = $state.raw<Lesson>(FIRST);
  /** Whether hints are shown. */
  isOn = $state(false);
  /** Whether this table is, or was, a lesson. */
  readonly wasBegun: boolean;

  constructor(
    readonly game: string,
    readonly table: string,
  ) {
    const last = keptLesson(game);
    this.wasBegun = last?.table === table;
    if (!last || !this.wasBegun) return;
    this.lesson = { ...FIRST, told: last.told };
    if (!last.isOff && !isOver(this.lesson)) void this.begin();
  }

  /** Show hints; after the last one, from the beginning. */
  async begin(): Promise<void> {
    if (isOver(this.lesson)) this.lesson = FIRST;
    this.isOn = true;
    this.#keep();
    this.plan ??= (await LESSONS[this.game]?.())?.lesson ?? null;
  }

  /** No more hints until they are wanted again. */
  stop(): void {
    this.lesson = { ...this.lesson, shown: null, turn: "" };
    this.isOn = false;
    this.#keep();
  }

  follow(moment: Moment): void {
    if (this.plan && this.isOn) this.#change(toldAt(this.plan, this.lesson, moment));
  }

  dismiss(): void {
    this.#change(dismissed(this.lesson));
  }

  #change(next: Lesson): void {
    const isNew = next.told !== this.lesson.told;
    this.lesson = next;
    if (isOver(next)) this.isOn = false;
    if (isNew) this.#keep();
  }

  #keep(): void {
    keepLesson(this.game, { table: this.table, told: [...this.lesson.told], isOff: !this.isOn });
  }
}
