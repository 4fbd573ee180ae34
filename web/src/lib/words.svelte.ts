/** What people read, in their language: the catalogues that terminal, commands and page share. */

import type en from "@locales/en.json";
import { keep, kept } from "./keeping.ts";

export type Key = keyof typeof en;
type Text = string | Record<string, string>;
type Values = Record<string, string | number>;

const CATALOGUES = import.meta.glob<{ default: Record<string, Text> }>("../../../src/crownland/locales/*.json");

export const LANGUAGES = Object.keys(CATALOGUES).map((path) => path.slice(-7, -5));

/** Every language in its own words. Must agree with `language.name` of its catalogue. */
export const LANGUAGE_NAMES: Record<string, string> = { en: "English", nl: "Nederlands", pl: "Polski", sr: "Srpski" };

/** Texts that games from outside bring, by language. */
type Outside = Record<string, Record<string, Text>>;

/** The texts of the chosen language. Whatever reads them is drawn again when the language changes. */
class Words {
  language = $state("en");
  #texts = $state.raw<Record<string, Text>>({});
  #outside = $state.raw<Outside>({});
  /** The language as browsers know it; Serbian is written in Latin letters here. */
  readonly tag = $derived(this.language === "sr" ? "sr-Latn" : this.language);
  #plural = $derived(new Intl.PluralRules(this.tag));

  /** The text of *key* with *values* filled in; an object of plural forms is chosen by `count`. */
  say(key: Key, values: Values = {}): string {
    return this.find(key, values) ?? key;
  }

  /** The text of a key that is put together, such as the reason of a score line; undefined when there is none. */
  find(key: string, values: Values = {}): string | undefined {
    let text = this.#texts[key] ?? this.#outside[this.language]?.[key] ?? this.#outside["en"]?.[key];
    if (typeof text === "object") {
      const forms: Record<string, string> = text;
      text = forms[this.#plural.select(Number(values["count"]))] ?? Object.values(forms).at(-1);
    }
    return text?.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  }

  /** What something is called; a name that no catalogue knows is shown as it is. */
  name(kind: "game" | "terrain" | "reason" | "spell" | "decided" | "option" | "bot", name: string): string {
    return this.find(`${kind}.${name}`) ?? name;
  }

  /** Add the texts of the games in the catalogue. */
  learn({ games }: { games: readonly { texts: Outside }[] }): void {
    const outside: Outside = {};
    for (const { texts } of games) for (const [language, more] of Object.entries(texts)) outside[language] = { ...outside[language], ...more };
    this.#outside = outside;
  }

  /** Speak *language* from now on, in this browser. */
  async speak(language: string): Promise<void> {
    const load = CATALOGUES[`../../../src/crownland/locales/${language}.json`];
    if (!load) throw new Error(`unknown language: ${language}; known: ${LANGUAGES.join(", ")}`);
    this.#texts = (await load()).default;
    this.language = language;
    document.documentElement.lang = this.tag;
  }
}

export const words = new Words();

/** `words.say`, as short as texts are many. */
export function t(key: Key, values?: Values): string {
  return words.say(key, values);
}

export async function chooseLanguage(language: string): Promise<void> {
  await words.speak(language);
  keep("language", language);
}

/** The language kept from an earlier visit, else the first one of the browser's that we speak, else English. */
export function firstLanguage(): string {
  const wished = [kept("language") ?? "", ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return wished.find((language) => LANGUAGES.includes(language)) ?? "en";
}

/** How a bot of some level plays: `quick`. */
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
