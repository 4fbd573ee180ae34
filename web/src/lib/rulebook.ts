/** The rules in words: one file for each language, fetched when somebody reads them. */

/** A rule. Texts may hold `{C5}`, another rule, or `{option.harmony}`, a text of the catalogue. */
export interface Rule {
  number: string;
  title: string;
  text: string;
  /** What the text speaks of one by one, by keys of the catalogue. */
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

const BOOKS = import.meta.glob<{ default: Rulebook }>("../rules/*.json");

export async function rulebook(language: string): Promise<Rulebook> {
  const load = BOOKS[`../rules/${language}.json`] ?? BOOKS["../rules/en.json"];
  if (!load) throw new Error(`no rules in ${language}`);
  return (await load()).default;
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

/** A sentence with `(C7)` in it, taken apart; dominoes like Q17 are no rules and stand without brackets. */
export function citedIn(sentence: string): Piece[] {
  return piecesOf(sentence.replace(/\(([CKQWD]\d{1,2})\)/g, "({$1})"));
}
