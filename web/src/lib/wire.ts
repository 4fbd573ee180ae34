// Made by `python -m crownland.server.typescript` from crownland/server/wire.py: change that, not this.

/** An option of a game: the *values* that can be chosen with each number of players, the default first. */
export interface OptionInfo {
  key: string;
  is_flag: boolean;
  values: Record<string, string[]>;
  default: Record<string, string>;
}

/** A game that can be played. */
export interface GameInfo {
  key: string;
  players: number[];
  options: OptionInfo[];
  rules: number; // the version
}

/** A bot that can be chosen; *about* is in English. */
export interface BotLevel {
  key: string;
  about: string;
}

/** A building tile of Queendomino; *points_per* is `fixed` or what the points are for each of. */
export interface BuildingInfo {
  copies: number;
  crowns: number;
  knights: number;
  towers: number;
  points: number;
  points_per: string;
  tax_bonus: string;
  assumed: boolean; // Q15: an icon of it has not been seen by us
}

/** A row of Duel's spell book. */
export interface SpellInfo {
  key: string;
  coat: string;
  boxes: number;
  lightning: boolean;
}

/** A face of a die of Duel; a wild one has no coat. */
export interface FaceInfo {
  coat: string | null;
  crosses: number;
}

/** Everything that menus and boards are made from. Dominoes are two halves each: terrain and crowns, `m3`. */
export interface Catalogue {
  games: GameInfo[];
  bots: BotLevel[]; // the weakest first
  dominoes: Record<string, [string, string]>;
  buildings: Record<string, BuildingInfo>;
  spells: SpellInfo[];
  dice: FaceInfo[][]; // die by die, face by face
  numbers: Record<string, number>; // of the rules: texts write {kingdomino.harmony.points}
  texts: Record<string, Record<string, string>>; // from outside the package, by language and key
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
}

/** A domino of a line; *king* is the seat that stands on it; *laid* says that its king has placed it already. */
export interface LineDomino {
  domino: string;
  king: number | null;
  laid: boolean;
}

/** What a kingdom of Queendomino owns beside its land. */
export interface Estate {
  coins: number;
  knights: number; // in the reserve
  towers: number;
  posted: string[]; // the squares with a knight
  buildings: Record<string, string>; // by square
  queen: boolean;
}

/** A player's side of Duel's spell book, row by row. */
export interface Book {
  boxes: number[];
  spells: string[]; // won and not used
  used: string[];
  castle: boolean; // the castle bonus is still there
  coat: string | null; // where the bonus for a coat was put
}

/**
 * A kingdom: *land* is its rows from north to south as the notation writes them, the castle c on g7.
 *
 * *reach* are the south-western and north-eastern corners of what it may still cover. *fresh* was laid last.
 */
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

/** Queendomino's builders' board: the tiles on the spaces priced 0 to 5, as the one to act pays them. */
export interface Builders {
  tiles: (string | null)[];
  prices: number[];
  dragon: boolean; // at home
  step: "place" | "tax" | "build" | "dragon" | "claim";
}

/**
 * Duel's four dice: the face each shows, None before the roll, and the seat that took it.
 *
 * *drawn* tells how the die will be drawn so far: the coat a wild was named, and its crosses.
 */
export interface Dice {
  faces: (number | null)[];
  coats: (string | null)[];
  crosses: number[];
  taken: (number | null)[];
  first: number | null; // player A of this round
  spells: string[]; // spells and bonus used in this drawing
}

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
  rounds: number | null; // Duel ends when a map is full
  game: number; // of a Dynasty, from 1
  games: number;
  actor: number | null;
  order: number[]; // the seats whose kings are still to act in this round
  old: LineDomino[];
  new: LineDomino[];
  kingdoms: Kingdom[];
  past: Kingdom[][]; // K10: the kingdoms of earlier games of a Dynasty
  builders: Builders | null;
  dice: Dice | null;
  standings: Standing[]; // as if the game ended now
  over: boolean;
}

/**
 * A legal action. *gain* is in points now, *subject* is what it is about.
 *
 * That is the domino of place, discard and claim; the coins of tax; the building of build and dragon; the dice of take
 * and draw_pair (`1.3`); the die of castle_bonus and draw_die; die and face of turn_die (`1.4`); die and coat of
 * name_wild (`1.double_dot`); the coat of coat_bonus.
 */
export type Choice = [token: string, kind: Kind, squares: string[], subject: string, gain: number];

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
  points: number; // what it brought whoever acted
  bot: boolean; // a bot did it, for itself or for its person
  at: string; // ISO 8601, UTC
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

/** Ask what *token* would change in the score. */
export interface Explain {
  type: "explain";
  token: string;
  seq: number;
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
  choices: Choice[];
  can_take_back: boolean;
  turn_ends: string | null; // ISO 8601, UTC: when the clock runs out
}

/** What happened, and how things stand now. *choices* are there for whoever is to act only. */
export interface News {
  type: "news";
  events: Event[];
  view: View;
  choices: Choice[];
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

/** What *token* would bring. */
export interface Explained {
  type: "explained";
  token: string;
  gain: number;
  changes: Change[];
}

/** Somebody is here. */
export interface Pong {
  type: "pong";
}

export type Kind = "place" | "discard" | "claim" | "tax" | "build" | "dragon" | "end" | "take" | "turn_die" | "name_wild" | "castle_bonus" | "free_placement" | "split" | "draw_pair" | "draw_die" | "coat_bonus" | "extra_cross";

export type ClientFrame = Act | Back | Explain | Sync | Ping;

export type ServerFrame = Hello | News | TableChanged | Accepted | Refused | Explained | Pong;
