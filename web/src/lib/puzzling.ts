/** What puzzles are called in words. */

import { t, words } from "./words.svelte.ts";

const USUAL = 2; // players

/** `Duel`, `Kingdomino · Mighty Duel`, `Kingdomino · 4 players`: what `kindOf` names. */
export function kindText(kind: string): string {
  const [game = "", players = "", ...options] = kind.split(" ");
  const flags = options.map((option) => words.name("option", option));
  const many = Number(players) > USUAL ? [t("web.players", { players })] : [];
  return [words.name("game", game), ...flags, ...many].join(" · ");
}

export function themeText(theme: string): string {
  return words.find(`puzzle.theme.${theme}`) ?? theme;
}

export function difficultyText(difficulty: string): string {
  return words.find(`puzzle.level.${difficulty}`) ?? difficulty;
}

/** `16 November`: a date as the server writes it. What is no date stays as it is: anybody can write an address. */
export function dayText(day: string): string {
  const date = new Date(day);
  return Number.isNaN(date.valueOf()) ? day : new Intl.DateTimeFormat(words.tag, { day: "numeric", month: "long", timeZone: "UTC" }).format(date);
}

export function percentText(share: number): string {
  return new Intl.NumberFormat(words.tag, { style: "percent" }).format(share);
}
