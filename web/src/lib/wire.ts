// Made by `python -m crownland.server.typescript` from crownland/server/wire.py: change that, not this.

/** An option of a game: the *values* that can be chosen with each number of players, the default first. */
export interface OptionInfo {
  key: string;
  is_flag: boolean;
  values: Record<string, string[]>;
}

/** A game that can be played. */
export interface GameInfo {
  key: string;
  players: number[];
  options: OptionInfo[];
  rules: string; // the letters of its rule numbers
  version: number; // of its rules
  numbers: Record<string, number>; // those of the rules that texts quote
  texts: Record<string, Record<string, string | Record<string, string>>>; // by language: those that a game from outside brings
}

/** A bot that can be chosen; *about* is in English. */
export interface BotLevel {
  key: string;
  about: string;
}

/**
 * Everything that menus and boards are made from.
 *
 * *lands* are the sets of what a square can show: letters of the notation and their keys. *components* are tables of
 * pieces, which drawings of them know.
 */
export interface Catalogue {
  games: GameInfo[];
  bots: BotLevel[]; // the weakest first
  lands: Record<string, Record<string, string>>;
  components: Record<string, unknown>;
  nearby: string | null; // the address for others, where links made on the server's own machine would lead nobody
  version: string;
}

/** The one who asks. *name* is empty until it is told. */
export interface Guest {
  name: string;
}

/** What every refusal of the REST side says; *rule* is the number of the rule that forbids it. */
export interface Trouble {
  code: string;
  message: string;
  rule: string | null;
}

/** A seat of a table. Partners share a *kingdom* (W3). */
export interface Seat {
  name: string;
  kind: "person" | "bot" | "open";
  bot: string | null; // the level of a bot
  kingdom: number;
  mine: boolean; // the one who reads this may act for it
  here: boolean; // its person is connected; a bot always is
  stand_in: boolean; // a bot plays for its person, until the person is back
  secret: string | null; // told once, to whoever has just sat down: it takes the seat again from another device
}

/** A table, as the one who asks may see it. */
export interface Table {
  id: string;
  game: string;
  players: number;
  options: Record<string, string>;
  phase: "open" | "playing" | "over" | "closed";
  ended: "finished" | "resigned" | "abandoned" | null;
  public: boolean;
  host: boolean; // the one who reads this made the table, and may start it
  seats: Seat[];
  clock: number | null; // seconds for a turn
  commitment: string;
  seed: string | null; // told when the game is over
  created: string; // ISO 8601, UTC
  rematch: string | null; // the table where it goes on
  watching: number; // people who look on
}

/** One reason for points: *reason* is a key of the catalogue, *squares* are to be lit up. */
export interface ScoreLine {
  reason: string;
  points: number;
  factors: number[];
  squares: string[];
  game: number; // K10: which game of a Dynasty
  divisor: number; // so many of what was counted make a point
}

/** Something that lies on the table; *kind* and *key* name its picture and its words. */
export type Piece = [kind: string, key: string, halves: Half[]];

/** A small sign, with a number or without; not *on* when it is spent or away. */
export type Badge = [key: string, count: number | null, on: boolean];

/** A place in a tray: *seat* stands on the piece or owns it; *filled* are the boxes of each kingdom. */
export type Slot = [piece: Piece | null, seat: number | null, price: number | null, done: boolean, filled: number[], boxes: number];

/** Pieces beside the kingdoms. *kind* chooses the drawing, *key* the title. */
export interface Tray {
  kind: string;
  key: string;
  slots: Slot[];
  badges: Badge[];
}

/**
 * A kingdom: *land* is its rows from north to south as the notation writes them, the castle c on g7.
 *
 * *lands* names the set of letters. *reach* are the south-western and north-eastern corners of what it may still
 * cover; a *fixed* one is shown whole. *fresh* was laid last. *pending* is decided and not laid yet.
 */
export interface Kingdom {
  seats: number[];
  lands: string;
  land: string;
  reach: [string, string];
  fixed: boolean;
  fresh: string[];
  pieces: Record<string, Piece[]>; // by square
  pending: Record<string, Half>;
  badges: Badge[];
  total: number;
  lines: ScoreLine[];
}

/** A step of the turn, and whether it was taken. */
export type Step = [key: string, done: boolean];

/**
 * A kingdom's place, from first to last; *decided_by* is what parts it from the one before.
 *
 * That is `total`, a tie-break, `shared`, or `resigned`: whoever has resigned is last.
 */
