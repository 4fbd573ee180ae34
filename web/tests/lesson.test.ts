import { beforeEach, describe, expect, it } from "vitest";
import { lesson as classic } from "../src/classic/lesson.ts";
import { lesson as duel } from "../src/duel/lesson.ts";
import { actionsOf } from "../src/lib/board.ts";
import { keepLesson, keptLesson, Learning } from "../src/lib/learning.svelte.ts";
import { dismissed, END, FIRST, type Lesson, type Moment, momentOf, type Plan, progress, toldAt } from "../src/lib/lesson.ts";
import { LESSONS } from "../src/lib/looks.ts";
import { arrowTo, type Box, NEVER, placeOf } from "../src/lib/noting.ts";
import { words } from "../src/lib/words.svelte.ts";
import { lesson as queen } from "../src/queen/lesson.ts";
import type { View } from "../src/lib/wire.ts";
import { catalogue, claims, DOMINOES, kingdom, offer, view } from "./positions.ts";

/** The learner's turn, after so many own actions, with dominoes laid, in which things of these *kinds* can be done. */
function moment(acted: number, laid: number, kinds: string[], more: { total?: number; round?: number } = {}): Moment {
  const actions = actionsOf(kinds.map((kind) => offer(kind, [[kind, [], 0]])));
  return {
    turn: `${acted} ${kinds.length > 0}`,
    view: view(9, { round: more.round ?? 2 }),
    kingdom: kingdom(0, "c", { total: more.total ?? 0 }),
    actions,
    laid,
    acted,
  };
}

/** What is shown at each moment; what is read is closed by its button. */
function shownAt(plan: Plan, moments: Moment[], isRead = false): string[][] {
  let lesson: Lesson = FIRST;
  return moments.map((one) => {
    const shown: string[] = [];
    for (;;) {
      lesson = toldAt(plan, lesson, one);
      if (lesson.shown !== null) shown.push(lesson.shown);
      if (lesson.shown === null || !isRead) return shown;
      lesson = dismissed(lesson);
    }
  });
}

describe("a lesson", () => {
  it("tells one thing after the other, and ends when the essential ones are told", () => {
    const told = shownAt(classic, [
      moment(0, 0, ["claim"]),
      moment(1, 0, []),
      moment(1, 0, ["claim"]),
      moment(2, 0, ["place"]),
      moment(3, 1, ["claim"]),
      moment(4, 1, ["place"]),
      moment(5, 2, ["claim"], { total: 3 }),
      moment(6, 2, ["place"]),
      moment(7, 3, ["discard"]),
      moment(8, 3, ["place"]),
      moment(9, 4, ["claim"]),
      moment(10, 4, ["place"]),
    ]);
    expect(told.flat()).toEqual(["claim", "number", "place", "crowns", "match", "score", "gain", "discard", "size", END]);
    expect(told.at(-1)).toEqual([]);
  });

  it("keeps a hint until the thing is done, and does not say it again", () => {
    const claiming = moment(0, 0, ["claim"]);
    const once = toldAt(classic, FIRST, claiming);
    expect(toldAt(classic, once, { ...claiming })).toBe(once);
    expect(toldAt(classic, once, moment(1, 0, [])).shown).toBeNull();
    expect(toldAt(classic, toldAt(classic, once, moment(1, 0, [])), claiming).shown).toBeNull();
  });

  it("tells no more than two things in one turn", () => {
    const [told] = shownAt(queen, [moment(5, 3, ["tax", "build", "dragon", "claim"])], true);
    expect(told).toHaveLength(2);
  });

  it("does not wait for what does not come up", () => {
    expect(shownAt(queen, [moment(9, 3, ["claim"], { round: queen.rounds + 1 })])).toEqual([[END]]);
  });

  it("tells what the board of buildings is for only while nothing could be built", () => {
    const turns = [moment(4, 2, ["claim"]), moment(6, 3, ["claim"]), moment(8, 4, ["build", "claim"])];
    expect(shownAt(queen, turns, true).flat()).toContain("plot");
    const other = [moment(2, 1, ["claim"]), moment(4, 2, ["build", "claim"]), moment(6, 3, ["claim"]), moment(8, 4, ["claim"])];
    expect(shownAt(queen, other, true).flat()).not.toContain("plot");
  });

  it("counts how far it has come", () => {
    const lesson = toldAt(duel, { ...FIRST, told: ["take", "wild"] }, moment(1, 0, ["draw_pair"]));
    expect(lesson.shown).toBe("draw");
    expect(progress(duel, lesson)).toEqual({ told: 2, of: 7 });
    expect(progress(duel, { ...FIRST, shown: END })).toEqual({ told: 7, of: 7 });
  });

  it("has words for every hint, and speaks of tapping where others click", async () => {
    await words.speak("en");
    words.learn(catalogue({ numbers: {} }));
    for (const [game, load] of Object.entries(LESSONS)) {
      const { lesson } = await load();
      expect(lesson.game).toBe(game);
      expect(words.find(`lesson.${game}.about`)).toBeTruthy();
      for (const { key } of lesson.hints) {
        const text = words.find(`lesson.${game}.${key}`) ?? "";
        expect(text, `${game} ${key}`).not.toBe("");
        expect(text).not.toMatch(/\btap/i);
        const tapped = words.find(`lesson.${game}.${key}.tap`);
        if (/\bclick|\bR\b|wheel|point at/i.test(text)) expect(tapped, `${game} ${key}`).toBeDefined();
        expect(tapped ?? "").not.toMatch(/\bclick|\bR\b|wheel|point at/i);
      }
    }
  });
});

