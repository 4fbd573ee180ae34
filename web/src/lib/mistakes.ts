/** Exercises made of a review: one's own worst decisions, to be decided better. */

import { MARKED } from "./judging.ts";
import type { Event, Judged, Replay, Review } from "./wire.ts";

/** A decision that was not right, and the position in which it was made. */
export interface Mistake {
  judged: Judged;
  event: Event;
  position: string;
}

/** How an exercise ended: found at once, found later, or told. */
export type Outcome = "found" | "later" | "told";

const MOST = 5;

/** The worst decisions of one's own kingdoms, or of all where nobody is known, in the order of the game. */
export function mistakesOf(review: Review, { mine, kingdoms, news, positions }: Replay): Mistake[] {
  const own = new Set(mine.length ? mine.map((seat) => kingdoms[seat]) : kingdoms);
  const found = review.moments.flatMap((judged): Mistake[] => {
    const event = news[judged.seq - 1]?.events[0];
    const position = positions[judged.seq - 1];
    const isBad = judged.grade !== null && MARKED.includes(judged.grade) && judged.kingdom !== null && own.has(judged.kingdom);
    return isBad && event && position !== undefined ? [{ judged, event, position }] : [];
  });
  return found.sort((a, b) => b.judged.lost - a.judged.lost).slice(0, MOST).sort((a, b) => a.judged.seq - b.judged.seq);
}

/** The tables whose review was seen, as long as the page stays open. */
export const reviewed = new Set<string>();
