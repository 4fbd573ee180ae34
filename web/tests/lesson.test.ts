import { describe, expect, it } from "vitest";
import { type Action, actionsOf } from "../src/lib/board.ts";
import { dismissed, ended, FIRST, type Hint, HINTS, keptLesson, type Lesson, lessonText, type Moment, momentOf, told } from "../src/classic/lesson.ts";
import type { View } from "../src/lib/wire.ts";
import { catalogue as catalogueOf, claims, DOMINOES, kingdom, line, offer, view as viewOf } from "./positions.ts";

function moment(change: Partial<Moment>): Moment {
  const base = { todo: "nothing", laid: 0, claimed: 0, side: 1, hasCrowns: false, gain: null, isLast: false, isOver: false } as const;
  const whole = { ...base, ...change };
  return { step: `${whole.todo} ${whole.laid} ${whole.claimed} ${whole.isOver}`, ...whole };
}

/** What is shown at each of the moments, one after the other. */
function shownAt(...moments: Partial<Moment>[]): (Hint | null)[] {
  let lesson: Lesson = FIRST;
  return moments.map((change) => {
    lesson = told(lesson, moment(change));
    return lesson.shown;
  });
}

describe("the guided first game", () => {
  it("tells one thing after the other, when there is something to do", () => {
    expect(
      shownAt(
        { todo: "claim" },
        {},
        { todo: "claim", claimed: 1 },
        {},
        { todo: "place" },
        { todo: "place", gain: 0 },
        { todo: "claim", laid: 1, hasCrowns: true },
        { todo: "place", laid: 1 },
        { todo: "place", laid: 2 },
        { todo: "place", laid: 2, gain: 3 },
        { todo: "place", laid: 3, side: 4 },
        { todo: "place", laid: 4, side: 5, isLast: true },
        { laid: 5 },
        { laid: 6, isOver: true },
      ),
    ).toEqual(["claim", null, "number", null, "place", "place", "crowns", "match", null, "gain", "size", "last", null, "done"]);
  });

  it("keeps a hint until the thing is done, and does not say it again", () => {
    expect(shownAt({ todo: "claim" }, { todo: "claim" }, {}, { todo: "claim" })).toEqual(["claim", "claim", null, null]);
  });

  it("explains a discard only when there is one", () => {
    expect(shownAt({ todo: "place", laid: 3 }, { todo: "discard", laid: 4 }, {}, { todo: "discard", laid: 5 })).toEqual([
      "match",
      "discard",
      null,
      null,
    ]);
  });

  it("tells no second thing in the same step after the button, but what the ghost brings", () => {
    let lesson = told(FIRST, moment({ todo: "place", laid: 3, side: 4 }));
    expect(lesson.shown).toBe("match");
    lesson = told(dismissed(lesson), moment({ todo: "place", laid: 3, side: 4 }));
    expect(lesson.shown).toBeNull();
    lesson = told(lesson, moment({ todo: "place", laid: 3, side: 4, gain: 2 }));
    expect(lesson.shown).toBe("gain");
  });

  it("says nothing more when somebody wants no hints", () => {
    const lesson = told(ended(told(FIRST, moment({ todo: "claim" }))), moment({ isOver: true }));
    expect(lesson.shown).toBeNull();
    expect(lesson.seen).toEqual(HINTS);
  });

  it("is kept for its own table only", () => {
    const lesson = dismissed(told(FIRST, moment({ todo: "claim" })));
    const text = lessonText("abc", lesson);
    expect(keptLesson(text, "abc")?.seen).toEqual(["claim"]);
    expect(keptLesson(text, "other")).toBeNull();
    expect(keptLesson(null, "abc")).toBeNull();
    expect(keptLesson("{", "abc")).toBeNull();
  });
});

describe("the moment of a position", () => {
  const NEW_LINE = line("new-line", { "9": 0, "45": 1, "12": null });
  const view: View = viewOf(9, {
    round: 2,
    actor: 1,
    order: [1],
    trays: [line("old-line", { "5": 1 }), NEW_LINE],
    kingdoms: [kingdom(0), kingdom(1, ".wf/clw1")],
  });
  const withoutNewLine: View = { ...view, trays: view.trays.filter((tray) => tray !== NEW_LINE) };
  const catalogue = catalogueOf();
  const claim = (...names: string[]): Action[] => actionsOf(claims(...names));
  const PLACE = offer("place", [["5@g8n", ["g8", "g9"], 2]], { pieces: DOMINOES["5"] ? [DOMINOES["5"]] : [] });

  it("counts what the learner has laid and claimed", () => {
    const seen = momentOf(view, actionsOf([PLACE]), 1, 2, catalogue);
    expect(seen).toMatchObject({ todo: "place", laid: 2, claimed: 1, side: 3, gain: 2, isLast: false, isOver: false });
  });

  it("sees crowns among what can be claimed", () => {
    expect(momentOf(view, claim("12"), 1, null, catalogue)).toMatchObject({ todo: "claim", hasCrowns: false });
    expect(momentOf(view, claim("12", "41"), 1, null, catalogue).hasCrowns).toBe(true);
  });

  it("knows the last round by its missing line", () => {
    expect(momentOf(withoutNewLine, [], 1, null, catalogue).isLast).toBe(true);
    expect(momentOf({ ...withoutNewLine, over: true }, [], 1, null, catalogue)).toMatchObject({ isLast: false, isOver: true, todo: "nothing" });
  });

  it("is a new step once the learner has acted", () => {
    const before = momentOf(view, claim("12"), 1, null, catalogue);
    const same = momentOf({ ...view, seq: 10 }, claim("12"), 1, null, catalogue);
    const after = momentOf(view, [], 1, null, catalogue);
    expect(same.step).toBe(before.step);
    expect(after.step).not.toBe(before.step);
  });
});
