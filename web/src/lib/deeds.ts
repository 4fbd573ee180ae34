/** What was done, in a few words: the log, and what is spoken. */

import { newsText } from "./pieces.ts";
import type { Event } from "./wire.ts";
import { t } from "./words.svelte.ts";

/** What one seat, or chance, did one after the other in a round. */
export interface Turn {
  seq: number;
  seat: number | null;
  round: number;
  texts: string[];
}

export function turnsOf(events: readonly Event[]): Turn[] {
  const turns: Turn[] = [];
  for (const event of events) {
    const { seq, seat, round } = event;
    const last = turns.at(-1);
    if (last && last.seat === seat && last.round === round) last.texts.push(eventText(event));
    else turns.push({ seq, seat, round, texts: [eventText(event)] });
  }
  return turns;
}

export function eventText({ kind, meaning, token, points }: Event): string {
  if (kind === "back") return t("web.deed.back");
  if (kind === "resign") return t("web.deed.resign");
  if (kind === "close") return t("web.closed");
  return meaning ? newsText(meaning, token, points) : t("table.news.token", { token });
}
