/** The table that somebody wants to open; kept from visit to visit. */

import type { SeatWish, TableWish } from "./api.ts";
import { keep, kept } from "./keeping.ts";
import { defaultName, isName, madeUp } from "./me.ts";
import type { Catalogue, GameInfo, OptionInfo } from "./wire.ts";

/** Names for bots that everybody can read and say. */
const BOT_NAMES = ["Odo", "Mira", "Falk", "Runa", "Tibor", "Elka", "Joris", "Ana"];

export const DEFAULT_BOT = "steady";

export interface Wish extends TableWish {
  seats: SeatWish[];
}

/** One person against bots of *level*. */
export function quickWish(game: GameInfo, level: string, name: string): Wish {
  return fitted({ game: game.key, players: 0, options: {}, seats: [{ kind: "me", name }], public: false, clock: null, mixed: false }, game, level);
}

/** *wish* as *game* can be played: players, options and seats that do not fit are replaced. */
export function fitted(wish: Wish, game: GameInfo, level = levelOf(wish)): Wish {
  const players = game.players.includes(wish.players) ? wish.players : (game.players[0] ?? 2);
  const options: Record<string, string> = {};
  for (const option of game.options) {
    const values = valuesOf(option, players);
    const chosen = wish.options[option.key];
    if (values.length) options[option.key] = chosen !== undefined && values.includes(chosen) ? chosen : (values[0] ?? "");
  }
  const seats = Array.from({ length: players }, (_, at): SeatWish => wish.seats[at] ?? { kind: "bot", bot: level });
  return { ...wish, game: game.key, players, options, seats, mixed: wish.mixed ?? false };
}

/** What can be chosen with so many players, the default first. */
export function valuesOf(option: OptionInfo, players: number): string[] {
  return option.values[String(players)] ?? [];
}

/** The seats of every kingdom: partners share one. */
export function kingdomsOf(game: GameInfo | undefined, players: number, options: Readonly<Record<string, string>>): number[][] {
  const shared = game?.options.find(({ key, partners }) => options[key] === "true" && partners[String(players)]);
  const seats = Array.from({ length: players }, (_, at) => at);
  const kingdomOf = shared?.partners[String(players)] ?? seats;
  return [...new Set(kingdomOf)].map((kingdom) => seats.filter((seat) => kingdomOf[seat] === kingdom));
}

/** What is sent: every bot gets a name of its own, and so do people who have said none. */
export function ordered(wish: Wish): TableWish {
  const names = [...BOT_NAMES];
  const taken = wish.seats.flatMap(({ name }) => name ?? []);
  /** *made* is a name that nobody else gets. */
  const called = (made: string): string => {
    taken.push(made);
    return made;
  };
  const seats = wish.seats.map((seat): SeatWish => {
    if (seat.kind === "bot") return { kind: "bot", bot: seat.bot ?? DEFAULT_BOT, name: names.shift() ?? "Bot" };
    if (seat.kind === "open") return { kind: "open" };
    const name = seat.name && isName(seat.name) ? seat.name : called(seat.kind === "me" ? defaultName() : madeUp([...taken, defaultName()]));
    return { kind: seat.kind, name };
  });
  return { ...wish, seats };
}

export function keepWish(wish: Wish): void {
  keep("setup", JSON.stringify(wish));
}

/** What was played last, as far as it can still be played. */
export function keptWish(catalogue: Catalogue): Wish | null {
  try {
    const wish = JSON.parse(kept("setup") ?? "null") as Wish | null;
    const game = catalogue.games.find(({ key }) => key === wish?.game);
    return wish && game && Array.isArray(wish.seats) ? fitted(wish, game) : null;
  } catch {
    return null;
  }
}

function levelOf(wish: Wish): string {
  return wish.seats.find((seat) => seat.bot)?.bot ?? DEFAULT_BOT;
}
