/**
 * The score pad without a screen: what people tap in, as values. It knows no rules: the catalogue says what a pad has, and
 * the server what a kingdom is worth.
 */

import { keep, kept } from "./keeping.ts";
import { CASTLE, type Cells } from "./land.ts";
import { type Box, boxOf, height, point, squareName, squaresIn, width } from "./square.ts";
import { kingdomsOf, valuesOf } from "./wishes.ts";
import type { Catalogue, GameInfo, PadInfo, Standing } from "./wire.ts";

export type Value = number | boolean | string | string[];

/** What is written down of one kingdom: a letter and its crowns by square, where the castle stands, what was filled in. */
export interface Sheet {
  readonly castle: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Value>>;
}

/** A game with the real box. The sheets of a series are those of the first game, then those of the second. */
export interface Pad {
  /** When it was begun; it is known by that. */
  readonly begun: string;
  readonly game: string;
  readonly players: number;
  readonly options: Readonly<Record<string, string>>;
  readonly names: readonly string[];
  readonly sheets: readonly Sheet[];
}

/** What a finger lays: a land by its letter, the castle, or nothing. */
export type Brush = string;
export const CASTLE_BRUSH = "c";
export const ERASER = ".";

const EMPTY: Sheet = { castle: CASTLE, cells: {}, values: {} };
const REACH = 6; // squares from the castle: what can be written down

export function padInfo(game: GameInfo | undefined): PadInfo | null {
  return game?.pad ?? null;
}

/** *pad* as *game* can be played: players, options, names and sheets that do not fit are replaced. */
export function fittedPad(pad: Pad, game: GameInfo): Pad {
  const players = game.players.includes(pad.players) ? pad.players : (game.players[0] ?? 2);
  const options: Record<string, string> = {};
  for (const option of game.options) {
    const values = valuesOf(option, players);
    const chosen = pad.options[option.key];
    if (values.length && game.pad?.options.includes(option.key)) options[option.key] = chosen !== undefined && values.includes(chosen) ? chosen : (values[0] ?? "");
  }
  const count = kingdomsOf(game, players, options).length * gamesOf(game, options);
  const names = Array.from({ length: players }, (_, at) => pad.names[at] ?? "");
  const isSame = pad.game === game.key;
  const sheets = Array.from({ length: count }, (_, at) => (isSame ? pad.sheets[at] : undefined) ?? EMPTY);
  return { ...pad, game: game.key, players, options, names, sheets };
}

/** A new pad; like *last*, if there was one, but with nothing on it. */
export function freshPad(game: GameInfo, last?: Pad): Pad {
  const { players = 0, options = {}, names = [] } = last ?? {};
  return fittedPad({ begun: new Date().toISOString(), game: game.key, players, options, names, sheets: [] }, game);
}

/** How many games are played in a row. */
export function gamesOf(game: GameInfo, options: Readonly<Record<string, string>>): number {
  const [games = 1] = Object.entries(game.pad?.games ?? {}).flatMap(([key, count]) => (options[key] === "true" ? [count] : []));
  return games;
}

/** Whether anything was tapped in. */
export function isBlank({ sheets }: Pad): boolean {
  return sheets.every(({ castle, cells, values }) => castle === CASTLE && !Object.keys(cells).length && !Object.keys(values).length);
}

/** The squares of the grid, *more* of them on every side than the rules allow. */
export function gridBox(info: PadInfo, pad: Pad, more = 0): Box {
  const size = info.sizes.find(
    ({ players, options }) => players === pad.players && Object.entries(options).every(([key, value]) => pad.options[key] === value),
  );
  const [columns, rows] = [(size?.columns ?? 5) + 2 * more, (size?.rows ?? 5) + 2 * more];
  const { column, row } = point(CASTLE);
  const [west, south] = [column - Math.floor(columns / 2), row - Math.floor(rows / 2)];
  return { west, south, east: west + columns - 1, north: south + rows - 1 };
}

/** Whether a kingdom has squares beyond *box*. */
export function isBeyond({ castle, cells }: Sheet, box: Box): boolean {
  const inside = new Set(squaresIn(box));
  return [castle, ...Object.keys(cells)].some((square) => !inside.has(square));
}

// Laying

/** A tap: lays, and on the same land adds a crown, from the most to none. */
export function tapped(sheet: Sheet, square: string, brush: Brush, info: PadInfo): Sheet {
  const [letter, crowns] = cellOf(sheet, square);
  if (brush !== letter || brush === CASTLE_BRUSH || brush === ERASER) return laid(sheet, square, brush);
  const most = info.lands.find((land) => land.letter === letter)?.most ?? 0;
  return crownedWith(sheet, square, crowns < most ? crowns + 1 : 0);
}

/** A stroke over a square: lays, and leaves what is of the same land as it is. */
export function laid(sheet: Sheet, square: string, brush: Brush): Sheet {
  if (brush === CASTLE_BRUSH) return withCastle(sheet, square);
  if (square === sheet.castle || cellOf(sheet, square)[0] === brush || !isInReach(square, sheet.castle)) return sheet;
  const { [square]: _, ...others } = sheet.cells;
  return { ...sheet, cells: brush === ERASER ? others : { ...others, [square]: brush } };
}

/** The land on *square* with so many crowns. */
export function crownedWith(sheet: Sheet, square: string, crowns: number): Sheet {
  const [letter] = cellOf(sheet, square);
  return letter === ERASER || square === sheet.castle ? sheet : { ...sheet, cells: { ...sheet.cells, [square]: `${letter}${crowns || ""}` } };
}

