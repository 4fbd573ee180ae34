/** A recorded game that can be walked through: what a table shows, at every one of its moments. */

import { tick } from "svelte";
import { viewAfter } from "./following.ts";
import { isName } from "./me.ts";
import { type Pace, preferences } from "./preferences.svelte.ts";
import type { Happening } from "./table.svelte.ts";
import type { Event, Replay, View } from "./wire.ts";
import { t } from "./words.svelte.ts";

const STEP: Record<Pace, number> = { slow: 2400, normal: 1300, fast: 650, once: 350 }; // milliseconds from action to action

/** Where a round begins. */
export interface RoundStart {
  seq: number;
  round: number;
  game: number;
}

interface Witness {
  remember(): void;
  show(scene: Happening): void;
}

/** Looks like a table at which nobody can do anything. */
export class Playback {
  readonly views: readonly View[];
  readonly history: readonly Event[];
  readonly rounds: readonly RoundStart[];
  readonly me = null;
  readonly acting = null;
  readonly isWatching = false;
  readonly mine: number[] = [];
  /** So many actions were played. */
  #seq = $state(0);
  /** A kingdom that somebody wants to see large. */
  looked = $state<number | null>(null);
  isPlaying = $state(false);

  readonly view: View = $derived.by(() => this.views[this.#seq] as View);
  readonly events: readonly Event[] = $derived.by(() => this.history.slice(0, this.#seq));
  /** What was done last. */
  readonly event: Event | null = $derived.by(() => this.history[this.#seq - 1] ?? null);
  /** The kingdom in the middle: the one that acted last, unless somebody looks at another. */
  readonly centre: number = $derived.by(() => this.looked ?? this.kingdomOf(this.#lastSeat()));

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly replay: Replay,
    readonly witness: Witness | null = null,
  ) {
    const views = [replay.start];
    for (const news of replay.news) {
      const next = viewAfter(views.at(-1) ?? null, news);
      if (!next) throw new Error("expected news that follow each other");
      views.push(next);
    }
    this.views = views;
    this.history = replay.news.flatMap(({ events }) => events);
    this.rounds = roundsOf(this.history, views);
  }

  get seq(): number {
    return this.#seq;
  }

  get length(): number {
    return this.history.length;
  }

  get isAtEnd(): boolean {
    return this.#seq === this.length;
  }

  /** The seat that acts next, after what chance has to say. */
  get nextSeat(): number {
    return this.view.actor ?? this.history.slice(this.#seq).find(({ seat }) => seat !== null)?.seat ?? this.view.order[0] ?? 0;
  }

  /** The round that is shown: the last that has begun. */
  get round(): number {
    return Math.max(0, this.rounds.findLastIndex(({ seq }) => seq <= this.#seq));
  }

  /** Show the game after *seq* actions; the next one is seen to be done. */
  goTo(seq: number): void {
    const to = Math.min(this.length, Math.max(0, Math.round(seq) || 0));
    if (to === this.#seq) return;
    const [before, event] = [this.view, this.history[to - 1]];
    const isNext = to === this.#seq + 1 && event;
    if (isNext) this.witness?.remember();
    this.#seq = to;
    if (isNext) void tick().then(() => this.#seq === to && this.witness?.show({ events: [event], before, after: this.view }));
  }

  /** Somebody chooses where to be. */
  jump(seq: number): void {
    this.pause();
    this.goTo(seq);
  }

  step(by: number): void {
    this.jump(this.#seq + by);
  }

  stepRound(by: number): void {
    const start = this.rounds[this.round];
    const isInside = by < 0 && start && start.seq < this.#seq;
    this.jump((isInside ? start : this.rounds[this.round + by])?.seq ?? (by > 0 ? this.length : 0));
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play(): void {
    if (this.isAtEnd) this.goTo(0);
    this.isPlaying = true;
    this.#wait();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.isPlaying = false;
  }

  #wait(): void {
    this.#timer = setTimeout(() => {
      this.goTo(this.#seq + 1);
      if (this.isAtEnd) this.pause();
      else this.#wait();
    }, STEP[preferences.pace]);
  }

  // What components ask a table

  nameOf(seat: number): string {
    const name = this.replay.names[seat] ?? "";
    return isName(name) ? name : t("web.nobody");
  }

  rulers(kingdom: number): string {
    return (this.views[0]?.kingdoms[kingdom]?.seats ?? []).map((seat) => this.nameOf(seat)).join(" & ");
  }

  kingdomOf(seat: number): number {
    return this.replay.kingdoms[seat] ?? seat;
  }

  noteOf(): string {
    return "";
  }

  whyBot(): null {
    return null;
  }

  #lastSeat(): number {
    return this.events.findLast(({ seat }) => seat !== null)?.seat ?? this.view.actor ?? this.view.order[0] ?? 0;
  }
}

function roundsOf(history: readonly Event[], views: readonly View[]): RoundStart[] {
  const rounds: RoundStart[] = [];
  for (const [seq, { round }] of history.entries()) {
    const game = views[seq]?.game ?? 1;
    const last = rounds.at(-1);
    if (last?.round !== round || last.game !== game) rounds.push({ seq, round, game });
  }
  return rounds;
}
