import type { Event, Hello, Kingdom, News, Table, View } from "../src/lib/wire.ts";

export function kingdom(seat: number, land = "c", more: Partial<Kingdom> = {}): Kingdom {
  return {
    seats: [seat],
    land,
    reach: ["c3", "k11"],
    fresh: [],
    total: 0,
    lines: [],
    estate: null,
    book: null,
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
    old: [],
    new: [],
    kingdoms: [kingdom(0), kingdom(1)],
    past: [],
    builders: null,
    dice: null,
    standings: [],
    over: false,
    ...more,
  };
}

export function table(more: Partial<Table> = {}): Table {
  const seat = { kind: "person" as const, bot: null, here: true, stand_in: false, secret: null };
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
      { ...seat, name: "Ada", kingdom: 0, mine: true },
      { ...seat, name: "Odo", kingdom: 1, mine: false },
    ],
    clock: null,
    commitment: "",
    seed: null,
    created: "2026-01-01T00:00:00Z",
    rematch: null,
    watching: 0,
    ...more,
  };
}

export function event(seq: number, token: string, more: Partial<Event> = {}): Event {
  return { seq, kind: "action", seat: 0, token, round: 1, points: 0, bot: false, at: "2026-01-01T00:00:00Z", ...more };
}

export function hello(seq: number, more: Partial<Hello> = {}): Hello {
  return { type: "hello", table: table(), events: [], view: view(seq), choices: [], can_take_back: false, turn_ends: null, ...more };
}

export function news(seq: number, events: Event[], more: Partial<News> = {}): News {
  return { type: "news", events, view: view(seq), choices: [], can_take_back: false, turn_ends: null, ...more };
}
