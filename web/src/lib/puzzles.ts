/** Which puzzle comes next, and what this browser keeps of those that were tried. */

import { keep, kept } from "./keeping.ts";
import type { PuzzleInfo } from "./wire.ts";

/** What was tried: whether the first answer was right. *streak* is how many were, one after the other. */
export interface Progress {
  tried: Readonly<Record<string, boolean>>;
  streak: number;
  best: number;
}

/** What somebody wants to solve; an empty text is anything. */
export interface Filter {
  /** A game with its options, as *kindOf* names it. */
  kind: string;
  theme: string;
  difficulty: string;
}

export const NO_PROGRESS: Progress = { tried: {}, streak: 0, best: 0 };
export const ANYTHING: Filter = { kind: "", theme: "", difficulty: "" };

/** `kingdomino 2 mighty-duel`: puzzles of one kind are of the same game, players and options. */
export function kindOf([, game, players, options]: PuzzleInfo): string {
  return [game, players, ...options].join(" ");
}

/** All kinds, in the order of the list. */
export function kindsOf(puzzles: readonly PuzzleInfo[]): string[] {
  return [...new Set(puzzles.map(kindOf))];
}

export function matching(puzzles: readonly PuzzleInfo[], { kind, theme, difficulty }: Filter): PuzzleInfo[] {
  return puzzles.filter(
    (one) => (!kind || kindOf(one) === kind) && (!theme || one[4].includes(theme)) && (!difficulty || one[5] === difficulty),
  );
}

/** A puzzle that was not tried yet, or any other when all were; null where nothing matches. */
export function nextOf(puzzles: readonly PuzzleInfo[], filter: Filter, { tried }: Progress, last: string, random = Math.random): string | null {
  const others = matching(puzzles, filter).filter(([key]) => key !== last);
  const fresh = others.filter(([key]) => !(key in tried));
  const among = fresh.length ? fresh : others;
  return among[Math.floor(random() * among.length)]?.[0] ?? null;
}

/** The progress after the first answer to a puzzle; one that was tried before counts no more. */
export function afterTry(progress: Progress, key: string, isRight: boolean): Progress {
  if (key in progress.tried) return progress;
  const streak = isRight ? progress.streak + 1 : 0;
  return { tried: { ...progress.tried, [key]: isRight }, streak, best: Math.max(streak, progress.best) };
}

/** How many of the tried ones were solved at once, from 0 to 1; null before the first. */
export function solvedShare({ tried }: Progress): number | null {
  const all = Object.values(tried);
  return all.length ? all.filter(Boolean).length / all.length : null;
}

export function keptProgress(): Progress {
  const read = parsed(kept("puzzles"));
  const tried = Object.entries(objectOf(read["tried"])).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean");
  return { tried: Object.fromEntries(tried), streak: countOf(read["streak"]), best: countOf(read["best"]) };
}

export function keepProgress(progress: Progress): void {
  keep("puzzles", JSON.stringify(progress));
}

/** What was wanted last, as far as there is still something of it. */
export function keptFilter(puzzles: readonly PuzzleInfo[]): Filter {
  const { kind, theme, difficulty } = { ...ANYTHING, ...parsed(kept("puzzle-filter")) };
  const filter = { kind: String(kind), theme: String(theme), difficulty: String(difficulty) };
  return matching(puzzles, filter).length ? filter : ANYTHING;
}

export function keepFilter(filter: Filter): void {
  keep("puzzle-filter", JSON.stringify(filter));
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text ?? "{}"));
  } catch {
    return {};
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : 0;
}
