/** What the server knows: games and their options, bots, dominoes, buildings, spells, dice. */

import { api } from "./api.ts";
import { type Coat, type Half, parseHalf } from "./land.ts";

export interface GameOption {
  key: string;
  is_flag: boolean;
  /** What can be chosen, by number of players, the default first. */
  values: Record<string, string[]>;
}

export interface Game {
  key: string;
  players: number[];
  options: GameOption[];
}

export interface BotLevel {
  key: string;
  about: string;
}

export interface Building {
  copies: number;
  crowns: number;
  knights: number;
  towers: number;
  tax_bonus: string;
  points: number;
  points_per: string;
  assumed: boolean;
}

export interface Spell {
  key: string;
  coat: Coat;
  boxes: number;
  lightning: boolean;
}

/** A face of a die of Duel; without a coat it is wild. */
export interface Face {
  coat: Coat | null;
  crosses: number;
}

export interface Catalogue {
  games: Game[];
  bots: BotLevel[];
  dominoes: Record<string, [string, string]>;
  buildings: Record<string, Building>;
  spells: Spell[];
  dice: Face[][];
  languages: string[];
}

let asked: Promise<Catalogue> | undefined;

/** Asked once; when that fails, the next one who needs it asks again. */
export function catalogue(): Promise<Catalogue> {
  asked ??= api.get<Catalogue>("/catalogue").catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

export function halvesOf(catalogue: Catalogue, domino: string): readonly [Half, Half] {
  const [left, right] = catalogue.dominoes[domino] ?? ["w0", "w0"];
  return [parseHalf(left), parseHalf(right)];
}

/** A domino's number; it lets the motifs on dominoes vary. */
export function numberOf(domino: string): number {
  return Number(domino.replace(/\D/g, ""));
}
