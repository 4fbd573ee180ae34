/** How somebody at this page picks one of the legal actions: by pointer, finger or keys. */

import {
  type Action,
  lifted,
  moved,
  nearestSpot,
  nextSquare,
  type Placing,
  placedOn,
  placingOf,
  pointedAt,
  turned,
} from "./board.ts";
import { type Catalogue, coatOf, halvesOf } from "./catalogue.ts";
import { CASTLE, type Half } from "./land.ts";
import { type Direction, distance, isOnField, next, point } from "./square.ts";
import type { TableState } from "./table.svelte.ts";
import type { Kind, View } from "./wire.ts";

export interface Spot {
  x: number;
  y: number;
}

/** A domino that follows the pointer; *spot* is where on the screen. */
export interface Drag {
  at: Spot;
  touch: boolean;
}

/** Where on the board a point of the screen is, in squares from the lower left corner of a1; null outside of it. */
type Locate = (at: Spot) => Spot | null;

const DRAG_FROM = 6; // pixels that a pointer moves before it drags
const FINGER = 56; // pixels above a finger, so that one sees what it holds
const OUTSIDE = 0.9; // squares beside the board where a domino still snaps to it

export class Choosing {
  /** Placing a domino, or drawing two coats: spot and rotation. */
  placing: Placing | null = $derived.by(() => this.#offered());
  /** Whether the ghost stays when the pointer leaves. */
  isPinned = $derived.by(() => this.placing !== null && this.table.undone !== null && this.#offered()?.spot != null);
  /** The tile that was taken from the builders' board and has no plot yet, or goes to the dragon. */
  tile = $derived.by<string | null>(() => (this.table.actions, null));
  isDragonOut = $derived.by(() => (this.table.actions, false));
  /** The square that the arrow keys are on, where single squares are picked. */
  cursor = $derived.by<string | null>(() => (this.table.actions, null));
  /** The die to be drawn first after a split (D7). */
  die = $derived.by<string | null>(() => this.of("draw_die")[0]?.subject ?? null);
  /** Whether two dice are taken at once, as B or by a spell (D3, D7), and the first of them. */
  isPickingTwo = $derived.by(() => this.can("take") && !this.of("take").some((action) => !action.subject.includes(".")));
  #firstDie = $derived.by<string | null>(() => (this.table.actions, null));
  drag = $state.raw<Drag | null>(null);

  /** What can be picked by its square alone, now. */
  readonly squares: ReadonlyMap<string, Action> = $derived.by(() => this.#squares());

  locate: Locate | null = null;

  constructor(readonly table: TableState) {}

  of(kind: Kind): Action[] {
    return this.table.actions.filter((action) => action.kind === kind);
  }

  can(kind: Kind): boolean {
    return this.table.actions.some((action) => action.kind === kind);
  }

  /** The action that is picked and waits to be confirmed. */
  get picked(): Action | null {
    if (this.placing) return this.placing.spot;
    return (this.cursor && this.squares.get(this.cursor)) || null;
  }

  play(action: Action | null | undefined): void {
    if (action) this.table.act(action);
  }

  confirm(): void {
    this.play(this.picked ?? this.of("discard")[0]);
  }

  // The domino in hand

  turn(by: 1 | -1 = 1): void {
    if (this.placing) this.placing = turned(this.placing, by);
  }

  /** A finger taps on the board; near is good enough. */
  tap(at: Spot): void {
    const square = squareAt(at);
    if (this.placing) {
      const covered = this.placing.actions.some((action) => action.squares.includes(square));
      const spot = covered ? null : nearestSpot(this.placing, at.x, at.y);
      this.placing = spot ? placedOn(this.placing, spot) : pointedAt(this.placing, square);
      this.isPinned = this.placing.spot !== null;
      if (!covered && !spot) this.#tryAt(square);
    } else {
      this.play(this.squares.get(square));
    }
  }

  /** The mouse is over the board; null when it left. */
  hover(at: Spot | null): void {
    if (!this.placing || this.drag) return;
    const spot = at && nearestSpot(this.placing, at.x, at.y);
    if (spot) {
      const square = squareAt(at);
      this.isPinned = false;
      this.#lie(spot, spot.squares.includes(square) ? square : spot.squares[0]);
    } else if (!this.isPinned) {
      this.#lie(null);
    }
  }

  /** The mouse clicks on the board: what the ghost shows is played. */
  click(at: Spot): void {
    this.hover(at);
    if (this.placing?.spot) this.play(this.placing.spot);
    else if (this.placing) this.#tryAt(squareAt(at));
    else this.play(this.squares.get(squareAt(at)));
  }

  /** Nothing fits at *square*: let the rules say why. */
  #tryAt(square: string): void {
    const { actions, rotation } = this.placing ?? {};
    const [first] = actions ?? [];
    if (!first || !rotation || !isOnField(square)) return;
    // Two equal halves are written with n or e only.
    const isTurned = (rotation === "s" || rotation === "w") && !actions?.some((action) => /[sw]$/.test(action.token));
    const from = isTurned ? next(square, rotation) : square;
    const direction = isTurned ? (rotation === "s" ? "n" : "e") : rotation;
    if (isOnField(from)) this.table.ask(`${first.subject}@${from}${direction}`);
  }

  arrow(direction: Direction): void {
    if (this.placing) {
      this.placing = moved(this.placing, direction);
      this.isPinned = true;
    } else if (this.squares.size) {
      const all = [...this.squares.keys()];
      this.cursor = this.cursor
        ? nextSquare(this.cursor, all, direction)
        : (all.sort((a, b) => distance(a, CASTLE) - distance(b, CASTLE))[0] ?? null);
    }
  }

  // Dice

  isPicked(die: string): boolean {
    return this.can("draw_die") ? this.die === die : this.#firstDie === die;
  }

  pickTwo(): void {
    this.isPickingTwo = !this.isPickingTwo;
    this.#firstDie = null;
  }

  /** Take a die; with the spell, the first of two or both. */
  take(die: string): void {
    if (!this.isPickingTwo) {
      this.play(this.of("take").find((action) => action.subject === die));
    } else if (this.#firstDie === null || this.#firstDie === die) {
      this.#firstDie = this.#firstDie === die ? null : die;
    } else {
      const both = [this.#firstDie, die].sort().join(".");
      this.play(this.of("take").find((action) => action.subject === both));
    }
  }

  letGo(): void {
    if (this.placing) this.placing = lifted(this.placing);
    this.isPinned = false;
    this.tile = null;
    this.isDragonOut = false;
    this.cursor = null;
  }

  /** A pointer goes down on the domino in hand: it may become a drag. */
  grab(event: PointerEvent): void {
    if (!this.placing || event.button) return;
    const touch = event.pointerType !== "mouse";
    const start = { x: event.clientX, y: event.clientY };
    const stop = new AbortController();
    const { signal } = stop;
    const move = (now: PointerEvent): void => {
      if (now.pointerId !== event.pointerId) return;
      const at = { x: now.clientX, y: now.clientY };
      if (!this.drag && Math.hypot(at.x - start.x, at.y - start.y) < DRAG_FROM) return;
      this.#dragTo(touch ? { x: at.x, y: at.y - FINGER } : at, touch);
    };
    const drop = (now: PointerEvent): void => {
      if (now.pointerId !== event.pointerId) return;
      stop.abort();
      this.#drop(now.type === "pointerup");
    };
    addEventListener("pointermove", move, { signal });
    addEventListener("pointerup", drop, { signal });
    addEventListener("pointercancel", drop, { signal });
    addEventListener("touchmove", (touching) => touching.cancelable && touching.preventDefault(), { signal, passive: false });
  }

  #dragTo(at: Spot, touch: boolean): void {
    if (!this.placing) return;
    this.drag = { at, touch };
    const place = this.locate?.(at);
    const spot = place ? nearestSpot(this.placing, place.x, place.y, 1 + OUTSIDE) : null;
    this.#lie(spot, spot?.squares[0]);
  }

  /** The ghost lies on *spot*; where it lies already, nothing is drawn again. */
  #lie(spot: Action | null, pivot: string | null = null): void {
    if (!this.placing || (this.placing.spot === spot && this.placing.pivot === pivot)) return;
    if (spot && this.table.refusal) this.table.refusal = null;
    this.placing = { ...this.placing, spot, pivot };
  }

  #drop(isMeant: boolean): void {
    const drag = this.drag;
    this.drag = null;
    if (!drag || !this.placing) return;
    if (!isMeant) this.placing = lifted(this.placing);
    this.isPinned = this.placing.spot !== null;
    if (!drag.touch) this.play(this.placing.spot);
  }

