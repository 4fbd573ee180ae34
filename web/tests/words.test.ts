import { beforeEach, describe, expect, it, vi } from "vitest";
import en from "@locales/en.json";
import { pluralForm } from "../src/lib/placeholders.ts";
import { merged, rulebook } from "../src/lib/rulebook.ts";
import { capital, firstLanguage, listed, signed, t, words } from "../src/lib/words.svelte.ts";

const SOURCES = import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });
const RULES = import.meta.glob<string>("../src/rules/*.json", { query: "?raw", import: "default", eager: true });
const WHOLE = import.meta.glob<string>("../../src/crownland/locales/en.json", { query: "?raw", import: "default", eager: true });
const CATALOGUES = import.meta.glob<Record<string, string>>("../../src/crownland/locales/*.json", { eager: true, import: "default" });

/** A game from outside the package, and a language. */
const OUTSIDE = {
  numbers: { "hex.size": 3 },
  texts: {
    en: { "game.hex": "Hex", "game.hex.about": "{hex.size} {hex.size:row|rows}", "hex.win": "{name} wins", "hex.lose": "{name} loses" },
    pl: { "game.hex.about": "{hex.size} {hex.size:rząd|rzędy|rzędów}", "hex.win": "wygrywa {kto}", "hex.lose": "{name:a|b|c} przegrywa" },
    eo: { "language.name": "Esperanto", "language.tag": "eo", "language.plural": "n = 1", "game.hex": "Sesangulo" },
    de: { "game.hex": "Sechseck" },
  },
};

