/** Shows what others did: a domino flies from the line to its place, a king hops, a line is turned over. */

import { caller } from "./calling.svelte.ts";
import { type Half, UNIT } from "./land.ts";
import { ACTIONS } from "./looks.ts";
import { halvesOf } from "./pieces.ts";
import { type Sound, type SoundName, speaker } from "./sound.ts";
import { boxOf, type Direction, directionTo } from "./square.ts";
import type { Happening, TableState } from "./table.svelte.ts";
import { isStill } from "./theme.svelte.ts";
import type { Event, Piece } from "./wire.ts";
import { t } from "./words.svelte.ts";

const FLIGHT = 300; // milliseconds
const HOP = 300;
const EASE = "cubic-bezier(.3, .1, .3, 1)";

/** What has to be known of a table whose game is shown. */
type Played = Pick<TableState, "mine" | "acting" | "events" | "kingdomOf">;

/** A domino in the air, from one place on the screen to another. */
export interface Flight {
  key: number;
  kingdom: number;
  squares: string[];
  halves: readonly [Half, Half];
  rotation: Direction;
  from: DOMRect;
  to: DOMRect;
  length: number;
}

/** Where something happened. */
export interface Pulse {
  key: number;
  at: DOMRect;
}

export class Stage {
  flights = $state.raw<readonly Flight[]>([]);
  pulses = $state.raw<readonly Pulse[]>([]);
  #places = new Map<string, DOMRect>();
  #flown = 0;

  constructor(readonly table: () => Played | null) {}

  /** The squares of a kingdom that are still empty because their domino is in the air. */
  inAir(kingdom: number): readonly string[] {
    return this.flights.filter((flight) => flight.kingdom === kingdom).flatMap((flight) => flight.squares);
  }

  arrive(flight: Flight): void {
    this.flights = this.flights.filter((other) => other.key !== flight.key);
  }

  fade(pulse: Pulse): void {
    this.pulses = this.pulses.filter((other) => other.key !== pulse.key);
  }

  remember(): void {
    this.#places = places();
  }

  show({ events, before, after }: Happening): void {
    for (const event of events) {
      const sound = soundOf(event);
      if (sound) speaker.play(sound);
    }
    const table = this.table();
    if (after.over && !before?.over) speaker.play("end");
    else if (table?.acting != null && events.some((event) => event.seat !== table.acting)) {
      speaker.play("turn");
      caller.call(t("web.call.turn"), waited(table, table.acting));
    }
    if (isStill() || document.hidden) return;
    for (const event of events) if (event.kind === "action") this.#fly(event);
    this.#slide();
    for (const { kind, meaning } of events) if (kind === "chance") unveil(meaning?.pieces ?? []);
  }

  /** A placement by somebody else flies; whatever else happens on the board pulses. */
  #fly({ seat, bot, meaning }: Event): void {
    const table = this.table();
    if (!table || !meaning || seat === null || (table.mine.includes(seat) && !bot)) return;
    const { squares, pieces } = meaning;
    const kingdom = table.kingdomOf(seat);
    const to = onBoard(kingdom, squares);
    if (!to) return;
    const key = ++this.#flown;
    const [left, right] = squares;
    const from = pieces[0] && this.#places.get(pieceId(pieces[0]));
    const halves = halvesOf(pieces);
    if (from && halves && left && right) {
      const rotation = directionTo(left, right);
      this.flights = [...this.flights, { key, kingdom, squares, halves, rotation, from, to, length: FLIGHT }];
    } else {
      this.pulses = [...this.pulses, { key, at: to }];
    }
  }

  /** Whatever lies elsewhere now goes there; a king hops. */
  #slide(): void {
    const before = this.#places;
    const after = places();
    for (const [key, place] of after) {
      const was = before.get(key) ?? (key.startsWith("king") ? leftBehind(key, before, after) : undefined);
      const element = find(key);
      if (!was || !element || (Math.abs(was.x - place.x) < 2 && Math.abs(was.y - place.y) < 2)) continue;
      const from = `translate(${was.x - place.x}px, ${was.y - place.y}px)`;
      const half = `translate(${(was.x - place.x) / 2}px, ${(was.y - place.y) / 2 - 26}px) scale(1.12)`;
      const frames = key.startsWith("king") ? [from, half, "none"] : [from, "none"];
      element.animate({ transform: frames, zIndex: ["3", "3"] }, { duration: HOP, easing: EASE });
    }
  }
}

