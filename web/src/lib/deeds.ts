/** What was done, in a few words: the log, and what is spoken. */

import { type Catalogue, coatOf } from "./catalogue.ts";
import { COAT_LETTERS } from "./land.ts";
import { halfText } from "./sayings.ts";
import type { Event } from "./wire.ts";
import { signed, t, words } from "./words.svelte.ts";

/** An event and what it meant when it happened. */
export interface Deed {
  event: Event;
  text: string;
}

/** What one seat, or chance, did one after the other in a round. */
export interface Turn {
  seq: number;
  seat: number | null;
  round: number;
  texts: string[];
}

export function turnsOf(deeds: readonly Deed[]): Turn[] {
  const turns: Turn[] = [];
  for (const { event, text } of deeds) {
    const last = turns.at(-1);
    if (last && last.seat === event.seat && last.round === event.round) last.texts.push(text);
    else turns.push({ seq: event.seq, seat: event.seat, round: event.round, texts: [text] });
  }
  return turns;
}

const SPACES = 6;
type Tiles = (string | null)[];

/** Reads a game's events one after the other, because a token like `B2@g8` tells a price and not a building. */
export class Chronicle {
  #tiles: Tiles = Array<null>(SPACES).fill(null);
  #faces: number[] = [];
  #round = 0;
  #before: Tiles[] = [];

  constructor(readonly catalogue: Catalogue) {}

  tell(event: Event): Deed {
    if (event.kind === "back") {
      this.#tiles = this.#before.pop() ?? this.#tiles;
      return { event, text: t("web.deed.back") };
    }
    this.#before.push([...this.#tiles]);
    if (event.kind === "close") return { event, text: t("web.closed") };
    if (event.kind === "resign") return { event, text: t("web.deed.resign") };
    if (event.round !== this.#round) this.#slide();
    this.#round = event.round;
    return { event, text: this.#text(event.token, signed(event.points)) };
  }

  #text(token: string, points: string): string {
    const [, domino = "", rest = ""] = /^(Q?\d+)(x|@.*)$/.exec(token) ?? [];
    if (rest === "x") return t("table.news.discard", { domino });
    if (rest && !/^\d+@[a-m]\d+$/.test(token)) return t("table.news.place", { domino, points });
    switch (token.charAt(0)) {
      case "K":
        return t("table.news.claim", { domino: token.slice(1) });
      case "O":
        return t("web.deed.opening");
      case "L":
        return t("web.deed.line", { dominoes: token.slice(1).replaceAll(".", ", ") });
      case "S":
        return this.#stock(token.slice(1).split("."));
      case "N":
        return t("web.deed.tax", { square: token.slice(2) });
      case "B":
        return t("web.deed.build", { building: this.#take(token) });
      case "D":
        return t("table.news.burn", { building: this.#take(token) });
      case "R":
        return this.#roll(token.slice(1).split(".").map(Number));
      case "T":
        return t("table.news.take", { dice: token.slice(1).split(".").map((die) => this.#face(Number(die))).join(" + ") });
      case "W":
        return t("table.news.name", { coat: coatText(token.charAt(2)) });
      case "C":
        return t("table.news.castle", { die: token.slice(1) });
      case "M":
        return this.#spell(token.slice(1), points);
      case ".":
        return this.#faces.length ? t("table.news.nothing") : t("table.news.end");
    }
    return /^\d/.test(token) ? t("table.news.draw", { points }) : t("table.news.token", { token });
  }

  #spell(spell: string, points: string): string {
    if (spell.startsWith("turn")) {
      const [die = 0, face = 0] = spell.slice(4).split(".").map(Number);
      return t("table.news.turn", { die, face: this.#face(die, face) });
    }
    if (spell === "free") return t("table.news.cast", { spell: words.name("spell", "free_placement") });
    if (spell === "split") return t("table.news.cast", { spell: words.name("spell", "split") });
    if (spell.startsWith("coat")) return t("table.news.coat", { coat: coatText(spell.slice(4)), points });
    return t("table.news.cross", { square: spell.split("@")[1] ?? "", points });
  }

  #roll(faces: number[]): string {
    this.#faces = faces;
    const dice = faces.map((_, at) => this.#face(at + 1)).join(", ");
    return t("table.news.roll", { dice }).replace(/\.$/, "");
  }

  #face(die: number, face = this.#faces[die - 1] ?? 1): string {
    const shown = this.catalogue.dice[die - 1]?.[face - 1];
    const coat = coatOf(shown?.coat);
    return coat ? halfText({ kind: coat, crowns: shown?.crosses ?? 0 }) : t("table.wild");
  }

  #stock(names: string[]): string {
    this.#slide();
    // A token has no underscores.
    const keys = names.map((name) => Object.keys(this.catalogue.buildings).find((key) => key.replaceAll("_", "") === name) ?? name);
    const left = [...keys];
    this.#tiles = this.#tiles.map((tile) => tile ?? left.shift() ?? null);
    return t("web.deed.stock", { buildings: keys.map((key) => words.name("reason", key)).join(", ") });
  }

  #take(token: string): string {
    const space = Number(token.charAt(1));
    const key = this.#tiles[space] ?? "";
    this.#tiles = this.#tiles.map((tile, at) => (at === space ? null : tile));
    return words.name("reason", key);
  }

  /** Q11: tiles slide towards price 0 and keep their order. */
  #slide(): void {
    const left = this.#tiles.filter((tile) => tile !== null);
    this.#tiles = [...left, ...Array<null>(SPACES - left.length).fill(null)];
  }
}

function coatText(letter: string): string {
  return words.name("reason", COAT_LETTERS[letter] ?? letter);
}
