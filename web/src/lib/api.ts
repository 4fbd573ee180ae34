/** The REST side of the server; of the one on this device, for its own tables and where there is no other. */

import { whole } from "./following.ts";
import { keep, kept } from "./keeping.ts";
import { later } from "./later.ts";
import type { Question } from "./pad.ts";
import { hasFiles, isHereTable, place } from "./place.svelte.ts";
import { version } from "./site.ts";
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

/** What came back, from wherever. */
interface Reply {
  status: number;
  type: string;
  text: string;
}

const met: { here?: Promise<Guest> | undefined; server?: Promise<Guest> | undefined } = {};

/**
 * The first request creates a guest and sets a cookie. It must be answered before anything else is requested: two at
 * once would create two guests, and the second cookie would lose the seats of the first.
 */
function meet(where: keyof typeof met = place.isHere ? "here" : "server"): Promise<Guest> {
  met[where] ??= send<Guest>("GET", "/me").then(
    (guest) => {
      if (place.isHere && where === "server") [met.server, met.here] = [undefined, Promise.resolve(guest)]; // who answered
      return guest;
    },
    (error: unknown) => {
      met[where] = undefined;
      throw error;
    },
  );
  return met[where];
}

async function ask<T>(method: Method, path: string, body?: unknown): Promise<T> {
  if (!isHereTable(tableIn(path))) await meet();
  return send<T>(method, path, body);
}

async function send<T>(method: Method, path: string, body?: unknown): Promise<T> {
  const { status, type, text } = await reply(method, path, body === undefined ? "" : JSON.stringify(body));
  const answer: unknown = type.includes("json") ? whole(JSON.parse(text)) : null;
  if (status < 400) return answer as T;
  const { code, message, rule } = (answer ?? {}) as Partial<Trouble>;
  throw new ApiError(code ?? "page/failed", message ?? String(status), rule ?? null, status);
}

/** Asks this device about its own tables, otherwise the server; if that is gone, this device where it can answer. */
async function reply(method: Method, path: string, body: string): Promise<Reply> {
  const table = tableIn(path);
  if (place.isHere ? !table || isHereTable(table) : isHereTable(table)) return here(method, path, body);
  try {
    return await overNet(method, path, body);
  } catch {
    if (!table && hasFiles()) {
      place.lose();
      const answer = await here(method, path, body).catch(() => null);
      if (answer) return answer;
      place.find();
    }
    throw new ApiError("page/offline", "the server cannot be reached");
  }
}

async function overNet(method: Method, path: string, body: string): Promise<Reply> {
  const headers = { Accept: "application/json", ...(body ? { "Content-Type": "application/json" } : {}) };
  const response = await fetch(`/api${path}`, { method, headers, ...(body ? { body } : {}) });
  return { status: response.status, type: response.headers.get("Content-Type") ?? "", text: await response.text() };
}

async function here(method: Method, path: string, body: string): Promise<Reply> {
  const { call } = await later(() => import("../local/here.ts"));
  return path === "/catalogue" ? catalogueHere(call(method, path, body)) : call(method, path, body);
}

/** The catalogue of this device; the one from the last visit, if the page is the same, for *asked* takes a while. */
async function catalogueHere(asked: Promise<Reply>): Promise<Reply> {
  const [of, text = ""] = kept("catalogue")?.split("\n") ?? [];
  const fresh = asked.then((reply) => {
    if (reply.status === 200) keep("catalogue", `${version}\n${reply.text}`);
    return reply;
  });
  if (of !== version || !text) return fresh;
  fresh.catch(() => {}); // whoever asks for something else hears of it
  return { status: 200, type: "application/json", text };
}

/** The table that a path is about; none if it is about something else. */
function tableIn(path: string): string {
  const id = /^\/tables\/([^/?]+)/.exec(path)?.[1] ?? "";
  return id === "public" ? "" : id;
}

const at = (id: string, what = ""): string => `/tables/${encodeURIComponent(id)}${what}`;

export const api = {
  catalogue: (): Promise<Catalogue> => send("GET", "/catalogue"),
  me: (): Promise<Guest> => meet(),
  rename: async (name: string): Promise<Guest> => {
    const guest = await ask<Guest>("PUT", "/me", { name });
    met[place.isHere ? "here" : "server"] = Promise.resolve(guest);
    return guest;
  },
  open: (wish: TableWish): Promise<Table> => ask("POST", "/tables", wish),
  /** One's own tables, unfinished ones first, and how they stand. */
  mine: async (): Promise<Brief[]> => {
    const found = await ask<Brief[]>("GET", "/tables");
    if (!place.isHere) return [...found, ...api.noted()];
    keep("here", JSON.stringify(found));
    return found;
  },
  /** How the tables of this device stood when they were last looked at; nothing has to be started to show them. */
  noted: (): Brief[] => {
    try {
      return whole(JSON.parse(kept("here") ?? "[]") as Brief[]);
    } catch {
      return [];
    }
  },
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
  /** The record of a table of this device. */
  record: async (id: string): Promise<string> => (await reply("GET", at(id, "/record"), "")).text,
  recordUrl: (id: string): string => `/api${at(id, "/record")}`,
  inviteUrl: (id: string): string => `/api${at(id, "/invite.svg")}`,
};
