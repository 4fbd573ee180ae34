/** The REST side of the server. */

import { whole } from "./following.ts";
import type { Question } from "./pad.ts";
import type { Brief, Catalogue, Coached, Exercise, Explained, Guest, Puzzle, Puzzles, Replay, Reviewing, Scored, Table, Trouble, Verdict } from "./wire.ts";

/** A refusal: *code* is stable, *rule* is the number of the rule that forbids it. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule: string | null = null,
    readonly status = 0,
  ) {
    super(message);
  }
}

export interface SeatWish {
  kind: "me" | "guest" | "open" | "bot";
  name?: string;
  bot?: string;
}

export interface TableWish {
  game: string;
  players: number;
  options: Record<string, string>;
  seats: SeatWish[];
  public: boolean;
  clock: number | null;
  mixed: boolean;
  /** Where the game begins, if that is not the usual start. */
  position?: string;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

let met: Promise<Guest> | undefined;

/**
 * The first request creates a guest and sets a cookie. It must be answered before anything else is requested: two at
 * once would create two guests, and the second cookie would lose the seats of the first.
 */
function meet(): Promise<Guest> {
  met ??= send<Guest>("GET", "/me").catch((error: unknown) => {
    met = undefined;
    throw error;
  });
  return met;
}

async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
  await meet();
  return send<T>(method, path, body);
}

async function send<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { Accept: "application/json" } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "Content-Type": "application/json" };
  }
  let response: Response;
  try {
    response = await fetch(`/api${path}`, init);
  } catch {
    throw new ApiError("page/offline", "the server cannot be reached");
  }
  const answer: unknown = response.headers.get("Content-Type")?.includes("json") ? whole(await response.json()) : null;
  if (response.ok) return answer as T;
  const { code, message, rule } = (answer ?? {}) as Partial<Trouble>;
  throw new ApiError(code ?? "page/failed", message ?? response.statusText, rule ?? null, response.status);
}

const at = (id: string, what = ""): string => `/tables/${encodeURIComponent(id)}${what}`;

export const api = {
  catalogue: (): Promise<Catalogue> => send("GET", "/catalogue"),
  me: meet,
  rename: async (name: string): Promise<Guest> => {
    const guest = await ask<Guest>("PUT", "/me", { name });
    met = Promise.resolve(guest);
    return guest;
  },
  open: (wish: TableWish): Promise<Table> => ask("POST", "/tables", wish),
  /** One's own tables, unfinished ones first, and how they stand. */
  mine: (): Promise<Brief[]> => ask("GET", "/tables"),
  /** Remove a finished table, or one whose game has not begun, from one's list. */
  unlist: (id: string): Promise<null> => ask("DELETE", at(id)),
  public: (): Promise<Table[]> => ask("GET", "/tables/public"),
  table: (id: string): Promise<Table> => ask("GET", at(id)),
  join: (id: string, name: string, seat: number | null = null): Promise<Table> => ask("POST", at(id, "/join"), { name, seat }),
  /** Sit down again, on another device. */
  reclaim: (id: string, secret: string): Promise<Table> => ask("POST", at(id, "/join"), { secret }),
  leave: (id: string): Promise<Table> => ask("POST", at(id, "/leave"), {}),
  renameSeat: (id: string, seat: number, name: string): Promise<Table> => ask("POST", at(id, "/rename"), { seat, name }),
  setSeat: (id: string, seat: number, kind: "open" | "bot", bot?: string): Promise<Table> =>
    ask("POST", at(id, "/seats"), { seat, kind, bot: bot ?? null }),
  /** Remove a person before the first action. */
  remove: (id: string, seat: number): Promise<Table> => ask("POST", at(id, "/remove"), { seat }),
  share: (id: string, share: { promise: string } | { value: string }): Promise<Table> => ask("POST", at(id, "/share"), share),
  start: (id: string): Promise<Table> => ask("POST", at(id, "/start"), {}),
  /** Offer a rematch, or accept it. The new table waits for everybody. */
  rematch: (id: string): Promise<Table> => ask("POST", at(id, "/rematch"), {}),
  decline: (id: string): Promise<Table> => ask("POST", at(id, "/decline"), {}),
  resign: (id: string, seat: number): Promise<Table> => ask("POST", at(id, "/resign"), { seat }),
  abandon: (id: string): Promise<Table> => ask("POST", at(id, "/abandon"), {}),
  /** A finished table, to be replayed. */
  replay: (id: string): Promise<Replay> => ask("GET", at(id, "/replay")),
  /** A game that is written in a text. */
  replayOf: (record: string): Promise<Replay> => ask("POST", "/replays", { record }),
  /** The review of a game, or how far it is: ask again until it is there. */
  review: (record: string): Promise<Reviewing> => ask("POST", "/reviews", { record }),
  /** A position to choose an action in; with an action, what comes of it. */
  exercise: (position: string, action: string | null = null): Promise<Exercise> => ask("POST", "/exercises", { position, action }),
  explain: (position: string, asked: { token: string } | { kind: string; squares: string[] }): Promise<Explained> =>
    ask("POST", "/exercises/explained", { position, ...asked }),
  /** What kingdoms of the real box are worth. */
  score: (written: Question): Promise<Scored> => ask("POST", "/score", written),
  puzzles: (): Promise<Puzzles> => ask("GET", "/puzzles"),
  /** A puzzle by its key, or that of a day. */
  puzzle: (key: string): Promise<Puzzle> => ask("GET", `/puzzles/${encodeURIComponent(key)}`),
  /** What an action in a puzzle is worth; without one, the answer. It is compared with what was tried before. */
  verdict: (key: string, action: string | null, instead: string | null): Promise<Verdict> =>
    ask("POST", `/puzzles/${encodeURIComponent(key)}`, { action, instead }),
  /** What is best after event *seq*, and why; rather than *token*, if that is asked about. */
  coach: (id: string, seq: number, token: string | null = null): Promise<Coached> => ask("POST", at(id, "/coach"), { seq, token }),
  recordUrl: (id: string): string => `/api${at(id, "/record")}`,
  inviteUrl: (id: string): string => `/api${at(id, "/invite.svg")}`,
};
