/** News carry what has changed: this makes the whole view again. */

import type { News, View } from "./wire.ts";

/** The view after *news*; null when they do not follow *view*, and the whole has to be asked for. */
export function viewAfter(view: View | null, news: News): View | null {
  if (view?.seq !== news.since) return null;
  const kingdoms = view.kingdoms.map((kingdom, at) => {
    const lines = news.lines[at];
    if (!news.kingdoms[at] && !lines) return kingdom;
    return { ...kingdom, ...news.kingdoms[at], lines: lines ? byPlace(kingdom.lines, lines) : kingdom.lines };
  });
  const trays = view.trays.map((tray, at) => {
    const slots = news.trays[at];
    return slots ? { ...tray, slots: byPlace(tray.slots, slots) } : tray;
  });
  return { ...view, kingdoms, trays, ...news.view };
}

/** A number stands for what was in that place before. */
function byPlace<Item extends object>(before: readonly Item[], after: readonly (number | Item)[]): Item[] {
  return after.map((item) => (typeof item === "number" ? before[item]! : item));
}