  #offered(): Placing | null {
    const actions = this.table.actions.filter((action) => action.kind === "place" || action.kind === "draw_pair");
    if (!actions.length) return null;
    const placing = placingOf(actions);
    const undone = actions.find((action) => action.token === this.table.undone);
    return undone ? placedOn(placing, undone) : placing;
  }

  #squares(): Map<string, Action> {
    const kinds: Kind[] = this.tile === null ? ["tax", "extra_cross", "draw_die"] : ["build"];
    const actions = this.table.actions.filter(
      (action) =>
        kinds.includes(action.kind) &&
        (action.kind !== "build" || tileOf(action) === this.tile) &&
        (action.kind !== "draw_die" || action.subject === this.die),
    );
    return new Map(actions.flatMap((action) => (action.squares[0] ? [[action.squares[0], action] as const] : [])));
  }
}

/** The space of the builders' board that an action is about: 2 of `B2@g8`, 4 of `D4`. */
export function tileOf(action: Action): string {
  return /^[BD](\d)/.exec(action.token)?.[1] ?? "";
}

/** What lies in the hand of whoever is to act: a domino, or the two dice that will be drawn. */
export function halvesInHand(choosing: Choosing, view: View, catalogue: Catalogue): readonly [Half, Half] | null {
  const domino = choosing.of("place")[0]?.subject;
  if (domino !== undefined) return halvesOf(catalogue, domino);
  const [low, high] = (choosing.of("draw_pair")[0]?.subject.split(".") ?? []).map((die) => dieHalf(view, Number(die) - 1));
  return low && high ? [low, high] : null;
}

function dieHalf({ dice }: View, at: number): Half | null {
  const kind = coatOf(dice?.coats[at]);
  return kind && { kind, crowns: dice?.crosses[at] ?? 0 };
}

function squareAt({ x, y }: Spot): string {
  return String.fromCharCode(97 + Math.floor(x)) + (Math.floor(y) + 1);
}

/** Where a square is, as `locate` tells it. */
export function middleOf(square: string): Spot {
  const { column, row } = point(square);
  return { x: column + 0.5, y: row + 0.5 };
}
