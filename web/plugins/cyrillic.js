/**
 * Serbian in Cyrillic letters, made from the Latin texts by rule: `src/crownland/cyrillic.json` has the rule.
 *
 * Must agree with src/crownland/cyrillic.py; tests/test_cyrillic.py compares the two.
 */
import { readFileSync } from "node:fs";

const RULE = JSON.parse(readFileSync(new URL("../../src/crownland/cyrillic.json", import.meta.url), "utf-8"));
const LETTERS = new Map(
  Object.entries(RULE.letters).flatMap(([latin, letter]) => [
    [latin, letter],
    [capital(latin), capital(letter)],
    [latin.toUpperCase(), letter.toUpperCase()],
  ]),
);
const PART = new RegExp(`(${RULE.keep.join("|")})|${[...LETTERS.keys()].sort((one, other) => other.length - one.length).join("|")}`, "g");
/** Parts of the rules page that are no text. */
const NAMES = new Set(["number", "key", "pictures"]);

/** The language that the rule makes, and what it calls itself. */
export const CYRILLIC = RULE.language;
export const NAME = RULE.texts["language.name"];

/** A Serbian text in Cyrillic letters. */
export function inCyrillic(text) {
  return text.replace(PART, (part, kept) => kept ?? LETTERS.get(part));
}

/** A Serbian catalogue in Cyrillic letters. */
export function cyrillicTexts(texts) {
  const same = Object.fromEntries(RULE.same.map((key) => [key, texts[key]]));
  return { ...cyrillicBook(texts), ...same, ...RULE.texts };
}

/** The Serbian rules, or a part of them, in Cyrillic letters. */
export function cyrillicBook(part) {
  if (typeof part === "string") return inCyrillic(part);
  if (Array.isArray(part)) return part.map(cyrillicBook);
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, NAMES.has(key) ? one : cyrillicBook(one)]));
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
