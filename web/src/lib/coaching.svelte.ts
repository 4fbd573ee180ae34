/** The coach at a table: hints, a word before a mistake, and grades of what one has played. The server judges. */

import { api, ApiError } from "./api.ts";
import type { Action } from "./board.ts";
import type { Choosing } from "./choosing.svelte.ts";
import { preferences } from "./preferences.svelte.ts";
import type { TableState } from "./table.svelte.ts";
import type { Coached, Event, Graded, Kingdom, Meaning, Reason, View } from "./wire.ts";

export type Grade = Graded[1];

/** A hint: first what to look at, then the action itself. */
export interface Hint {
  coached: Coached;
  action: Action;
  isMove: boolean;
}

/** An action that loses something, and what would be better. */
export interface Judgement {
  lost: number;
  grade: Grade;
  played: Deed;
  better: Deed;
  /** What speaks for the better one. */
  reasons: readonly Reason[];
  /** The kingdom before, and which it is. */
  kingdom: Kingdom;
  at: number;
}

/** An action and what it brings. */
export interface Deed {
  token: string;
  gain: number;
  meaning: Pick<Meaning, "kind" | "squares" | "pieces" | "coins">;
}

/** What somebody has played, and how the coach grades it. */
export interface Grading extends Judgement {
  seq: number;
}

const PATIENCE = 8000; // milliseconds after which an action is played without a word
const KEPT = 12; // positions
const BAD: readonly Grade[] = ["mistake", "blunder"];
const RANKS: readonly Grade[] = ["best", "good", "inaccuracy", "mistake", "blunder"];

export class Coach {
  hint = $derived.by<Hint | null>(() => (this.table.actions, null));
  /** What is about to be played and loses much: shall it be? */
  word = $derived.by<(Judgement & { action: Action }) | null>(() => (this.table.actions, null));
  /** The action that waits for the coach. */
  checked = $derived.by<Action | null>(() => (this.table.actions, null));
  /** Whether a hint was asked for and is not there yet. */
  isThinking = $derived.by<boolean>(() => (this.table.actions, false));
  /** Why there is no answer: the code of a refusal. */
  trouble = $derived.by<string | null>(() => (this.table.actions, null));
  /** The worst action of the last turn, once it is graded. */
  grading = $state.raw<Grading | null>(null);
  /** Whether there is anything to ask about. */
  readonly canAsk = $derived.by(() => this.isHere && this.table.acting !== null && this.table.actions.length > 1);

  /** The land that the first part of a hint is about. */
  readonly lit = $derived.by<string[] | null>(() => {
    const land = this.hint && !this.hint.isMove ? this.hint.coached.reasons[0]?.values["land"] : undefined;
    const squares = this.table.view?.kingdoms[this.table.centre]?.lines.filter(({ reason }) => reason === land).flatMap((line) => line.squares) ?? [];
    return squares.length ? squares : null;
  });

  #answers = new Map<number, Promise<Coached>>(); // by the event after which somebody is to act
  #views = new Map<number, View>();
  #graded = 0; // the last event that was looked at
  #turn = "";

  constructor(
    readonly table: TableState,
    readonly choosing: Choosing,
  ) {
    this.#graded = table.events.at(-1)?.seq ?? 0;
  }

  /** Whether the server lets one ask here: nobody plays from elsewhere. */
  get isHere(): boolean {
    return this.table.table?.coached ?? false;
  }

  /** What to look at; asked again, the action itself. */
  async help(): Promise<void> {
    const { hint, table } = this;
    if (!this.canAsk || this.isThinking) return;
    if (hint) {
      this.hint = { ...hint, isMove: true };
      this.choosing.suggest(hint.action);
      return;
    }
    const { actions } = table;
    this.trouble = null;
    this.isThinking = true;
    const coached = await this.#ask(this.#seq).catch((error: unknown) => this.#fail(error));
    if (table.actions !== actions) return; // the game has moved on
    this.isThinking = false;
    const action = actions.find(({ token }) => token === coached?.token);
    if (coached && action) this.hint = { coached, action, isMove: false };
  }

  /** Enough of the hint. */
  dismiss(): void {
    this.hint = null;
    this.trouble = null;
  }

  /** Whether *action* may be played at once. If not, it is played when the coach has nothing against it. */
  guard(action: Action): boolean {
    if (this.checked || this.word) return false;
    if (!preferences.warned || !this.canAsk) return true;
    this.checked = action;
    void this.#check(action);
    return false;
  }

  /** Play what the coach has said a word about. */
  insist(): void {
    const action = this.word?.action;
    this.word = null;
    if (action) this.table.act(action);
  }

  /** Think again. */
  reconsider(): void {
    this.word = null;
  }

