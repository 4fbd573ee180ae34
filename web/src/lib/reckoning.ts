/** Reading out the score of a game, line by line: kingdom after kingdom, at the end the standings. */

import { worthTelling } from "./sayings.ts";
import type { Kingdom, ScoreLine, View } from "./wire.ts";

export class Reckoning {
  readonly kingdoms: readonly Kingdom[];
  readonly #lines: readonly (readonly ScoreLine[])[];
  readonly #steps: readonly { kingdom: number; shown: number }[];

  constructor(
    view: View,
    readonly game: number,
  ) {
    this.kingdoms = view.past[game - 1] ?? view.kingdoms;
    // In a series, a kingdom has the lines of all games.
    this.#lines = view.kingdoms.map((kingdom) => worthTelling(kingdom.lines, game));
    // A kingdom without points is shown once all the same.
    this.#steps = this.#lines.flatMap((lines, kingdom) =>
      Array.from({ length: Math.max(1, lines.length) }, (_, at) => ({ kingdom, shown: Math.min(at + 1, lines.length) })),
    );
  }

  get length(): number {
    return this.#steps.length;
  }

  /** The kingdom of a step, its lines so far, the line that is read out now, and its points so far. */
  at(step: number): { kingdom: number; lines: readonly ScoreLine[]; now: ScoreLine | null; total: number } {
    const { kingdom, shown } = this.#steps[Math.min(step, this.length - 1)] ?? { kingdom: 0, shown: 0 };
    const lines = this.#lines[kingdom]?.slice(0, shown) ?? [];
    return { kingdom, lines, now: lines.at(-1) ?? null, total: sum(lines) };
  }

  /** The points of a kingdom in this game as far as they were read out; null before its turn. */
  total(kingdom: number, step: number): number | null {
    const told = this.at(step);
    if (step >= this.length || kingdom < told.kingdom) return sum(this.#lines[kingdom] ?? []);
    return kingdom === told.kingdom ? told.total : null;
  }
}

function sum(lines: readonly ScoreLine[]): number {
  return lines.reduce((points, line) => points + line.points, 0);
}