describe("words", () => {
  beforeEach(async () => {
    words.learn({ numbers: {}, texts: {} });
    await words.speak("en");
  });

  it("fill in values", () => {
    expect(t("web.round", { round: 2, rounds: 13 })).toBe("round 2 of 13");
  });

  it("choose the plural form of their language", async () => {
    expect(t("count.crowns", { count: 1 })).toBe("1 crown");
    await words.speak("pl");
    expect([1, 3, 5, 22].map((count) => t("count.crowns", { count }))).toEqual(["1 korona", "3 korony", "5 koron", "22 korony"]);
    await words.speak("sr");
    expect([1, 3, 5, 21].map((count) => t("count.crowns", { count }))).toEqual(["1 kruna", "3 krune", "5 kruna", "21 kruna"]);
  });

  it("join lists in Latin letters in Serbian", async () => {
    await words.speak("sr");
    expect(listed(["porez", "gradi"], "disjunction")).toBe("porez ili gradi");
    expect(document.documentElement.lang).toBe("sr-Latn");
  });

  it("are also Serbian in Cyrillic letters, in texts, lists and rules", async () => {
    await words.speak("sr-Cyrl");
    expect([1, 3, 5].map((count) => t("count.crowns", { count }))).toEqual(["1 круна", "3 круне", "5 круна"]);
    expect(t("option.opening.clockwise-c" as "web.close")).toBe("у смеру казаљке на сату, почиње C");
    expect(listed(["порез", "изгради"], "disjunction")).toBe("порез или изгради");
    expect(document.documentElement.lang).toBe("sr-Cyrl");
    const book = await rulebook("sr-Cyrl");
    expect(book.sections.map(({ key, title }) => `${key} ${title}`)).toContain("C Заједничка правила");
    expect(book.sections[0]?.rules[0]).toMatchObject({ number: "C1", title: "Терени" });
  });

  it.each([
    [["sr-Cyrl-RS", "en"], "sr-Cyrl"],
    [["sr-Latn-RS", "en"], "sr"],
    [["sr-RS"], "sr"],
    [["de", "PL"], "pl"],
    [["de"], "en"],
  ])("are first in the language of the browser: %s", (browser, language) => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(browser);
    expect(firstLanguage()).toBe(language);
    vi.restoreAllMocks();
  });

  it("call every language by its own name", async () => {
    const files = Object.keys(CATALOGUES).map((path) => path.replace(/^.*\/|\.json$/g, ""));
    expect(Object.keys(words.languages)).toEqual([...files, "sr-Cyrl"].sort());
    for (const [language, name] of Object.entries(words.languages)) {
      await words.speak(language);
      expect(t("language.name")).toBe(name);
    }
  });

  it.each(Object.entries(CATALOGUES))("have the plural forms of Unicode in %s", (_, texts) => {
    const unicode = new Intl.PluralRules(texts["language.tag"]);
    const kinds = [...Array(1000).keys()].map((count) => `${unicode.select(count)} ${pluralForm(texts["language.plural"] ?? "", count)}`);
    const rules = (texts["language.plural"] ?? "").split(";").length;
    expect(new Set(kinds).size).toBe(rules + 1);
  });

  it("show a name that no catalogue knows as it is", () => {
    expect(words.name("bot", "somebody")).toBe("somebody");
    expect([signed(7), signed(-2), signed(0)]).toEqual(["+7", "−2", "0"]);
    expect(capital("place")).toBe("Place");
  });

  it("are shown in English where a translation is missing or does not fit", async () => {
    words.learn(OUTSIDE);
    await words.speak("pl");
    expect(words.name("game", "hex")).toBe("Hex");
    expect(words.find("hex.win", { name: "Ada" })).toBe("Ada wins");
    expect(words.find("hex.lose", { name: "Ada" })).toBe("Ada loses");
    expect(words.find("hex.draw")).toBeUndefined();
    expect(words.find("hex.win")).toBe("{name} wins");
  });

  it("have the numbers of the rules from the server", async () => {
    words.learn(OUTSIDE);
    expect(words.find("game.hex.about")).toBe("3 rows");
    await words.speak("pl");
    expect(words.find("game.hex.about")).toBe("3 rzędy");
    words.learn({ ...OUTSIDE, numbers: { "hex.size": 5 } });
    expect(words.find("game.hex.about")).toBe("5 rzędów");
  });

  it("may come in a language that only the server has", async () => {
    await expect(words.speak("eo")).rejects.toThrow("unknown language: eo; known: en, nl, pl, sr, sr-Cyrl");
    localStorage.setItem("crownland.language", "eo");
    expect(firstLanguage()).toBe("en");
    words.learn(OUTSIDE);
    expect(words.languages).toMatchObject({ en: "English", eo: "Esperanto" });
    expect(words.languages).not.toHaveProperty("de");
    expect(firstLanguage()).toBe("eo");
    localStorage.clear();
    await words.speak("eo");
    expect([words.name("game", "hex"), t("web.close")]).toEqual(["Sesangulo", "Close"]);
    expect(document.documentElement.lang).toBe("eo");
  });

  it("of the rules are English where the translation lacks something", async () => {
    words.learn(OUTSIDE);
    await words.speak("pl");
    const english = {
      about: "Rules",
      rules: [
        { number: "H1", text: "{hex.size} {hex.size:row|rows} ({C5}, {game.duel})", list: ["one", "two"], variant: true },
        { number: "H2", text: "New" },
        { number: "H3", text: "Last {hex.size}" },
      ],
    };
    const polish = {
      about: "Zasady",
      rules: [
        { number: "H1", text: "{hex.size} {hex.size:rząd|rzędy|rzędów} ({C5}, {game.duel})", list: ["jeden"] },
        { number: "H3", text: "Ostatnia {hex.rows}" },
      ],
    };
    expect(merged(english, polish, "pl")).toEqual({
      about: "Zasady",
      rules: [
        { number: "H1", text: "3 rzędy ({C5}, {game.duel})", list: ["jeden", "two"], variant: true },
        { number: "H2", text: "New" },
        { number: "H3", text: "Last 3" },
      ],
    });
    expect(merged(english, undefined, "pl").about).toBe("Rules");
  });

  it("that only the terminal shows are left out, and no source of the page names one", () => {
    const keys = Object.keys(JSON.parse(Object.values(WHOLE)[0] ?? "") as object);
    const leftOut = keys.filter((key) => !(key in en));
    expect(leftOut).toContain("table.help.quit");
    const text = [...Object.values(SOURCES), ...Object.values(RULES)].join("\n");
    expect(leftOut.filter((key) => text.includes(`"${key}"`) || text.includes(`{${key}}`))).toEqual([]);
    expect([...text.matchAll(/[`"](table\.(?:help|coins|hint)\.)[^"`]*\$\{/g)]).toEqual([]);
  });

  it("of the page are all used", () => {
    const text = Object.values(SOURCES).join("\n");
    const built = [...text.matchAll(/`(web\.[a-z./-]*)\$\{/g)].map(([, prefix]) => prefix ?? "");
    const unused = Object.keys(en).filter(
      (key) => key.startsWith("web.") && !text.includes(`"${key}"`) && !built.some((prefix) => key.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });
});
