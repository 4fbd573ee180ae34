/** Texts for people, in their language: the catalogues that terminal, commands and page share. */

import type en from "@locales/en.json";
import BUNDLED from "virtual:languages";
import { keep, kept } from "./keeping.ts";
import { fill, type Value } from "./placeholders.ts";
import type { Catalogue } from "./wire.ts";

export type Key = keyof typeof en;
export type Texts = Record<string, string>;
type Values = Record<string, Value>;

const ENGLISH = "en";
const FOLDER = "../../../src/crownland/locales";
const FILES: Record<string, () => Promise<{ default: Texts }>> = {
  ...import.meta.glob<{ default: Texts }>("../../../src/crownland/locales/*.json"),
  [`${FOLDER}/sr-Cyrl.json`]: () => import("@locales/sr.json?cyrillic"),
};

/** The texts of the chosen language. Components that read them are drawn again when it changes. */
class Words {
  language = $state(ENGLISH);
  #files = $state.raw<Record<string, Texts>>({});
  #outside = $state.raw<Record<string, Texts>>({});
  #numbers = $state.raw<Record<string, number>>({});
  /** The name of every language by its code. */
  readonly languages = $derived<Texts>({ ...BUNDLED, ...namesIn(this.#outside) });
  /** The language as browsers know it: `sr` is Serbian in Latin letters. */
  readonly tag = $derived(this.#text("language.tag", this.language) ?? this.language);

  /** The text of *key* with *values* filled in. */
  say(key: Key, values: Values = {}): string {
    return this.find(key, values) ?? key;
  }

  /**
   * The text of a key that is put together, such as the reason of a score line; undefined when there is none. English
   * replaces a text that is missing or does not fit the values.
   */
  find(key: string, values: Values = {}): string | undefined {
    const valueOf = (name: string): Value | undefined => values[name];
    const english = this.#text(key, ENGLISH);
    return this.fill(this.#text(key, this.language), this.language, valueOf) ?? this.fill(english, ENGLISH, valueOf) ?? english;
  }

  /** *text* with numbers of the rules and other values filled in; undefined when it does not fit. */
  fill(text: string | undefined, language: string, valueOf: (name: string) => Value | undefined): string | undefined {
    if (text === undefined) return undefined;
    try {
      return fill(text, this.#text("language.plural", language) ?? "", (name) => valueOf(name) ?? this.#numbers[name]);
    } catch {
      return undefined; // a plural rule that is none
    }
  }

  /** What people call *name*; without a text it is *name* itself. */
  name(kind: "game" | "terrain" | "reason" | "decided" | "option" | "bot", name: string): string {
    return this.find(`${kind}.${name}`) ?? name;
  }

  /** Add what the server knows: numbers of the rules, and texts from outside the package. */
  learn({ numbers, texts }: Pick<Catalogue, "numbers" | "texts">): void {
    this.#numbers = numbers;
    this.#outside = texts;
  }

  /** Switch to *language*. */
  async speak(language: string): Promise<void> {
    if (!(language in this.languages)) {
      throw new Error(`unknown language: ${language}; known: ${Object.keys(this.languages).join(", ")}`);
    }
    const [texts, english] = await Promise.all([read(language), read(ENGLISH)]);
    this.#files = { [ENGLISH]: english, [language]: texts };
    this.language = language;
    document.documentElement.lang = this.tag;
  }

  #text(key: string, language: string): string | undefined {
    return this.#files[language]?.[key] ?? this.#outside[language]?.[key];
  }
}

function namesIn(texts: Record<string, Texts>): Texts {
  return Object.fromEntries(Object.entries(texts).flatMap(([code, { "language.name": name }]) => (name ? [[code, name]] : [])));
}

async function read(language: string): Promise<Texts> {
  const load = FILES[`${FOLDER}/${language}.json`];
  return load ? (await load()).default : {};
}

export const words = new Words();

/** Short for `words.say`. */
export function t(key: Key, values?: Values): string {
  return words.say(key, values);
}

export async function chooseLanguage(language: string): Promise<void> {
  await words.speak(language);
  keep("language", language);
}

/** The language kept from an earlier visit, else the first of the browser's that we have, else English. */
export function firstLanguage(): string {
  const wished = [kept("language") ?? "", ...navigator.languages.flatMap(codesOf)];
  return wished.find((language) => language in words.languages) ?? ENGLISH;
}

/** The codes that a language of the browser may have here: `sr-Cyrl` and `sr` for `sr-Cyrl-RS`. */
function codesOf(tag: string): string[] {
  const [language = "", script = ""] = tag.split("-");
  return [`${language}-${script}`, language.toLowerCase()];
}

/** What people call a level: `Steady`. */
export function levelText(level: string | null): string {
  return words.find(`level.${level}`) ?? level ?? "";
}

/** `Ada, Ben and Clio`; `tax, build or claim`. */
export function listed(parts: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  return new Intl.ListFormat(words.tag, { type }).format(parts);
}

/** `+7`, `−2`, `0`: points won or lost. */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0";
}

/** A word at the beginning of a sentence, or alone on a button. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(words.tag) + text.slice(1);
}
