/** A table as its page sees it: the frames of the server, shown in order and at a pace that people can follow. */

import { tick } from "svelte";
import { type Action, actionsOf } from "./board.ts";
import { callsBetween, caller } from "./calling.svelte.ts";
import { viewAfter } from "./following.ts";
import { isName } from "./me.ts";
import { type Pace, preferences } from "./preferences.svelte.ts";
import { type Connection, type Line, type Listener, TableSocket } from "./socket.ts";
import { isStill } from "./theme.svelte.ts";
import { levelText, t } from "./words.svelte.ts";
import type { Event, Explained, Hello, News, Refused, Seat, ServerFrame, Table, View } from "./wire.ts";

/** What happened between two views, to be animated and heard. */
export interface Happening {
  events: Event[];
  before: View | null;
  after: View;
}

/** A frame with the whole view that it leads to. */
interface Scene {
  frame: Hello | News;
  view: View;
}

interface Witness {
  /** Before the page changes: where does everything lie? */
  remember(): void;
  /** The page has changed: show what happened. */
  show(scene: Happening): void;
}

/** An id for what is sent. A page on the local network without https has no `crypto.randomUUID`. */
function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function seatNote({ kind, bot, here, stand_in, gave_up }: Seat): string {
  if (gave_up) return t("web.seat.gave-up");
  if (kind === "bot") return levelText(bot);
  return stand_in ? t("web.seat.stand-in") : here ? "" : t("web.seat.away");
}

const PACE = { action: 480, chance: 380 }; // milliseconds that what others did stays before the next thing
const SHARE: Record<Pace, number> = { slow: 2.5, normal: 1, fast: 0.4, once: 0 }; // of that time
const HURRY = 5; // so many things waiting are not shown one by one

export class TableState {
  table = $state.raw<Table | null>(null);
  view = $state.raw<View | null>(null);
  actions = $state.raw<readonly Action[]>([]);
  events = $state.raw<readonly Event[]>([]);
  canTakeBack = $state(false);
  turnEnds = $state<string | null>(null);
  connection = $state<Connection>("connecting");
  refusal = $state.raw<Refused | null>(null);
  /** The token that was sent and is not answered yet. */
  sent = $state<string | null>(null);
  /** The token taken back last: its ghost lies where it was. */
  undone = $state<string | null>(null);
  explained = $state.raw<Explained | null>(null);
  /** A kingdom that somebody wants to see large. */
  looked = $state<number | null>(null);