/** How long the seat to act had to wait for the others, in milliseconds. */
function waited({ events }: Played, seat: number): number {
  const last = events.findLast((event) => event.seat === seat);
  const now = events.at(-1);
  return last && now ? Date.parse(now.at) - Date.parse(last.at) : 0;
}

/** What `data-piece` says of a piece that can fly: `domino 17`. */
export function pieceId([kind, key]: Piece): string {
  return `${kind} ${key}`;
}

/** A king that is somewhere new comes from where one of its house stood and stands no more. */
function leftBehind(key: string, before: Map<string, DOMRect>, after: Map<string, DOMRect>): DOMRect | undefined {
  const seat = key.split(" ")[1];
  for (const [old, place] of before) {
    if (old.startsWith(`king ${seat} `) && !after.has(old)) return place;
  }
  return undefined;
}

/** Where every domino of the lines and every king is, by `domino 17` and `king 2 domino 17`. */
function places(): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of document.querySelectorAll("[data-piece], [data-king]")) {
    found.set(keyOf(element), element.getBoundingClientRect());
  }
  return found;
}

function find(key: string): Element | undefined {
  return [...document.querySelectorAll("[data-piece], [data-king]")].find((element) => keyOf(element) === key);
}

function keyOf(element: Element): string {
  const piece = element.closest("[data-piece]")?.getAttribute("data-piece");
  const king = element.getAttribute("data-king");
  if (king === null) return piece ?? "";
  const place = piece ?? [...(element.closest("ol")?.querySelectorAll("[data-king]") ?? [])].indexOf(element);
  return `king ${king} ${place}`;
}

/** Where an action of *kingdom* was done: on its board, or else on the piece that it is about. */
export function placeOf({ meaning }: Event, kingdom: number): DOMRect | null {
  const [piece] = meaning?.pieces ?? [];
  return onBoard(kingdom, meaning?.squares ?? []) ?? (piece && find(pieceId(piece))?.getBoundingClientRect()) ?? null;
}

/** Where *squares* of a kingdom are on the screen. */
function onBoard(kingdom: number, squares: readonly string[]): DOMRect | null {
  const picture = document.querySelector<SVGSVGElement>(`[data-board="${kingdom}"] svg.kingdom`);
  const matrix = atRest(picture?.closest("[data-moves]"), () => picture?.getScreenCTM());
  if (!matrix || !squares.length) return null;
  const box = boxOf(squares);
  const corner = new DOMPoint(box.west * UNIT, -(box.north + 1) * UNIT).matrixTransform(matrix);
  const end = new DOMPoint((box.east + 1) * UNIT, -box.south * UNIT).matrixTransform(matrix);
  return new DOMRect(corner.x, corner.y, end.x - corner.x, end.y - corner.y);
}

/** What *measure* finds when *element* has come to where it is moving. */
function atRest<Result>(element: Element | null | undefined, measure: () => Result): Result {
  const moves = (element?.getAnimations?.() ?? []).map((move) => ({ move, time: move.currentTime }));
  for (const { move } of moves) move.currentTime = 1e6;
  const found = measure();
  for (const { move, time } of moves) move.currentTime = time;
  return found;
}

/** New pieces are turned over one after the other. */
function unveil(pieces: readonly Piece[]): void {
  pieces.forEach((piece, at) => {
    find(pieceId(piece))?.animate(
      { transform: ["perspective(500px) rotateX(88deg)", "none"], opacity: [0.2, 1] },
      { duration: 240, delay: at * 50, easing: EASE, fill: "backwards" },
    );
  });
}

/** The sound of an event: that of its kind, or one by the shape of what was done. */
function soundOf({ kind, meaning }: Event): Sound | SoundName | null {
  const special = meaning && ACTIONS[meaning.kind]?.sound;
  if (special && kind !== "back") return special;
  if (kind === "chance") return meaning?.kind === "line" ? "line" : null;
  return kind === "action" && meaning?.squares.length ? "place" : "claim";
}
