import { type Letters, TERRAINS } from "../src/lib/land.ts";
import type { Catalogue, Choice, Event, Hello, Kingdom, Meaning, News, Offer, Piece, ScoreLine, Slot, Table, Tray, View } from "../src/lib/wire.ts";
import { domino } from "../src/rules/picture.ts";

export function catalogue(more: Partial<Catalogue> = {}): Catalogue {
  const lands: Record<string, Letters> = { terrain: TERRAINS };
  return { games: [], bots: [], lands, components: {}, numbers: {}, texts: {}, nearby: null, version: "1", ...more };
}

export function kingdom(seat: number, land = "c", more: Partial<Kingdom> = {}): Kingdom {
  return {
    seats: [seat],
    lands: "terrain",
    land,
    reach: ["c3", "k11"],
    fixed: false,
    tiles: {},
    fresh: [],
    pieces: {},
    pending: {},
    badges: [],
    total: 0,
    lines: [],
    ...more,
  };
}

export function view(seq: number, more: Partial<View> = {}): View {
  return {
    seq,
    round: 1,
    rounds: 7,
    game: 1,
    games: 1,
    actor: 0,
    order: [0, 1],
    kingdoms: [kingdom(0), kingdom(1)],
    trays: [],
    steps: [],
    hand: [],
    past: [],
    standings: [],
    over: false,
    ...more,
  };
}

export function table(more: Partial<Table> = {}): Table {
  const seat = { kind: "person" as const, bot: null, here: true, asked: null, gave_up: false, stand_in: false, secret: null };
  return {
    id: "t",
    game: "kingdomino",
    players: 2,
    options: {},
    phase: "playing",
    ended: null,
    public: false,
    host: true,
    seats: [
      { ...seat, name: "Ada", kingdom: 0, mine: true, host: true },
      { ...seat, name: "Odo", kingdom: 1, mine: false, host: false },
    ],
    clock: null,
    commitment: "",
    seed: null,
    created: "2026-01-01T00:00:00Z",
    rematch: null,
    watching: 0,
    coached: false,
    shares: null,
    ...more,
  };
}

export function event(seq: number, token: string, more: Partial<Event> = {}): Event {
  return { seq, kind: "action", seat: 0, token, round: 1, points: 0, bot: false, at: "2026-01-01T00:00:00Z", meaning: null, ...more };
}

export function hello(seq: number, more: Partial<Hello> = {}): Hello {
  return { type: "hello", table: table(), events: [], view: view(seq), offers: [], can_take_back: false, turn_ends: null, ...more };
}

export function news(seq: number, events: Event[], more: Partial<News> = {}): News {
  const since = (events[0]?.seq ?? seq + 1) - 1;
  const { actor, over } = view(seq);
  return { type: "news", since, events, view: { seq, actor, over }, kingdoms: {}, lines: {}, tiles: {}, trays: {}, offers: [], can_take_back: false, turn_ends: null, ...more };
}

export function scoreLine(reason: string): ScoreLine {
  return { reason, points: 0, factors: [1, 0], squares: [], game: 1, divisor: 1 };
}

/** Dominoes as the tests use them. */
export const DOMINOES: Record<string, Piece> = {
  "3": domino("3", "ff"),
  "5": domino("5", "ff"),
  "12": domino("12", "ss"),
  "17": domino("17", "fl1"),
  "22": domino("22", "w1s"),
  "41": domino("41", "m2w"),
};

export function slot(piece: Piece | null, seat: number | null = null, more: { price?: number; done?: boolean; filled?: number[]; boxes?: number } = {}): Slot {
  return [piece, seat, more.price ?? null, more.done ?? false, more.filled ?? [], more.boxes ?? 0];
}

export function tray(kind: string, slots: Slot[], more: Partial<Tray> = {}): Tray {
  return { kind, key: kind, slots, badges: [], ...more };
}

/** A line of dominoes by name, each with the seat whose king stands on it. */
export function line(key: string, dominoes: Record<string, number | null>): Tray {
  return tray("line", Object.entries(dominoes).map(([name, king]) => slot(DOMINOES[name] ?? domino(name, "ww"), king)), { key });
}

export function offer(kind: string, choices: Choice[], more: Partial<Offer> = {}): Offer {
  return { kind, step: kind, pieces: [], tray: "", spaces: [], coins: 0, choices, ...more };
}

export function claims(...names: string[]): Offer[] {
  return names.map((name) => offer("claim", [[`K${name}`, [], 0]], { pieces: [DOMINOES[name] ?? domino(name, "ww")], tray: "new-line" }));
}

export function meaning(kind: string, more: Partial<Meaning> = {}): Meaning {
  return { kind, step: kind, squares: [], pieces: [], tray: "", spaces: [], coins: 0, seats: [], ...more };
}