describe("the moment of a position", () => {
  const now = view(9, { kingdoms: [kingdom(0), kingdom(1, ".wf/clw1")] });

  it("counts what the learner has laid", () => {
    expect(momentOf(now, actionsOf(claims("12")), 1, 3, catalogue())).toMatchObject({ laid: 2, acted: 3 });
    expect(momentOf(now, [], 5, 0, catalogue())).toBeNull();
  });

  it("is another turn once the learner has acted, and while others act", () => {
    const turns = [actionsOf(claims("12")), actionsOf(claims("12", "41")), []].map((actions) => momentOf(now, actions, 1, 3, catalogue())?.turn);
    expect(turns[0]).toBe(turns[1]);
    expect(turns[0]).not.toBe(turns[2]);
    expect(momentOf(now, actionsOf(claims("12")), 1, 4, catalogue())?.turn).not.toBe(turns[0]);
  });

  it("points at the dominoes with crowns, or at all", () => {
    const hint = classic.hints.find(({ key }) => key === "crowns");
    const at = (names: string[]): string[] => {
      const slots = names.map((name) => [DOMINOES[name] ?? null, null, null, false, [], 0] as View["trays"][number]["slots"][number]);
      const there = view(9, { trays: [{ kind: "line", key: "new-line", slots, badges: [] }] });
      const whole = momentOf(there, [], 0, 0, catalogue());
      return typeof hint?.at === "function" && whole ? hint.at(whole) : [];
    };
    expect(at(["3", "17", "41"])).toEqual(['[data-slot="new-line 1"]', '[data-slot="new-line 2"]']);
    expect(at(["3", "12"])).toEqual(['.line:has([data-slot^="new-line"])']);
  });
});

describe("the lesson of a table", () => {
  beforeEach(() => localStorage.clear());

  it("is left and taken up again where it was", async () => {
    keepLesson("kingdomino", { table: "t", told: [] });
    const learning = new Learning("kingdomino", "t");
    await learning.begin();
    learning.follow(moment(0, 0, ["claim"]));
    expect(learning.lesson.shown).toBe("claim");
    learning.dismiss();
    learning.stop();
    expect([learning.isOn, learning.lesson.shown]).toEqual([false, null]);

    const later = new Learning("kingdomino", "t");
    expect([later.isOn, later.wasBegun]).toEqual([false, true]);
    await later.begin();
    later.follow(moment(0, 0, ["claim"]));
    expect(later.lesson.shown).toBeNull();
    later.follow(moment(1, 0, ["claim"]));
    expect(later.lesson.shown).toBe("number");
  });

  it("belongs to its own table, and each game has one", () => {
    keepLesson("kingdomino", { table: "t", told: ["claim"] });
    keepLesson("duel", { table: "d", told: [] });
    expect(new Learning("kingdomino", "other").wasBegun).toBe(false);
    expect(new Learning("queendomino", "t").wasBegun).toBe(false);
    expect(keptLesson("kingdomino")?.told).toEqual(["claim"]);
  });

  it("is over for good after the last hint", async () => {
    keepLesson("duel", { table: "d", told: ["take"] });
    const learning = new Learning("duel", "d");
    await learning.begin();
    learning.follow(moment(9, 6, ["take"], { round: 7 }));
    expect(learning.lesson.shown).toBe(END);
    learning.dismiss();
    expect(learning.isOn).toBe(false);
    expect(new Learning("duel", "d").isOn).toBe(false);
  });

  it("ignores what it cannot read", () => {
    for (const text of ["{", "[]", "null", '{"duel": 3}', '{"table": "abc", "seen": []}']) {
      localStorage.setItem("crownland.lesson", text);
      expect(keptLesson("duel"), text).toBeNull();
    }
  });
});

describe("a note", () => {
  const SCREEN: Box = { left: 0, top: 0, right: 400, bottom: 800 };
  const SIZES = [{ width: 300, height: 100 }];
  const overlaps = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

  it("lies beside its target, on nothing that is needed", () => {
    const target = { left: 50, top: 500, right: 350, bottom: 600 };
    const button = { left: 0, top: 380, right: 400, bottom: 480 };
    const place = placeOf(SIZES, SCREEN, target, [{ ...target, weight: NEVER }, { ...button, weight: NEVER }]);
    expect(overlaps(place, target)).toBe(false);
    expect(overlaps(place, button)).toBe(false);
    expect(place.top).toBe(600);
  });

  it("rather covers what is less needed", () => {
    const upper = { left: 0, top: 0, right: 400, bottom: 400 };
    const lower = { left: 0, top: 400, right: 400, bottom: 800 };
    expect(placeOf(SIZES, SCREEN, null, [{ ...upper, weight: 1 }, { ...lower, weight: 9 }]).bottom).toBeLessThanOrEqual(400);
  });

  it("stays on the screen, in a size that fits", () => {
    const target = { left: 0, top: 700, right: 400, bottom: 800 };
    const sizes = [{ width: 390, height: 750 }, { width: 200, height: 300 }];
    const place = placeOf(sizes, SCREEN, target, [{ ...target, weight: NEVER }]);
    expect(place.right - place.left).toBe(200);
    expect(place.bottom).toBeLessThanOrEqual(700);
  });

  it("points at the nearest target, unless it touches it", () => {
    const note = { left: 0, top: 0, right: 100, bottom: 50 };
    const near = { left: 20, top: 100, right: 80, bottom: 140 };
    const far = { left: 0, top: 300, right: 400, bottom: 400 };
    expect(arrowTo([far, near], note)).toMatch(/^M50 50Q\S+ \S+ 50 100M/);
    expect(arrowTo([{ ...near, top: 52 }], note)).toBeNull();
    expect(arrowTo([], note)).toBeNull();
  });
});
