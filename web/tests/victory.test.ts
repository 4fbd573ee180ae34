import { beforeEach, describe, expect, it } from "vitest";
import { facts, resultText, verdict } from "../src/lib/victory.ts";
import type { Standing } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import { event, kingdom, meaning, scoreLine, view } from "./positions.ts";

const NAMES = ["Ada", "Odo", "Mira", "Falk"];
const place = (kingdom: number, rank: number, total: number, decided_by: string | null = rank > 1 ? "total" : null): Standing => ({ kingdom, rank, total, decided_by });

function said(standings: Standing[], own: number | null = 0, isTeam = false): string {
  const { title, more } = verdict(standings, { own, isTeam, nameOf: (at) => NAMES[at] ?? "" });
  return [title, more].filter(Boolean).join(" / ");
}

const WON = [place(0, 1, 67), place(1, 2, 52)];
const LOST = [place(1, 1, 67), place(0, 2, 49)];
const BY_A_HAIR = [place(1, 1, 52), place(0, 2, 52, "largest-property")];
const SHARED = [place(0, 1, 52), place(1, 1, 52, "shared")];
const FOUR = [place(2, 1, 60), place(1, 2, 55), place(0, 3, 33), place(3, 4, 20)];
const RESIGNED = [place(0, 1, 12), place(1, 2, 30, "resigned")];

beforeEach(() => words.speak("en"));

describe("the end of a game", () => {
  it.each([
    ["en", ["You win 67–52", "Lost by 18 points / 49–67", "You share the crown / 52 points", "Place 3 of 4 / 27 points behind"]],
    ["pl", ["Wygrywasz 67:52", "Przegrana o 18 punktów / 49:67", "Dzielisz się zwycięstwem / 52 punkty", "3. miejsce na 4 / 27 punktów straty"]],
    ["sr", ["Pobeđuješ 67:52", "Izgubljeno za 18 poena / 49:67", "Deliš pobedu / 52 poena", "3. mesto od 4 / 27 poena zaostatka"]],
    ["nl", ["Je wint met 67–52", "Verloren met 18 punten verschil / 49–67", "Gedeelde overwinning / 52 punten", "Plaats 3 van 4 / 27 punten achterstand"]],
  ])("says in %s how it went", async (language, texts) => {
    await words.speak(language);
    expect([WON, LOST, SHARED, FOUR].map((standings) => said(standings))).toEqual(texts);
  });

  it("says what decided when points did not", () => {
    expect(said(BY_A_HAIR)).toMatch(/^Lost by a hair \/ 52–52 · \S/);
    expect(said(BY_A_HAIR, 1)).toMatch(/^You win 52–52 \/ \S/);
  });

  it("speaks of a team, of more than two, and of somebody who gave up", () => {
    expect(said(WON, 0, true)).toBe("Your team wins 67–52");
    expect(said(FOUR, 2)).toBe("You win with 60 points / 5 points ahead");
    expect(said(RESIGNED)).toBe("You win / Odo gave up");
    expect(said(RESIGNED, 1)).toBe("You gave up this game");
  });

  it("names the winner for those who watch", () => {
    expect(said(WON, null)).toBe("The crown goes to Ada / 67–52");
    expect(said(SHARED, null)).toBe("Ada and Odo share the crown / 52 points");
    expect(said(FOUR, null)).toBe("The crown goes to Mira / 60 points");
  });

  it("has a result that everybody can read", () => {
    expect(resultText(LOST, 0)).toBe("49–67");
    expect(resultText(FOUR, 1)).toBe("Place 2 of 4");
  });
});

describe("what is worth knowing", () => {
  const property = (reason: string, factors: number[], squares: number) => ({
    ...scoreLine(reason),
    factors,
    points: factors.reduce((product, factor) => product * factor),
    squares: Array.from({ length: squares }, (_, at) => `a${at + 1}`),
  });
  const LANDS = view(9, {
    kingdoms: [
      kingdom(0, "c", { lines: [property("wheat", [8, 4], 8), { ...scoreLine("harmony"), points: 40, factors: [] }] }),
      kingdom(1, "c", { lines: [property("forest", [9, 1], 9)] }),
    ],
  });
  const discard = { meaning: meaning("discard") };

  it("is the best property, the biggest gain and what was discarded", () => {
    const events = [event(1, "x", { points: 21, round: 5, seat: 1 }), event(2, "x", { points: 4 }), event(3, "9x", discard), event(4, "8x", { ...discard, seat: 1 })];
    expect(facts(LANDS, events)).toEqual([
      { label: "Best property", parts: [{ kingdom: 0, text: "wheat 8 × 4 = 32" }] },
      { label: "Biggest gain", parts: [{ kingdom: 1, text: "+21 · round 5" }] },
      { label: "Discarded", parts: [{ kingdom: 0, text: "1" }, { kingdom: 1, text: "1" }] },
    ]);
  });

  it("is the largest property where nothing was discarded, and nothing that was taken back", () => {
    const events = [event(1, "x", { points: 3 }), event(2, "x", { points: 30 }), event(3, "x", { kind: "back" })];
    expect(facts(LANDS, events).map(({ label, parts }) => [label, parts[0]?.text])).toEqual([
      ["Best property", "wheat 8 × 4 = 32"],
      ["Biggest gain", "+3 · round 1"],
      ["Largest property", "forest · 9"],
    ]);
  });

  it("is nothing after a game in which nothing happened", () => {
    expect(facts(view(1), [])).toEqual([]);
  });
});