  /** At every change of the table: ask ahead where it will be needed, and grade what was played. */
  follow(): void {
    const { table } = this;
    if (!this.isHere || !table.view) return;
    if (this.canAsk && (preferences.warned || preferences.graded)) {
      this.#remember(this.#views, this.#seq, table.view);
      this.#ask(this.#seq).catch(() => {}); // whoever needs the answer asks again
    }
    for (const event of table.events) {
      if (event.seq > this.#graded) this.#see(event);
    }
    this.#graded = Math.max(this.#graded, table.events.at(-1)?.seq ?? 0);
  }

  get #seq(): number {
    return this.table.view?.seq ?? 0;
  }

  #ask(seq: number, token: string | null = null): Promise<Coached> {
    if (token !== null) return api.coach(this.table.id, seq, token);
    const known = this.#answers.get(seq);
    if (known) return known;
    const asked = api.coach(this.table.id, seq);
    this.#remember(this.#answers, seq, asked);
    asked.catch(() => this.#answers.delete(seq));
    return asked;
  }

  #remember<T>(map: Map<number, T>, seq: number, what: T): void {
    map.set(seq, what);
    for (const old of map.keys()) if (map.size > KEPT) map.delete(old);
  }

  #fail(error: unknown): null {
    this.trouble = error instanceof ApiError ? error.code : "page/failed";
    return null;
  }

  async #check(action: Action): Promise<void> {
    const { table } = this;
    const { actions, view } = table;
    const seq = this.#seq;
    const late = new Promise<null>((done) => setTimeout(() => done(null), PATIENCE));
    const judge = async (): Promise<Judgement | null> => {
      const [lost, grade] = (await this.#ask(seq)).graded[action.token] ?? [0, "best" as const];
      if (!BAD.includes(grade) || !view) return null;
      return judgementOf(await this.#ask(seq, action.token), { token: action.token, gain: action.gain, meaning: meaningOf(action) }, [lost, grade], view, table);
    };
    const found = await Promise.race([judge().catch(() => null), late]);
    if (table.actions !== actions) return;
    this.checked = null;
    if (found) this.word = { ...found, action };
    else table.act(action);
  }

  #see(event: Event): void {
    const { table } = this;
    if (event.kind === "back") this.grading = null;
    if (event.kind !== "action" || event.seat === null || event.bot || !table.mine.includes(event.seat) || !preferences.graded) return;
    const view = this.#views.get(event.seq - 1);
    if (view) void this.#grade(event, view);
  }

  async #grade(event: Event, view: View): Promise<void> {
    const { seq, token, points, meaning, seat, round } = event;
    const turn = `${view.game} ${round} ${seat} ${view.order.length}`;
    try {
      const graded = (await this.#ask(seq - 1)).graded[token];
      const before = this.#turn === turn ? this.grading : null;
      if (!graded || !meaning || (before && rankOf(before.grade) >= rankOf(graded[1]))) return;
      const coached = graded[1] === "best" ? await this.#ask(seq - 1) : await this.#ask(seq - 1, token);
      this.#turn = turn;
      this.grading = { seq, ...judgementOf(coached, { token, gain: points, meaning }, graded, view, this.table) };
    } catch {
      // A grade that does not come is missed by nobody.
    }
  }
}

/** The grade as a number, from the best to the worst. */
export function rankOf(grade: Grade): number {
  return RANKS.indexOf(grade);
}

/** `9 %`: what an action loses. */
export function percent(share: number): string {
  return `${Math.max(1, Math.round(100 * share))} %`;
}

function meaningOf({ kind, squares, pieces, coins }: Action): Deed["meaning"] {
  return { kind, squares: [...squares], pieces: [...pieces], coins };
}

function judgementOf(coached: Coached, played: Deed, [lost, grade]: Graded, view: View, table: TableState): Judgement {
  const at = table.kingdomOf(view.actor ?? 0);
  const { token, gain, meaning, reasons } = coached;
  const kingdom = view.kingdoms[at];
  if (!kingdom) throw new Error(`no kingdom ${at}`);
  return { lost, grade, played, better: { token, gain, meaning }, reasons, kingdom, at };
}

/** What to look at, by the best reason for it. */
export function lookKey(reasons: readonly Reason[]): string {
  return reasons[0]?.key.split(".")[0] ?? "none";
}

/** Selectors of what a hint is about: the board or the tray first, then the very spot. */
export function targetsOf(action: Action, choosing: Choosing, isMove: boolean): string[] {
  const { squares, tray, token } = action;
  const spaces = tray ? choosing.spacesOf(action) : [];
  if (!isMove) {
    if (tray && spaces.length) return [`[data-slot^="${tray} "]`];
    return squares.length ? [".centre .field"] : [".prompt"];
  }
  const slots = spaces.map((space) => `[data-slot="${tray} ${space}"]`);
  if (squares.length === 2) return ["[data-ghost]"];
  if (squares.length === 1) return [`[data-pick="${squares[0]}"]`, ...slots];
  return slots.length ? slots : [`[data-choice="${token}"]`];
}
