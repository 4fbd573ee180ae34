import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventText, turnsOf } from "../src/lib/deeds.ts";
import { actionText } from "../src/lib/pieces.ts";
import type { Event, Meaning, Piece } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import { DOMINOES, event, meaning } from "./positions.ts";

const CHURCH: Piece = ["building", "church", []];
const die = (number: string, ...halves: Piece[2]): Piece => ["die", number, halves];
const SEVENTEEN = DOMINOES["17"] as Piece;

function did(kind: string, more: Partial<Meaning> = {}, change: Partial<Event> = {}): string {
  return eventText(event(1, "TOKEN", { meaning: meaning(kind, more), points: 3, ...change }));
}

beforeAll(() => words.speak("en"));
beforeEach(() => words.learn({ numbers: {}, texts: {} }));

describe("what was done", () => {
  it("says who was drawn to act in which order", () => {
    const drawn = event(1, "TOKEN", { kind: "chance", seat: null, meaning: meaning("opening", { seats: [1, 0] }) });
    const [turn] = turnsOf([drawn], (seat) => ["Ada", "Odo"][seat] ?? "");
    expect(turn?.texts).toEqual(["Turn order: Odo, Ada"]);
  });

  it.each<[string, string, Partial<Meaning>]>([
    ["placed 17 (+3)", "place", { pieces: [SEVENTEEN], squares: ["g8", "g9"] }],
    ["claimed 17", "claim", { pieces: [SEVENTEEN] }],
    ["discarded 17", "discard", { pieces: [SEVENTEEN] }],
    ["New line: 17, 22", "line", { pieces: [SEVENTEEN, DOMINOES["22"] as Piece] }],
    ["The kings are drawn", "opening", { seats: [1, 0] }],
    ["taxed g8: +4 coins", "tax", { squares: ["g8"], coins: 4, pieces: [["knight", "", []]] }],
    ["built church for 2", "build", { squares: ["g8"], coins: -2, pieces: [CHURCH] }],
    ["burned the church", "dragon", { coins: -1, pieces: [CHURCH] }],
    ["New buildings: church, statue", "stock", { pieces: [CHURCH, ["building", "statue", []]] }],
    ["Rolled dot, any coat of arms, stripe (1 cross)", "roll", { pieces: [die("1", ["dot", 0]), die("2", null), die("3", ["stripe", 1])] }],
    ["took dot + stripe (1 cross)", "take", { pieces: [die("1", ["dot", 0]), die("3", ["stripe", 1])] }],
    ["turned die 2 to dot (1 cross)", "turn_die", { pieces: [die("2", ["dot", 1])] }],
    ["chose solid for ?", "name_wild", { pieces: [die("2", null), ["coat", "solid", [["solid", 0]]]] }],
    ["castle cross on die 2", "castle_bonus", { pieces: [die("2", ["dot", 0])] }],
    ["cast split", "split", { pieces: [["spell", "split", []]] }],
    ["domain bonus for solid (+3)", "coat_bonus", { pieces: [["coat", "solid", []]] }],
    ["cross on g8 (+3)", "extra_cross", { squares: ["g8"] }],
    ["drew nothing", "draw_nothing", {}],
  ])("is told as: %s", (text, kind, more) => {
    expect(did(kind, more)).toBe(text);
  });

  it("is told by its token where no text knows its kind", () => {
    expect(did("dance")).toBe("played TOKEN");
    expect(eventText(event(1, "TOKEN"))).toBe("played TOKEN");
  });

  it("is told in the texts that a game from outside brings", () => {
    words.learn({ numbers: {}, texts: { en: { "table.news.dance": "danced with {dancer} on {square}", "dancer.a": "Anna" } } });
    expect(did("dance", { pieces: [["dancer", "a", []]], squares: ["g8"] })).toBe("danced with Anna on g8");
  });

  it("names the building again after a resignation and a taking back", () => {
    const built = meaning("build", { squares: ["g8"], coins: -2, pieces: [CHURCH], tray: "builders", spaces: [2] });
    const events = [
      event(1, "B2@g8", { meaning: built }),
      event(2, "", { kind: "resign", seat: 1 }),
      event(3, "B2@g8", { kind: "back", meaning: built }),
      event(4, "B2@g8", { meaning: built }),
    ];
    expect(turnsOf(events).map(({ seat, texts }) => [seat, ...texts])).toEqual([
      [0, "built church for 2"],
      [1, "gave up"],
      [0, "took back a move", "built church for 2"],
    ]);
  });

  it("is gathered by turn and round", () => {
    const claim = meaning("claim", { pieces: [SEVENTEEN] });
    const turns = turnsOf([event(1, "a", { meaning: claim }), event(2, "b", { meaning: claim }), event(3, "c", { meaning: claim, round: 2 })]);
    expect(turns.map(({ seq, round, texts }) => [seq, round, texts.length])).toEqual([
      [1, 1, 2],
      [3, 2, 1],
    ]);
  });
});

describe("what can be done", () => {
  it("names pieces with their halves", () => {
    expect(actionText(meaning("claim", { pieces: [SEVENTEEN] }), "K17")).toBe("Claim 17: forest · lake (1 crown)");
    expect(actionText(meaning("castle_bonus", { pieces: [die("2", ["dot", 0])] }), "C2")).toBe("Castle bonus: a cross on die 2, dot");
    expect(actionText(meaning("build", { squares: ["g8"], coins: -2, pieces: [CHURCH] }), "B")).toBe("Build church on g8 for 2");
  });

  it("is named by its token and its pieces where no text knows its kind", () => {
    expect(actionText(meaning("dance", { pieces: [["dancer", "anna", []]] }), "D1")).toBe("D1 anna");
  });
});
