/** A position in which somebody chooses one action, without a table: it looks, sounds and is played as one. */

import { api } from "./api.ts";
import type { Line, Listener } from "./socket.ts";
import { Stage } from "./stage.svelte.ts";
import { TableState } from "./table.svelte.ts";
import type { Act, Back, ClientFrame, Event, Exercise, Offer, Seat, Table, View } from "./wire.ts";
import { t } from "./words.svelte.ts";

const ID = "exercise"; // no table has such an id

/**
 * An exercise that is being solved. What was chosen lies on the board until it is taken back:
 *
 *     const solving = new Solving(await api.exercise(position), (token) => …);
 *     solving.show(await api.exercise(position, token));  // it lies where it was put
 *     solving.takeBack();  // and may be chosen again
 */
export class Solving implements Line {
  readonly table: TableState;
  readonly stage: Stage;
  /** What lies on the board and was not there at first. */
  shown = $state.raw<Exercise | null>(null);
  #listener!: Listener;
  #seq: number;

  constructor(
    readonly start: Exercise,
    /** Somebody has chosen the action of that token. */
    readonly onchosen: (token: string) => void,
  ) {
    this.#seq = start.view.seq;
    this.stage = new Stage(() => this.table);
    this.table = new TableState(ID, this.stage, (listener) => {
      this.#listener = listener;
      return this;
    });
    this.#listener.connection("open");
    this.#tell(start.view, start.offers, []);
  }

  /** Show what comes of an action: one's own, or one that is shown to the solver and flies to its place. */
  show(after: Exercise, isOwn = true): void {
    if (this.shown) this.takeBack();
    this.shown = after;
    // Whoever would be next does nothing: nobody thinks.
    this.#tell({ ...after.view, actor: null }, [], after.events.map((event) => ({ ...event, bot: !isOwn })));
  }

  /** As it was at first; what was chosen is still in hand. */
  takeBack(): void {
    const [done] = this.shown?.events ?? [];
    if (!done) return;
    this.shown = null;
    this.#tell(this.start.view, this.start.offers, [{ ...done, kind: "back", points: -done.points }]);
  }

  /** Nothing came of what was chosen: the server could not be reached. */
  letChooseAgain(message: string): void {
    this.#listener.frame({ type: "refused", id: ID, code: "page/offline", rule: null, message });
  }

  ask(frame: Act | Back): void {
    if (frame.type === "act") this.onchosen(frame.token);
  }

  send(frame: ClientFrame): void {
    if (frame.type !== "explain") return;
    const { token, kind, squares } = frame;
    const asked = token ? { token } : { kind: kind ?? "", squares: squares ?? [] };
    api.explain(this.start.position, asked).then(
      (explained) => this.#listener.frame({ ...explained, type: "explained" }),
      () => {}, // it can be solved without
    );
  }

  close(): void {}

  #tell(view: View, offers: Offer[], events: Event[]): void {
    this.#seq += events.length;
    this.#listener.frame({
      type: "hello",
      table: tableOf(this.start),
      view: { ...view, seq: this.#seq },
      offers,
      events: events.map((event) => ({ ...event, seq: this.#seq })),
      can_take_back: false,
      turn_ends: null,
    });
  }
}

/** The table that an exercise pretends to be at. */
function tableOf({ game, players, options, seat, kingdoms }: Exercise): Table {
  return {
    id: ID,
    game,
    players,
    options,
    phase: "playing",
    ended: null,
    public: false,
    host: false,
    seats: kingdoms.map((kingdom, at) => seatOf(at, kingdom, at === seat)),
    clock: null,
    commitment: "",
    seed: null,
    created: "",
    rematch: null,
    watching: 0,
    coached: false,
    shares: null,
  };
}

function seatOf(at: number, kingdom: number, mine: boolean): Seat {
  const name = mine ? "" : t("table.names").split(", ")[at] ?? "";
  return { name, kind: mine ? "person" : "bot", bot: null, kingdom, mine, host: mine, asked: null, here: true, gave_up: false, stand_in: false, secret: null };
}