  readonly seats = $derived<readonly Seat[]>(this.table?.seats ?? []);
  readonly mine = $derived(this.seats.flatMap((seat, at) => (seat.mine ? [at] : [])));
  /** One's own seat, if one plays for nobody else at this device. */
  readonly me = $derived(this.mine.length === 1 ? (this.mine[0] ?? null) : null);
  readonly isWatching = $derived(this.mine.length === 0);
  /** The seat to act, if it is one of ours. */
  readonly acting = $derived(this.view?.actor != null && this.seats[this.view.actor]?.mine ? this.view.actor : null);
  /** The only action there is, for a seat of ours; not one that was just taken back. */
  readonly forced = $derived(
    this.acting !== null && this.actions.length === 1 && this.sent === null && this.undone === null ? (this.actions[0] ?? null) : null,
  );
  /** The kingdom in the middle of the table. */
  readonly centre = $derived(this.looked ?? this.#own());

  #seq = 0;
  #latest: View | null = null; // which may still wait to be shown
  #isAsking = false; // for the whole view
  #queue: Scene[] = [];
  #isShowing = false;
  #asked = 0;
  #answers = new Map<string, Explained>(); // what was explained in this position, by token
  #socket: Line;
  #lastOwn = 0;

  constructor(
    readonly id: string,
    readonly witness: Witness | null = null,
    connect: (listener: Listener) => Line = (listener) => new TableSocket(id, listener),
  ) {
    this.#socket = connect({
      frame: (frame) => this.#receive(frame),
      connection: (connection) => (this.connection = connection),
      seq: () => this.#seq,
    });
  }

  close(): void {
    this.#socket.close();
  }

  act(action: Action): void {
    if (this.sent !== null) return;
    this.sent = action.token;
    this.refusal = null;
    this.looked = null;
    this.#socket.ask({ type: "act", token: action.token, seq: this.#seq, id: newId() });
  }

  /** Ask why nothing of that *kind* goes on *squares*. The answer shows as a refusal, and nothing is played. */
  askWhyNot(kind: string, squares: string[]): void {
    if (this.sent === null) this.#socket.send({ type: "explain", kind, squares, seq: this.#seq });
  }

  takeBack(): void {
    if (this.sent !== null || !this.canTakeBack) return;
    this.refusal = null;
    this.#socket.ask({ type: "back", seq: this.#seq, id: newId() });
  }

  /** Ask what *action* would bring, a moment later, for the pointer may only be passing. */
  explain(action: Action): void {
    if (this.explained?.token === action.token) return;
    this.explained = this.#answers.get(action.token) ?? null;
    if (this.explained) return;
    const asked = ++this.#asked;
    setTimeout(() => {
      // What was played meanwhile needs no explanation.
      const isOpen = this.sent === null && this.actions.includes(action);
      if (asked === this.#asked && isOpen) this.#socket.send({ type: "explain", token: action.token, seq: this.#seq });
    }, 90);
  }

  /** Say how long bots should wait before they act. */
  wishPace(pace: Pace): void {
    this.#socket.send({ type: "pace", pace });
  }

  nameOf(seat: number): string {
    const name = this.seats[seat]?.name ?? "";
    return isName(name) ? name : t(seat === this.me ? "table.you" : "web.nobody");
  }

  /** The names of all who rule a kingdom. */
  rulers(kingdom: number): string {
    return (this.view?.kingdoms[kingdom]?.seats ?? []).map((seat) => this.nameOf(seat)).join(" & ");
  }

  /** What is worth knowing about those who rule a kingdom: a bot's level, who is away, who gave up. */
  noteOf(kingdom: number): string {
    const seats = (this.view?.kingdoms[kingdom]?.seats ?? []).flatMap((seat) => this.seats[seat] ?? []);
    return [...new Set(seats.map(seatNote))].filter(Boolean).join(" & ");
  }

  /** Why a bot acted for a person: the clock ran out, or they were away. Null for whatever bots and people do themselves. */
  whyBot({ seat, bot, kind }: Event): "clock" | "away" | null {
    const sitter = seat === null ? undefined : this.seats[seat];
    if (!bot || kind !== "action" || sitter?.kind !== "person") return null;
    return this.table?.clock != null && sitter.here ? "clock" : "away";
  }

  kingdomOf(seat: number): number {
    return this.seats[seat]?.kingdom ?? seat;
  }

  #own(): number {
    if (this.acting !== null) return this.kingdomOf(this.acting);
    return this.mine.length ? this.#lastOwn : 0;
  }

  #receive(frame: ServerFrame): void {
    switch (frame.type) {
      case "hello":
        this.#sees(frame.table);
        this.#isAsking = false;
        if (frame.view) this.#enqueue(frame, frame.view);
        break;
      case "news":
        this.#follow(frame);
        break;
      case "table":
        this.#sees(frame.table);
        break;
      case "refused":
        this.#refused(frame);
        break;
      case "explained":
        this.#answered(frame);
        break;
    }
  }

  #sees(table: Table): void {
    for (const text of callsBetween(this.table, table)) caller.tell(text);
    this.table = table;
  }

  #refused(frame: Refused): void {
    // What was only asked about may well be gone by now.
    if (frame.id === null && this.connection === "open") return;
    this.sent = null;
    this.refusal = frame;
    const saysAll = frame.code.startsWith("action/") || frame.code.startsWith("limit/");
    if (frame.id !== null && !saysAll) this.#socket.send({ type: "sync", seq: this.#seq });
  }

  #answered(frame: Explained): void {
    const { token, rule, message } = frame;
    if (token !== null) this.#answers.set(token, (this.explained = frame));
    else if (message !== null) this.refusal = { type: "refused", id: null, code: "action/illegal", rule, message };
  }

  #follow(news: News): void {
    const view = viewAfter(this.#latest, news);
    if (view) this.#enqueue(news, view);
    else if (!this.#isAsking) this.#socket.send({ type: "sync", seq: this.#seq });
    this.#isAsking = !view;
  }

  #enqueue(frame: Hello | News, view: View): void {
    this.#queue.push({ frame, view });
    this.#latest = view;
    this.#seq = Math.max(this.#seq, view.seq);
    if (!this.#isShowing) void this.#showAll();
  }

  async #showAll(): Promise<void> {
    this.#isShowing = true;
    for (let scene = this.#queue.shift(); scene; scene = this.#queue.shift()) {
      const { frame } = scene;
      try {
        await this.#show(scene);
      } catch (error) {
        // What cannot be shown must not keep the game from going on.
        console.error(error);
      }
      const own = frame.events.every((event) => event.seat !== null && this.mine.includes(event.seat) && !event.bot);
      if (own || frame.type === "hello" || this.#queue.length > HURRY || document.hidden) continue;
      const pace = frame.events.some((event) => event.kind === "chance") ? PACE.chance : PACE.action;
      const share = SHARE[preferences.pace] * (isStill() ? 0.5 : 1);
      if (share) await new Promise((done) => setTimeout(done, pace * share));
    }
    this.#isShowing = false;
  }

  async #show({ frame, view }: Scene): Promise<void> {
    if (this.view && view.seq < this.view.seq) return;
    const known = this.events.at(-1)?.seq ?? 0;
    const events = frame.events.filter((event) => event.seq > known);
    const before = this.view;
    if (events.length && before) this.witness?.remember();
    if (this.acting !== null) this.#lastOwn = this.kingdomOf(this.acting);
    else if (!before) this.#lastOwn = this.kingdomOf(this.mine[0] ?? 0);
    this.events = [...this.events, ...events];
    this.view = view;
    // A repeated frame must not reset what somebody is about to choose.
    const actions = actionsOf(frame.offers);
    if (before?.seq !== view.seq || actions.length !== this.actions.length) this.actions = actions;
    this.canTakeBack = frame.can_take_back;
    this.turnEnds = frame.turn_ends;
    if (events.length) {
      this.undone = events.at(-1)?.kind === "back" ? (events.at(-1)?.token ?? null) : null;
      this.sent = null;
      this.explained = null;
      this.#answers.clear();
      if (this.acting !== null) this.looked = null;
    }
    if (!events.length || !before) return;
    await tick();
    this.witness?.show({ events, before, after: view });
  }
}
