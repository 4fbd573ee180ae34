/** News carry what has changed: this makes the whole view again. */

import type { Kingdom, News, Tile, View } from "./wire.ts";

/** The view after *news*; null when they do not follow *view*, and the whole has to be asked for. */
export function viewAfter(view: View | null, news: News): View | null {
  if (view?.seq !== news.since) return null;
  const kingdoms = view.kingdoms.map((kingdom, at) => {
    const lines = news.lines[at];
    const tiles = news.tiles[at];
    if (!news.kingdoms[at] && !lines && !tiles) return kingdom;
    return {
      ...kingdom,
      ...news.kingdoms[at],
      lines: lines ? byPlace(kingdom.lines, lines) : kingdom.lines,
      tiles: tiles ? laid(kingdom.tiles, tiles) : kingdom.tiles,
    };
  });
  const trays = view.trays.map((tray, at) => {
    const slots = news.trays[at];
    return slots ? { ...tray, slots: byPlace(tray.slots, slots) } : tray;
  });
  return { ...view, kingdoms, trays, ...news.view };
}

/** What is new lies over what was there; null was taken back. */
function laid(before: Kingdom["tiles"], after: Record<string, Tile | null>): Kingdom["tiles"] {
  const tiles = { ...before };
  for (const [square, tile] of Object.entries(after)) {
    if (tile) tiles[square] = tile;
    else delete tiles[square];
  }
  return tiles;
}

/** A number stands for what was in that place before. */
function byPlace<Item extends object>(before: readonly Item[], after: readonly (number | Item)[]): Item[] {
  return after.map((item) => (typeof item === "number" ? before[item]! : item));
}
