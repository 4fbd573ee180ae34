/** Shows what others did: a domino flies from the line to its place, a king hops, a line is turned over. */

import { type Catalogue, halvesOf } from "./catalogue.ts";
import type { Half } from "./land.ts";
import { UNIT } from "./land.ts";
import { type Sound, speaker } from "./sound.ts";
import { boxOf, type Direction } from "./square.ts";
import type { Change, TableState } from "./table.svelte.ts";
import { isStill } from "./theme.svelte.ts";
import type { Event } from "./wire.ts";

const FLIGHT = 300; // milliseconds
const HOP = 300;
const EASE = "cubic-bezier(.3, .1, .3, 1)";

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

  constructor(
    readonly catalogue: Catalogue,
    readonly table: () => TableState | null,
  ) {}

  /** The squares of a kingdom that are still empty because their domino is in the air. */
  inAir(kingdom: number): readonly string[] {
    return this.flights.filter((flight) => flight.kingdom === kingdom).flatMap((flight) => flight.squares);
  }

  land(flight: Flight): void {
    this.flights = this.flights.filter((other) => other.key !== flight.key);
  }

  remember(): void {
    this.#places = places();
  }

  show(change: Change): void {
    for (const event of change.events) {
      const sound = soundOf(event);
      if (sound) speaker.play(sound);
    }
    const table = this.table();
    if (change.after.over && !change.before?.over) speaker.play("end");
    else if (table?.acting != null && change.events.some((event) => event.seat !== table.acting)) speaker.play("turn");
    if (isStill() || document.hidden) return;
    for (const event of change.events) if (event.kind === "action") this.#fly(event, change);
    this.#slide();
    for (const event of change.events) {
      if (event.kind === "chance" && event.token.startsWith("L")) unveil(event.token.slice(1).split("."));
    }
  }

  #fly(event: Event, change: Change): void {
    const [, domino = "", rotation = ""] = /^(Q?\d+)@[a-m]\d+([nesw])$/.exec(event.token) ?? [];
    const table = this.table();
    if (!table || event.seat === null || (table.mine.includes(event.seat) && !event.bot)) return;
    const kingdom = table.kingdomOf(event.seat);
    const from = this.#places.get(`domino ${domino}`);
    if (!from) {
      this.#pulse(kingdom, event, change);
      return;
    }
    const squares = change.after.kingdoms[kingdom]?.fresh ?? [];
    const to = onBoard(kingdom, squares);
    if (!to) return;
    const halves = halvesOf(this.catalogue, domino);
    const key = ++this.#flown;
    this.flights = [
      ...this.flights,
      { key, kingdom, squares, halves, rotation: rotation as Direction, from, to, length: FLIGHT },
    ];
  }

  #pulse(kingdom: number, { token }: Event, change: Change): void {
    const [, square] = /^(?:N|B\d|Mcross)@([a-m]\d+)$/.exec(token) ?? [];
    const isDrawing = /^\d(\.\d)?@/.test(token);
    const at = onBoard(kingdom, square ? [square] : isDrawing ? (change.after.kingdoms[kingdom]?.fresh ?? []) : []);
    if (at) this.pulses = [...this.pulses, { key: ++this.#flown, at }];
  }

  end(pulse: Pulse): void {
    this.pulses = this.pulses.filter((other) => other.key !== pulse.key);
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

/** A king that is somewhere new comes from where one of its house stood and stands no more. */
function leftBehind(key: string, before: Map<string, DOMRect>, after: Map<string, DOMRect>): DOMRect | undefined {
  const seat = key.split(" ")[1];
  for (const [old, place] of before) {
    if (old.startsWith(`king ${seat} `) && !after.has(old)) return place;
  }
  return undefined;
}

/** Where every domino of the lines and every king is, by `domino 17` and `king 2 17`. */
function places(): Map<string, DOMRect> {
  const found = new Map<string, DOMRect>();
  for (const element of document.querySelectorAll("[data-domino], [data-king]")) {
    found.set(keyOf(element), element.getBoundingClientRect());
  }
  return found;
}

function find(key: string): Element | undefined {
  return [...document.querySelectorAll("[data-domino], [data-king]")].find((element) => keyOf(element) === key);
}

function keyOf(element: Element): string {
  const domino = element.closest("[data-domino]")?.getAttribute("data-domino");
  const king = element.getAttribute("data-king");
  if (king === null) return `domino ${domino}`;
  const place = domino ?? [...(element.closest("ol")?.querySelectorAll("[data-king]") ?? [])].indexOf(element);
  return `king ${king} ${place}`;
}

/** Where *squares* of a kingdom are on the screen. */
function onBoard(kingdom: number, squares: string[]): DOMRect | null {
  const picture = document.querySelector<SVGSVGElement>(`[data-board="${kingdom}"] svg.kingdom`);
  const matrix = picture?.getScreenCTM();
  if (!matrix || !squares.length) return null;
  const box = boxOf(squares);
  const corner = new DOMPoint(box.west * UNIT, -(box.north + 1) * UNIT).matrixTransform(matrix);
  const end = new DOMPoint((box.east + 1) * UNIT, -box.south * UNIT).matrixTransform(matrix);
  return new DOMRect(corner.x, corner.y, end.x - corner.x, end.y - corner.y);
}

/** New dominoes are turned over one after the other. */
function unveil(dominoes: string[]): void {
  dominoes.forEach((domino, at) => {
    find(`domino ${domino}`)?.animate(
      { transform: ["perspective(500px) rotateX(88deg)", "none"], opacity: [0.2, 1] },
      { duration: 240, delay: at * 50, easing: EASE, fill: "backwards" },
    );
  });
}

function soundOf({ kind, token }: Event): Sound | null {
  if (kind === "back" || kind === "resign" || kind === "close") return "claim";
  if (token.startsWith("L")) return "line";
  if (token.startsWith("K")) return "claim";
  if (token.startsWith("N")) return "coin";
  if (token.startsWith("B")) return "build";
  if (token.startsWith("D")) return "dragon";
  if (token.startsWith("R")) return "dice";
  return /^Q?\d/.test(token) ? "place" : kind === "action" ? "claim" : null;
}