export interface Standing {
  kingdom: number;
  rank: number;
  total: number;
  decided_by: string | null;
}

/** A position, all of it public. */
export interface View {
  seq: number;
  round: number;
  rounds: number | null; // None in a game that ends when it ends
  game: number; // of a Dynasty, from 1
  games: number;
  actor: number | null;
  order: number[]; // the seats still to act in this round
  kingdoms: Kingdom[];
  trays: Tray[];
  steps: Step[]; // of this turn
  hand: Half[]; // what the seat to act is about to place
  past: Kingdom[][]; // K10: the kingdoms of earlier games of a Dynasty
  standings: Standing[]; // as if the game ended now
  over: boolean;
}

/**
 * What an action is about.
 *
 * Two *squares* are a spot and a rotation, one is pointed at; *spaces* are picked in the *tray* of that key; what has
 * neither is a button. *step* is the step of the turn that it belongs to.
 */
export interface Meaning {
  kind: string;
  step: string;
  squares: string[]; // the first half's first
  pieces: Piece[];
  tray: string;
  spaces: number[];
  coins: number;
  seats: number[];
}

/** A legal action of an offer. *gain* is in points now. */
export type Choice = [token: string, squares: string[], gain: number];

/** Legal actions that differ only in their squares. */
export interface Offer {
  kind: string;
  step: string;
  pieces: Piece[];
  tray: string;
  spaces: number[];
  coins: number;
  choices: Choice[];
}

/**
 * Something that happened: *seat* is None for chance; *back* takes the action before it back.
 *
 * After *resign* with the token `forfeit` the game is over; without it a bot plays on. After *close* nothing comes.
 */
export interface Event {
  seq: number;
  kind: "action" | "chance" | "back" | "resign" | "close";
  seat: number | null;
  token: string;
  round: number;
  points: number; // what it brought the seat
  bot: boolean; // a bot did it, for itself or for its person
  at: string; // ISO 8601, UTC
  meaning: Meaning | null; // of an action
}

/** A line of the score that an action makes, and the lines it grows from. */
export interface Change {
  after: ScoreLine;
  before: ScoreLine[];
}

/** Play *token*. *seq* is the last event the page knows; what is sent again with the same *id* is played once. */
export interface Act {
  type: "act";
  token: string;
  seq: number;
  id: string;
}

/** Take back the last action, one's own, which nobody has answered yet. */
export interface Back {
  type: "back";
  seq: number;
  id: string;
}

/** Ask what a legal *token* would change in the score, or why nothing of that *kind* goes on *squares*. */
export interface Explain {
  type: "explain";
  seq: number;
  token?: string | null;
  kind?: string | null;
  squares?: string[];
}

/** Ask for everything after *seq*: hello is the answer. */
export interface Sync {
  type: "sync";
  seq: number;
}

/** Ask whether anybody is there. */
export interface Ping {
  type: "ping";
}

/** The first frame, and the answer to sync: the table, the position once the game has begun, and what came since. */
export interface Hello {
  type: "hello";
  table: Table;
  events: Event[];
  view: View | null;
  offers: Offer[];
  can_take_back: boolean;
  turn_ends: string | null; // ISO 8601, UTC: when the clock runs out
}

/** What happened, and how things stand now. *offers* are sent to the one who is to act only. */
export interface News {
  type: "news";
  events: Event[];
  view: View;
  offers: Offer[];
  can_take_back: boolean;
  turn_ends: string | null;
}

/** Somebody came, went, took a seat, or the game began or ended. */
export interface TableChanged {
  type: "table";
  table: Table;
}

/** The action with that *id* is played, and is kept; it is event *seq*. */
export interface Accepted {
  type: "accepted";
  id: string;
  seq: number;
}

/** Nothing has changed. *code* is stable; *rule* is the number of the rule that forbids it. */
export interface Refused {
  type: "refused";
  id: string | null;
  code: string;
  rule: string | null;
  message: string;
}

/** What *token* would bring; or the *rule* that forbids it, and why. */
export interface Explained {
  type: "explained";
  token: string | null;
  gain: number;
  changes: Change[];
  rule: string | null;
  message: string | null;
}

/** Somebody is here. */
export interface Pong {
  type: "pong";
}

export type Half = [string, number] | null;

export type ClientFrame = Act | Back | Explain | Sync | Ping;

export type ServerFrame = Hello | News | TableChanged | Accepted | Refused | Explained | Pong;
