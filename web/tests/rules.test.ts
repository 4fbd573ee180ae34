import { describe, expect, it } from "vitest";
import english from "@locales/en.json";
import { type Cells, parseLand } from "../src/lib/land.ts";
import { citedIn, isRule, piecesOf, type Rule, type Rulebook } from "../src/lib/rulebook.ts";
import { boxOf, DIRECTIONS, next, width } from "../src/lib/square.ts";
import { type LandScene, propertiesOf } from "../src/rules/picture.ts";
import { PICTURES } from "../src/rules/pictures.ts";

const BOOKS = import.meta.glob<Rulebook>("../src/rules/*.json", { eager: true, import: "default" });
const CATALOGUES = import.meta.glob("../../src/crownland/locales/*.json");
const languageOf = (path: string): string => path.replace(/^.*\/|\.json$/g, "");
const languages = Object.keys(BOOKS).map(languageOf);
const read = (language: string): Rulebook => BOOKS[`../src/rules/${language}.json`] as Rulebook;
const others = languages.filter((language) => language !== "en");
const en = read("en");
/** `{duel.rows}` is a number of the rules of Duel; tests/test_rule_texts.py knows them all. */
const GAMES = Object.keys(english).flatMap((key) => /^game\.([\w-]+)$/.exec(key)?.[1] ?? []);

const sceneOf = (name: string): LandScene => PICTURES[name]?.scene ?? { land: "c" };
const cellsOf = (name: string): Cells => parseLand(sceneOf(name).land, sceneOf(name).letters);
const rulesOf = (book: Rulebook): Rule[] => book.sections.flatMap(({ rules }) => rules);
const placeholders = (text: string): string[] => (text.match(/\{[^}]+\}/g) ?? []).sort();

describe("the rules in words", () => {
  it("are written in languages that have a catalogue", () => {
    const spoken = Object.keys(CATALOGUES).map(languageOf);
    expect(languages.filter((language) => !spoken.includes(language))).toEqual([]);
  });

  // tests/test_rule_texts.py compares the texts with the English ones.
  it.each(others)("are the same rules with the same pictures in %s", (language) => {
    for (const { number, variant, pictures } of rulesOf(read(language))) {
      const model = rulesOf(en).find((rule) => rule.number === number);
      expect({ number, variant, pictures }).toEqual({ number: model?.number, variant: model?.variant, pictures: model?.pictures });
    }
  });

  it.each(others)("are not left in English in %s", (language) => {
    const texts = (book: Rulebook): string[] => [
      ...rulesOf(book).flatMap((rule) => [rule.text, rule.ruling ?? "", ...(rule.list ?? []), ...Object.values(rule.items ?? {})]),
      ...Object.values(book.captions),
      ...book.sections.map(({ about }) => about),
    ];
    const ours = texts(read(language));
    expect(texts(en).filter((text) => text && ours.includes(text))).toEqual([]);
  });

  it.each(languages)("say something everywhere in %s", (language) => {
    const book = read(language);
    const texts = [book.about, book.ruling, ...Object.values(book.captions), ...rulesOf(book).flatMap(({ title, text }) => [title, text])];
    expect(texts.filter((text) => !text.trim() || text !== text.trim())).toEqual([]);
  });

  it("are numbered without a gap, each in its section", () => {
    for (const { key, rules } of en.sections) {
      expect(rules.map(({ number }) => number)).toEqual(rules.map((_, at) => `${key}${at + 1}`));
    }
  });

  it("refer to rules and to texts of the catalogue that exist", () => {
    const numbers = new Set(rulesOf(en).map(({ number }) => number));
    const keys = rulesOf(en).flatMap((rule) => Object.keys(rule.items ?? {}));
    for (const name of placeholders(JSON.stringify(rulesOf(en).map((rule) => [rule.title, rule.text, rule.ruling, rule.list, Object.values(rule.items ?? {})])))) {
      const inside = name.slice(1, -1);
      if (isRule(inside)) expect(numbers).toContain(inside);
      else if (!GAMES.some((game) => inside.startsWith(`${game}.`))) keys.push(inside);
    }
    expect(keys.filter((key) => !(key in english))).toEqual([]);
  });

  it("show every picture once, and each has its caption", () => {
    const marks = rulesOf(en).flatMap(({ pictures = [] }) => pictures);
    expect([...marks].sort()).toEqual(Object.keys(PICTURES).sort());
    expect(Object.keys(en.captions).sort()).toEqual(Object.keys(PICTURES).sort());
  });
});

describe("a text with references", () => {
  it("is taken apart at its rules and keys", () => {
    expect(piecesOf("See ({C4}) or {option.harmony}.")).toEqual([
      { words: "See (" },
      { rule: "C4" },
      { words: ") or " },
      { key: "option.harmony" },
      { words: "." },
    ]);
  });

  it("knows a rule in brackets from a domino's name", () => {
    expect(citedIn("Q17: town fits nowhere and is discarded (C7)")).toEqual([
      { words: "Q17: town fits nowhere and is discarded (" },
      { rule: "C7" },
      { words: ")" },
    ]);
  });
});

/** C5 and D4, written once more: does a half laid last touch the castle, or its own kind laid before? */
function connects(name: string): boolean {
  const { fresh = [] } = sceneOf(name);
  const cells = cellsOf(name);
  return fresh.some((square) =>
    DIRECTIONS.map((direction) => next(square, direction))
      .filter((other) => !fresh.includes(other))
      .some((other) => {
        const [here, there] = [cells.get(square), cells.get(other)];
        return there === "castle" || (here !== "castle" && there !== undefined && here?.kind === there.kind);
      }),
  );
}

describe("the pictures", () => {
  it.each(["fits", "draws", "tax", "too-wide"])("connect what is laid in %s", (name) => {
    expect(connects(name)).toBe(true);
  });

  it.each(["clashes", "draws-not"])("connect nothing in %s", (name) => {
    expect(connects(name)).toBe(false);
  });

  it("make the kingdom six squares wide where that is wrong", () => {
    const cells = cellsOf("too-wide");
    expect(width(boxOf(cells.keys()))).toBe(6);
    expect(width(boxOf([...cells.keys()].filter((square) => !sceneOf("too-wide").fresh?.includes(square))))).toBe(5);
  });

  it("have the castle in the middle, and gaps", () => {
    const cells = cellsOf("middle");
    expect(boxOf(cells.keys())).toEqual({ west: 4, south: 4, east: 8, north: 8 });
    expect(cells.size).toBe(23);
  });

  it.each([
    ["properties", 44, [5, 2]],
    ["reckoning", 71, undefined],
    ["domains", 78, [4, 2]],
    ["tax", 4, [4, 1]],
  ])("count in %s what the captions say", (name, total, framed) => {
    const scene = sceneOf(name);
    const lines = propertiesOf(cellsOf(name));
    const points = [...lines, ...(scene.counted ?? [])].reduce((sum, line) => sum + line.points, 0);
    expect(points).toBe(total);
    expect(lines.find(({ squares }) => squares.includes(scene.framed ?? ""))?.factors).toEqual(framed);
  });

  it("bring as many coins as the property of the knight has squares", () => {
    const { framed = "", coins } = sceneOf("tax");
    expect(propertiesOf(cellsOf("tax")).find(({ squares }) => squares.includes(framed))?.squares.length).toBe(coins);
  });
});
