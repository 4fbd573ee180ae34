/** The rules in words: one file for each language, fetched when somebody reads them. */

import { words } from "./words.svelte.ts";

/**
 * A rule. Texts may hold `{C5}`, another rule, `{option.harmony}`, a text of the catalogue, or
 * `{kingdomino.harmony.points}`, a number of the rules.
 */
export interface Rule {
  number: string;
  title: string;
  text: string;
  /** What the text lists, by keys of the catalogue. */
  items?: Record<string, string>;
  list?: string[];
  /** What we decided where the booklets are silent or disagree. */
  ruling?: string;
  variant?: boolean;
  /** Pictures by name: what they show is in rules/pictures.ts, what they mean in the captions. */
  pictures?: string[];
}

export interface Section {
  key: string;
  title: string;
  about: string;
  rules: Rule[];
}

export interface Rulebook {
  about: string;
  ruling: string;
  sections: Section[];
  captions: Record<string, string>;
}

const BOOKS: Record<string, () => Promise<{ default: Rulebook }>> = {
  ...import.meta.glob<{ default: Rulebook }>("../rules/*.json"),
  "../rules/sr-Cyrl.json": () => import("../rules/sr.json?cyrillic"),
};

/** The rules in *language*, with their numbers filled in. English replaces what is not translated, or does not fit. */
export async function rulebook(language: string): Promise<Rulebook> {
  const [english, translated] = await Promise.all([read("en"), read(language)]);
  if (!english) throw new Error("expected the rules in English");
  return merged(english, translated, language);
}

async function read(language: string): Promise<Rulebook | undefined> {
  return (await BOOKS[`../rules/${language}.json`]?.())?.default;
}

/** *english* with every text replaced by that of *other*, where it has a fitting one. */
export function merged<T>(english: T, other: unknown, language: string): T {
  if (typeof english === "string") {
    const text = typeof other === "string" ? words.fill(other, language, reference) : undefined;
    return (text ?? words.fill(english, "en", reference) ?? english) as T;
  }
  if (Array.isArray(english)) {
    const others: unknown[] = Array.isArray(other) ? other : [];
    return english.map((one, at) => merged(one, nameOf(one) ? others.find((its) => nameOf(its) === nameOf(one)) : others[at], language)) as T;
  }
  if (typeof english !== "object" || english === null) return english;
  const texts = (other ?? {}) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(english).map(([key, one]) => [key, merged(one, texts[key], language)])) as T;
}

/** Sections and rules are found by name, so that a new one may wait for its translation. */
function nameOf(part: unknown): string | undefined {
  const { number, key } = part && typeof part === "object" ? (part as Partial<Rule & Section>) : {};
  return number ?? key;
}

/** References to rules and texts stay for `piecesOf`. */
function reference(name: string): string | undefined {
  return isRule(name) || words.find(name) !== undefined ? `{${name}}` : undefined;
}

export function ruleOf(book: Rulebook, number: string): Rule | undefined {
  return book.sections.flatMap(({ rules }) => rules).find((rule) => rule.number === number);
}

/** A piece of a text: words as they are, a reference to a rule, or a key of the catalogue. */
export type Piece = { words: string } | { rule: string } | { key: string };

/** `{C5}` and `{option.harmony}` taken out of the words around them. */
export function piecesOf(text: string): Piece[] {
  return text
    .split(/(\{[^}]+\})/)
    .filter(Boolean)
    .map((part) => {
      const name = /^\{(.+)\}$/.exec(part)?.[1];
      if (name === undefined) return { words: part };
      return isRule(name) ? { rule: name } : { key: name };
    });
}

export function isRule(name: string): boolean {
  return /^[CKQWD]\d{1,2}$/.test(name);
}

/** A sentence with `(C7)` in it, taken apart. Dominoes like Q17 are no rules and have no brackets. */
export function citedIn(sentence: string): Piece[] {
  return piecesOf(sentence.replace(/\(([CKQWD]\d{1,2})\)/g, "({$1})"));
}
