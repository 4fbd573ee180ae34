/** News carry what has changed: this makes the whole view again. */

import { type Event, type Kingdom, LEFT_OUT, type News, type Offer, type ServerFrame, type Tile, type View } from "./wire.ts";

/** The frame with what is left out on the wire. */
export function whole(frame: ServerFrame): ServerFrame {
  if (frame.type === "hello") return { ...frame, events: frame.events.map(wholeEvent), offers: frame.offers.map(wholeOffer) };
  if (frame.type !== "news") return frame;
  const news: News = { ...LEFT_OUT.News, ...frame };
  return { ...news, events: news.events.map(wholeEvent), offers: news.offers.map(wholeOffer) };
}

function wholeOffer(offer: Offer): Offer {
  return { ...LEFT_OUT.Offer, ...offer, step: offer.step || offer.kind };
}

function wholeEvent(event: Event): Event {
  const { meaning } = event;
  const all = meaning && { ...LEFT_OUT.Meaning, ...meaning, step: meaning.step || meaning.kind };
  return { ...LEFT_OUT.Event, ...event, meaning: all };
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
