import { beforeEach, describe, expect, it } from "vitest";
import en from "@locales/en.json";
import { capital, LANGUAGE_NAMES, LANGUAGES, listed, signed, t, words } from "../src/lib/words.svelte.ts";

const SOURCES = import.meta.glob<string>("../src/**/*.{ts,svelte}", { query: "?raw", import: "default", eager: true });

describe("words", () => {
  beforeEach(() => words.speak("en"));

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

  it("call every language by its own name", async () => {
    for (const language of LANGUAGES) {
      await words.speak(language);
      expect(t("language.name")).toBe(LANGUAGE_NAMES[language]);
    }
  });

  it("show a name that no catalogue knows as it is", () => {
    expect(words.name("bot", "somebody")).toBe("somebody");
    expect([signed(7), signed(-2), signed(0)]).toEqual(["+7", "−2", "0"]);
    expect(capital("place")).toBe("Place");
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
