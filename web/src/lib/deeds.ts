/** What was done: the log with its little dominoes, and what is spoken. */

import { parseLand } from "./land.ts";
import { halvesOf, isSame, newsText } from "./pieces.ts";
import type { Event, Kingdom, Piece } from "./wire.ts";
import { t } from "./words.svelte.ts";

/** What one seat, or chance, did one after the other in a round. */
export interface Turn {
  seq: number;
  seat: number | null;
  round: number;
  events: Event[];
  texts: string[];
}

/** *named* says who sits in a seat. */
export function turnsOf(events: readonly Event[], named: (seat: number) => string = String): Turn[] {
  const turns: Turn[] = [];
  for (const event of events) {
    const { seq, seat, round } = event;
    let last = turns.at(-1);
    if (!last || last.seat !== seat || last.round !== round) turns.push((last = { seq, seat, round, events: [], texts: [] }));
    last.events.push(event);
    last.texts.push(eventText(event, named));
  }
  return turns;
}

export function eventText({ kind, meaning, token, points }: Event, named?: (seat: number) => string): string {
  if (kind === "back") return t("web.deed.back");
  if (kind === "resign") return t("web.deed.resign");
  if (kind === "close") return t("web.closed");
  // Who is drawn to act in which order, in a game with kings and in one without.
  if (meaning?.kind === "opening" && named) return t("web.deed.opening", { names: meaning.seats.map(named).join(", ") });
  return meaning ? newsText(meaning, token, points) : t("table.news.token", { token });
}

/** The dominoes of an event, and what became of them; none of what is better told in words. */
export function dominoesIn({ kind, meaning }: Event): { pieces: readonly Piece[]; how: "laid" | "taken" | "gone" | "dealt" } | null {
  const pieces = meaning?.pieces ?? [];
  if (!meaning || !pieces.length || (kind !== "action" && kind !== "chance") || !pieces.every((piece) => halvesOf([piece]))) return null;
  if (kind === "chance") return { pieces, how: "dealt" };
  if (meaning.squares.length) return { pieces, how: "laid" };
  return { pieces, how: meaning.kind === "discard" ? "gone" : "taken" };
}

/** The squares of a turn, as far as what was done there is still to be seen: not when it was taken back, or another game began. */
export function squaresOf({ events }: Turn, { land, tiles, pieces }: Kingdom): string[] {
  const cells = parseLand(land);
  const isThere = (square: string, moved: readonly Piece[]): boolean => {
    const tile = tiles[square]?.[0];
    if (!tile || moved.some(([, key]) => key === tile)) return cells.has(square);
    return moved.some((piece) => pieces[square]?.some((standing) => isSame(standing, piece)));
  };
  return events.flatMap(({ kind, meaning }) =>
    kind === "action" && meaning ? meaning.squares.filter((square) => isThere(square, meaning.pieces)) : [],
  );
}
