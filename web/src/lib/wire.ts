/** What goes over the wire. Generated from src/crownland/server/wire.py; do not edit. */

export interface Seat {
  name: string;
  kind: "person" | "bot" | "open";
  bot: string | null;
  kingdom: number;
  mine: boolean;
  here: boolean;
  stand_in: boolean;
}

export interface Table {
  id: string;
  game: string;
  players: number;
  options: Record<string, string>;
  phase: "open" | "playing" | "over" | "closed";
  ended: "finished" | "resigned" | "abandoned" | null;
  public: boolean;
  host: boolean;
  seats: Seat[];
  clock: number | null;
  commitment: string;
  seed: string | null;
  created: string;
  rematch: string | null;
  watching: number;
}

export interface ScoreLine {
  reason: string;
  points: number;
  factors: number[];
  squares: string[];
  game: number;
}

export interface LineDomino {
  domino: string;
  king: number | null;
  laid: boolean;
}

export interface Estate {
  coins: number;
  knights: number;
  towers: number;
  posted: string[];
  buildings: Record<string, string>;
  queen: boolean;
}

export interface Book {
  boxes: number[];
  spells: string[];
  used: string[];
  castle: boolean;
  coat: string | null;
}

export interface Kingdom {
  seats: number[];
  land: string;
  reach: [string, string];
  fresh: string[];
  total: number;
  lines: ScoreLine[];
  estate: Estate | null;
  book: Book | null;
}

export interface Builders {
  tiles: (string | null)[];
  prices: number[];
  dragon: boolean;
  step: "place" | "tax" | "build" | "dragon" | "claim";
}

export interface Dice {
  faces: (number | null)[];
  coats: (string | null)[];
  crosses: number[];
  taken: (number | null)[];
  first: number | null;
  spells: string[];
}

export interface Standing {
  kingdom: number;
  rank: number;
  total: number;
  decided_by: string | null;
}

export interface View {
  seq: number;
  round: number;
  rounds: number | null;
  game: number;
  games: number;
  actor: number | null;
  order: number[];
  old: LineDomino[];
  new: LineDomino[];
  kingdoms: Kingdom[];
  past: Kingdom[][];
  builders: Builders | null;
  dice: Dice | null;
  standings: Standing[];
  over: boolean;
}

export type Kind =
  | "place"
  | "discard"
  | "claim"
  | "tax"
  | "build"
  | "dragon"
  | "end"
  | "take"
  | "turn_die"
  | "name_wild"
  | "castle_bonus"
  | "free_placement"
  | "split"
  | "draw_pair"
  | "draw_die"
  | "coat_bonus"
  | "extra_cross";

export type Choice = [token: string, kind: Kind, squares: string[], subject: string, gain: number];

export interface Event {
  seq: number;
  kind: "action" | "chance" | "back" | "resign";
  seat: number | null;
  token: string;
  round: number;
  points: number;
  bot: boolean;
  at: string;
}

export interface Change {
  after: ScoreLine;
  before: ScoreLine[];
}

export interface Act {
  type: "act";
  token: string;
  seq: number;
  id: string;
}

export interface Back {
  type: "back";
  seq: number;
  id: string;
}

export interface Explain {
  type: "explain";
  token: string;
  seq: number;
}

export interface Sync {
  type: "sync";
  seq: number;
}

export interface Ping {
  type: "ping";
}

export type ClientFrame = Act | Back | Explain | Sync | Ping;

export interface Hello {
  type: "hello";
  table: Table;
  events: Event[];
  view: View | null;
  choices: Choice[];
  can_take_back: boolean;
  turn_ends: string | null;
}

export interface News {
  type: "news";
  events: Event[];
  view: View;
  choices: Choice[];
  can_take_back: boolean;
  turn_ends: string | null;
}

export interface TableChanged {
  type: "table";
  table: Table;
}

export interface Accepted {
  type: "accepted";
  id: string;
  seq: number;
}

export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  rule: string | null;
  message: string;
}

export interface Explained {
  type: "explained";
  token: string;
  gain: number;
  changes: Change[];
}

export interface Pong {
  type: "pong";
}

export type ServerFrame = Hello | News | TableChanged | Accepted | Refused | Explained | Pong;
