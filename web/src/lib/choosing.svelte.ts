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
import { CASTLE, type Half, halfOf } from "./land.ts";
import { ACTIONS } from "./looks.ts";
import { halvesOf, isSame } from "./pieces.ts";
import { type Direction, distance, isOnField, next } from "./square.ts";
import type { TableState } from "./table.svelte.ts";
import type { Choice, Tray } from "./wire.ts";

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

/** A space of a tray. */
export interface Space {
  tray: string;
  space: number;
}

/**
 * Picks an action by the shape of what it means, whatever game it belongs to.
 *
 * What has squares is aimed at the board; where it lies in a tray, its space there is picked first. What lies in a tray
 * and has no squares is picked there. The rest are buttons.
 */
export class Choosing {
  /** The step that somebody went to; some actions are offered only then. */
  called = $derived.by<string | null>(() => (this.table.actions, null));
  /** The step that somebody turned to; it is shown, and nothing is offered more or less for it. */
  turnedTo = $derived.by<string | null>(() => (this.table.actions, null));
  /** The space that was picked and whose action still lacks something, such as a square. */
  held = $derived.by<Space | null>(() => this.#inHand());
  /** Which of `aims` is aimed at the board. */
  aim = $derived.by<number>(() => (this.table.actions, 0));
  /** Whether several spaces are picked for one action, and those picked so far. */
  isPickingMany = $derived.by(() => this.#takesMany(true) && !this.#takesMany(false));
  #many = $derived.by<readonly number[]>(() => (this.table.actions, []));
  /** The square that the arrow keys are on, where single squares are picked. */
  cursor = $derived.by<string | null>(() => (this.table.actions, null));
  /** What somebody points at in a tray without having picked it. */
  considered = $derived.by<Action | null>(() => (this.table.actions, null));
  /** What a finger, which cannot point, has touched: it is considered until it is touched again or confirmed. */
  touched = $derived.by<Action | null>(() => (this.table.actions, null));
  /** Picking a spot and a rotation for two halves. */
  placing: Placing | null = $derived.by(() => this.#placing());
  /** Whether the ghost stays when the pointer leaves. */
  isPinned = $derived.by(() => this.placing !== null && this.table.undone !== null && this.#placing()?.spot != null);
  drag = $state.raw<Drag | null>(null);
  /** The tray that a note is about: it lies open as long as the note does. */
  shown = $state<string | null>(null);

  /** What can be done without going to another step. */
  readonly actions: readonly Action[] = $derived.by(() =>
    this.table.actions.filter(({ kind, step }) => (this.called === null ? !ACTIONS[kind]?.isCalled : step === this.called)),
  );
  /** What can be aimed at the board without a tray; actions that differ in more than their squares are apart. */
  readonly aims: readonly (readonly Action[])[] = $derived.by(() => this.#aims());
  /** What can be picked by its square alone, now. */
  readonly squares: ReadonlyMap<string, Action> = $derived.by(() => this.#squares());
  /** The action of the main button. */
  readonly main: Action | null = $derived.by(() => this.#main());
  /** What needs a button, because neither the board nor a tray offers it. */
  readonly buttons: readonly Action[] = $derived.by(() => this.#buttons());

  locate: Locate | null = null;
  /** Asked before anything is played: whether it may be, at once. */
  guard: ((action: Action) => boolean) | null = null;

  constructor(readonly table: TableState) {}

  of(kind: string): Action[] {
    return this.table.actions.filter((action) => action.kind === kind);
  }

  /** Whether something of that step can be done. */
  can(step: string): boolean {
    return this.table.actions.some((action) => action.step === step);
  }

  /** The action that is picked and waits to be confirmed. */
  get picked(): Action | null {
    if (this.placing) return this.placing.spot;
    return (this.cursor && this.squares.get(this.cursor)) || null;
  }

  /** Where what is considered would bring most if it were laid now, and how much; null until that is known. */
  get best(): Choice | null {
    const { explained } = this.table;
    return this.considered && explained?.token === this.considered.token ? explained.best : null;
  }

  /** The two halves in hand, while they are placed. */
  get halves(): readonly [Half, Half] | null {
    if (!this.placing) return null;
    const [left, right] = (this.table.view?.hand ?? []).map(halfOf);
    return halvesOf(this.placing.actions[0]?.pieces ?? []) ?? (left && right ? [left, right] : null);
  }

  /** What goes onto the single square that is picked next, where that is land. */
  get half(): Half | null {
    const [action] = this.squares.values();
    const [piece, ...others] = action?.pieces ?? [];
    return piece && !others.length ? halfOf(piece[2].at(-1) ?? null) : null;
  }

  play(action: Action | null | undefined): void {
    if (action && (this.guard?.(action) ?? true)) this.table.act(action);
  }

  /** Pick *action* as far as it can be without being played: its ghost lies on the board, its space is held. */
  suggest(action: Action): void {
    this.letGo();
    const { kind, step, squares, tray, spaces } = action;
    if (ACTIONS[kind]?.isCalled) this.called = step;
    if (isAimedFrom(action, tray)) this.held = { tray, space: spaces[0] ?? 0 };
    else if (squares.length) this.aim = Math.max(0, this.aims.findIndex((aim) => aim.includes(action)));
    else if (tray) this.considered = action;
    if (spaces.length > 1 && !squares.length) this.isPickingMany = true;
    if (squares.length === 1) this.cursor = squares[0] ?? null;
    if (squares.length !== 2 || !this.placing) return;
    this.placing = placedOn(this.placing, action);
    this.isPinned = true;
  }

  /** The spaces of its tray that *action* is picked by. */
  spacesOf(action: Action): number[] {
    const tray = this.table.view?.trays.find(({ key }) => key === action.tray);
    return (tray?.slots ?? []).flatMap((_, space) => (tray && picksSpace(action, tray, space) ? [space] : []));
  }

  confirm(): void {
    this.play(this.picked ?? this.main);
  }

  /** Point at something in a tray with a mouse or by keys; null when one no longer does. */
  consider(action: Action | null): void {
    this.considered = action ?? this.touched;
  }

  /** A finger touches something in a tray: first it is considered, then it is played. */
  touch(action: Action): void {
    if (this.touched === action) this.play(action);
    else this.touched = this.considered = action;
  }

  // Steps and trays

  /** Go to a step, or leave it again. */
  call(step: string): void {
    const isCalled = this.called === step;
    this.letGo();
    if (!isCalled) this.called = step;
  }

  /** What a space of a tray leads to. */
  at(tray: Tray, space: number): Action[] {
    return this.actions.filter(
      (action) =>
        picksSpace(action, tray, space) &&
        (action.spaces.length > 1 ? this.isPickingMany && this.#goesWith(action) : !action.spaces.length || !this.isPickingMany),
    );
  }

  isHeld({ key }: Tray, space: number): boolean {
    return this.isPickingMany ? this.#many.includes(space) : this.held?.tray === key && this.held.space === space;
  }

  /** Pick a space of a tray: play what it leads to, or hold it until the rest is picked too. */
  press(tray: Tray, space: number): void {
    const actions = this.at(tray, space);
    const [only] = actions;
    if (only && only.spaces.length > 1) {
      const many = this.#many.includes(space) ? this.#many.filter((other) => other !== space) : [...this.#many, space];
      const whole = actions.find(({ spaces }) => spaces.length === many.length && spaces.every((one) => many.includes(one)));
      if (whole) this.play(whole);
      else this.#many = many;
    } else if (only && actions.length === 1 && !only.squares.length) {
      this.play(only);
    } else if (only) {
      // What is in hand stays there until something else is picked.
      this.held = this.isHeld(tray, space) ? this.#inHand() : { tray: tray.key, space };
    }
  }

  pickMany(): void {
    this.isPickingMany = !this.isPickingMany;
    this.#many = [];
  }

  // The board

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
      if (!covered && !spot) this.#askAt(square);
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
    else if (this.placing) this.#askAt(squareAt(at));
    else this.play(this.squares.get(squareAt(at)));
  }

  /** Nothing fits at *square*: ask the rules why. */
  #askAt(square: string): void {
    if (!this.placing) return;
    const other = next(square, this.placing.rotation);
    const [first] = this.placing.actions;
    if (first && isOnField(square) && isOnField(other)) this.table.askWhyNot(first.kind, [square, other]);
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

  letGo(): void {
    if (this.placing) this.placing = lifted(this.placing);
    this.isPinned = false;
    this.held = this.#inHand();
    this.called = null;
    this.turnedTo = null;
    this.touched = this.considered = null;
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

  /** What a seat to act has taken already is in its hand: the first of it needs no picking. */
  #inHand(): Space | null {
    const { view, actions } = this.table;
    for (const { key, slots } of view?.trays ?? []) {
      const space = slots.findIndex(
        ([, seat], at) => seat !== null && seat === view?.actor && actions.some((action) => isAimedFrom(action, key) && action.spaces.includes(at)),
      );
      if (space >= 0) return { tray: key, space };
    }
    return null;
  }

  #aims(): Action[][] {
    const groups = new Map<string, Action[]>();
    for (const action of this.actions) {
      if (!action.squares.length || isAimedFrom(action, action.tray)) continue;
      const group = JSON.stringify([action.kind, action.pieces]);
      groups.set(group, [...(groups.get(group) ?? []), action]);
    }
    return [...groups.values()];
  }

  /** What is aimed at the board now. */
  #aimed(): readonly Action[] {
    const { held } = this;
    if (!held) return this.aims[this.aim] ?? [];
    return this.actions.filter((action) => isAimedFrom(action, held.tray) && action.spaces.includes(held.space));
  }

  #placing(): Placing | null {
    const actions = this.#aimed().filter(({ squares }) => squares.length === 2);
    if (!actions.length) return null;
    const placing = placingOf(actions);
    const undone = actions.find((action) => action.token === this.table.undone);
    return undone ? placedOn(placing, undone) : placing;
  }

  #squares(): Map<string, Action> {
    return new Map(this.#aimed().flatMap((action) => (action.squares.length === 1 ? action.squares.map((square) => [square, action] as const) : [])));
  }

  /** What was touched, the only action there is, or the only one that is about nothing. */
  #main(): Action | null {
    if (this.touched) return this.touched;
    const [only, ...more] = this.actions.filter((action) => !this.#isPickable(action) && !action.squares.length);
    if (only && !more.length && this.actions.length === 1) return only;
    const [bare, ...others] = this.actions.filter(({ squares, pieces, tray, spaces }) => !squares.length && !pieces.length && !tray && !spaces.length);
    return others.length ? null : (bare ?? null);
  }

  #buttons(): Action[] {
    const trays = this.table.view?.trays ?? [];
    const held = this.held && trays.find(({ key }) => key === this.held?.tray);
    const ofHeld = held && this.held ? this.at(held, this.held.space).filter(({ squares }) => !squares.length) : [];
    const loose = this.actions.filter(
      (action) =>
        action !== this.main &&
        !action.squares.length &&
        !ACTIONS[action.kind]?.isDrawn &&
        (!this.#isPickable(action) || (action.spaces.length > 1 && !this.isPickingMany)),
    );
    return [...loose, ...ofHeld];
  }

  #isPickable(action: Action): boolean {
    const tray = this.table.view?.trays.find(({ key }) => key === action.tray);
    return tray?.slots.some((_, space) => picksSpace(action, tray, space)) ?? false;
  }

  #takesMany(many: boolean): boolean {
    return this.table.actions.some(({ tray, squares, spaces }) => tray && !squares.length && (many ? spaces.length > 1 : spaces.length === 1));
  }

  #goesWith({ spaces }: Action): boolean {
    return this.#many.every((space) => spaces.includes(space));
  }
}

/** Whether *action* is picked in the *tray* of that key first, and then aimed at the board. */
function isAimedFrom(action: Action, tray: string): boolean {
  return tray !== "" && action.tray === tray && action.spaces.length > 0 && action.squares.length > 0;
}

/** Whether *action* takes what lies on a space of *tray*: the space that it names, or its piece while nobody owns that. */
function picksSpace(action: Action, tray: Tray, space: number): boolean {
  if (action.tray !== tray.key) return false;
  if (action.spaces.length) return action.spaces.includes(space);
  const [piece, seat] = tray.slots[space] ?? [];
  return !action.squares.length && seat === null && action.pieces.some((one) => isSame(one, piece));
}

function squareAt({ x, y }: Spot): string {
  return String.fromCharCode(97 + Math.floor(x)) + (Math.floor(y) + 1);
}
