/** What a review says, in numbers and words. */

import { eventText } from "./deeds.ts";
import { actionText, halvesOf, newsText } from "./pieces.ts";
import type { Shade } from "../components/Board.svelte";
import type { Event, Judged, Piece, Review, Way } from "./wire.ts";
import { words } from "./words.svelte.ts";

export type Grade = NonNullable<Judged["grade"]>;

/** What is marked in the graph, from the least to the worst. */
export const MARKED: readonly Grade[] = ["inaccuracy", "mistake", "blunder"];

export const LUCKY = 0.05; // of win chance: from here on a draw is marked

/** `48 %`. */
export function percent(share: number): string {
  return new Intl.NumberFormat(words.tag, { style: "percent", maximumFractionDigits: 0 }).format(share);
}

/** `+4.2 %`, `−12.0 %`, `0.0 %`. */
export function signedPercent(share: number): string {
  const rounded = Math.round(share * 1000) / 1000 || 0;
  const format = { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: "exceptZero" } as const;
  return new Intl.NumberFormat(words.tag, format).format(rounded).replace("-", "−");
}

/** The chances of a kingdom from the start to the end, action by action. */
export function courseOf(review: Review, kingdom: number): number[] {
  const course = [review.start, ...review.moments.map(({ wins }) => wins)].map((wins) => wins[kingdom] ?? 0);
  if (review.moments.length) course[course.length - 1] = review.end[kingdom] ?? 0;
  return review.loser === null ? course : [...course, review.result[kingdom] ?? 0];
}

/** Whether a draw, or a decision, is marked in the graph. */
export function isMarked({ grade, luck }: Judged): boolean {
  return grade !== null ? MARKED.includes(grade) : Math.max(0, ...luck.map(Math.abs)) >= LUCKY;
}

/** What was played, of a decision that was free. */
export function playedWay({ ways }: Judged, event: Event): Way | null {
  return ways.find(({ token }) => token === event.token) ?? null;
}

/** What would have been better than what was played; nothing where that was the best, or as good. */
export function betterWay(judged: Judged, event: Event): Way | null {
  const [best] = judged.ways;
  return best && best.token !== event.token && judged.grade !== "best" ? best : null;
}

/** `claimed 17`: a way as if it had been gone; two that read the same are told apart by their tokens. */
export function wayText({ meaning, token, gain }: Way, event?: Event): string {
  const text = newsText(meaning, token, gain);
  return event && text === eventText(event) ? actionText(meaning, token) + (meaning.squares.length ? ` ${meaning.squares.join(" ")}` : "") : text;
}

/** Where a way would lie on the board. */
export function shadeOf({ meaning, gain }: Way, isFaint: boolean): Shade | null {
  if (!meaning.squares.length) return null;
  return { squares: meaning.squares, halves: meaning.squares.length === 2 ? halvesOf(meaning.pieces) : null, gain, isFaint };
}

/** The piece of a line that a way takes. */
export function takenBy({ meaning }: Way): Piece | null {
  return meaning.tray && !meaning.squares.length ? (meaning.pieces[0] ?? null) : null;
}
