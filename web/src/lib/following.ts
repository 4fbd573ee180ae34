/** News carry what has changed, and frames leave out what is empty: this makes everything whole again. */

import { type Kingdom, LEFT_OUT, type News, type Tile, type View } from "./wire.ts";

const LEFT_OUT_OF: Partial<Record<string, object>> = { events: LEFT_OUT.Event, offers: LEFT_OUT.Offer, meaning: LEFT_OUT.Meaning };

/** What was just parsed, with what is left out on the wire. */
export function whole<Data>(data: Data): Data {
  fill(data, "");
  return data;
}

function fill(data: unknown, key: string): void {
  if (Array.isArray(data)) for (const item of data) fill(item, key);
  if (typeof data !== "object" || data === null || Array.isArray(data)) return;
  const fields = data as Record<string, unknown>;
  const missing = fields["type"] === "news" ? LEFT_OUT.News : LEFT_OUT_OF[key];
  for (const [name, empty] of Object.entries(missing ?? {})) fields[name] ??= name === "step" ? fields["kind"] : empty;
  for (const [name, value] of Object.entries(fields)) fill(value, name);
}

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