function withCastle(sheet: Sheet, castle: string): Sheet {
  if (castle === sheet.castle) return sheet;
  const { [castle]: _, ...cells } = sheet.cells;
  return Object.keys(cells).every((square) => isInReach(square, castle)) ? { ...sheet, castle, cells } : sheet;
}

function isInReach(square: string, castle: string): boolean {
  const [a, b] = [point(square), point(castle)];
  return Math.abs(a.column - b.column) <= REACH && Math.abs(a.row - b.row) <= REACH;
}

/** The letter on a square and its crowns; a dot is nothing. */
export function cellOf({ cells }: Sheet, square: string): [letter: string, crowns: number] {
  const cell = cells[square] ?? ERASER;
  return [cell.charAt(0), Number(cell.slice(1) || 0)];
}

export function withValue(sheet: Sheet, key: string, value: Value | null): Sheet {
  const { [key]: _, ...others } = sheet.values;
  const isNothing = value === null || value === 0 || value === false || (Array.isArray(value) && !value.length);
  return { ...sheet, values: isNothing ? others : { ...others, [key]: value } };
}

// Asking and showing

/** The rows of a kingdom from north to south, as the notation writes them. */
export function rowsOf(sheet: Sheet): string {
  const box = boxOf([sheet.castle, ...Object.keys(sheet.cells)]);
  const names = squaresIn(box);
  const across = width(box);
  return Array.from({ length: height(box) }, (_, row) =>
    names
      .slice(row * across, (row + 1) * across)
      .map((square) => (square === sheet.castle ? "c" : (sheet.cells[square] ?? ".")))
      .join("")
      .replace(/\.+$/, ""),
  ).join("/");
}

/** What is asked of the server. */
export interface Question {
  game: string;
  players: number;
  options: Record<string, string>;
  kingdoms: { land: string; values: Record<string, Value> }[];
}

export function questionOf({ game, players, options, sheets }: Pad): Question {
  return { game, players, options: { ...options }, kingdoms: sheets.map((sheet) => ({ land: rowsOf(sheet), values: { ...sheet.values } })) };
}

/** The square of the grid that an answer means, whose castle is on g7. */
export function onGrid(square: string, { castle }: Sheet): string {
  const [here, there, g7] = [point(square), point(castle), point(CASTLE)];
  return squareName({ column: here.column + there.column - g7.column, row: here.row + there.row - g7.row });
}

/** What to draw of a sheet. */
export function padCells(sheet: Sheet, info: PadInfo): Cells {
  const keys = Object.fromEntries(info.lands.map(({ letter, key }) => [letter, key]));
  const cells = new Map<string, "castle" | { kind: string; crowns: number }>();
  for (const square of Object.keys(sheet.cells)) {
    const [letter, crowns] = cellOf(sheet, square);
    cells.set(square, { kind: keys[letter] ?? letter, crowns });
  }
  return cells.set(sheet.castle, "castle");
}

// Keeping

/** A game that was scored to the end. */
export interface Played extends Pad {
  readonly standings: readonly Standing[];
}

const MOST_GAMES = 300;

/** The pad as it was left; null if there was none that can still be used. */
export function keptPad({ games }: Catalogue): Pad | null {
  const pad = read<Pad | null>("pad", null);
  const game = games.find(({ key, pad: info }) => key === pad?.game && info);
  return pad && game && Array.isArray(pad.names) && Array.isArray(pad.sheets) && pad.sheets.every(isSheet) ? fittedPad(pad, game) : null;
}

/** Returns whether the browser keeps it. */
export function keepPad(pad: Pad): boolean {
  return keep("pad", JSON.stringify(pad));
}

/** The games that were scored here, the latest first. */
export function playedGames(): Played[] {
  const games = read<Played[]>("pad-games", []);
  return Array.isArray(games) ? games.filter((one) => Array.isArray(one?.standings) && Array.isArray(one.names) && Array.isArray(one.sheets)) : [];
}

/** Keep *played*, instead of what was kept of the same game. Returns whether the browser does. */
export function remember(played: Played): boolean {
  return keep("pad-games", JSON.stringify([played, ...playedGames().filter(({ begun }) => begun !== played.begun)].sort(byDate).slice(0, MOST_GAMES)));
}

export function forget(begun: string): void {
  keep("pad-games", JSON.stringify(playedGames().filter((one) => one.begun !== begun)));
}

function byDate(one: Played, other: Played): number {
  return other.begun.localeCompare(one.begun);
}

function isSheet(sheet: Sheet): boolean {
  return typeof sheet?.castle === "string" && typeof sheet.cells === "object" && typeof sheet.values === "object";
}

function read<T>(name: "pad" | "pad-games", otherwise: T): T {
  try {
    return (JSON.parse(kept(name) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** All names that were used before, the latest first. */
export function usedNames(games: readonly Played[]): string[] {
  return [...new Set(games.flatMap(({ names }) => names.map((name) => name.trim())).filter(Boolean))];
}

/** Who rules a kingdom: partners share one. *nameless* is what somebody without a name is called. */
export function rulersOf({ names }: Pick<Pad, "names">, seats: readonly number[], nameless: (seat: number) => string): string {
  return seats.map((seat) => names[seat]?.trim() || nameless(seat)).join(" & ");
}
