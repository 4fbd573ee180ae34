/** What the end of a game says: who won and by how much, and a few things worth knowing. */

import type { Event, ScoreLine, Standing, Table, View } from "./wire.ts";
import { listed, signed, t, words } from "./words.svelte.ts";

export interface Verdict {
  title: string;
  more: string;
}

interface Reader {
  /** The kingdom of the one who reads this; null for somebody who watches, or who plays several. */
  own: number | null;
  isTeam: boolean;
  nameOf: (kingdom: number) => string;
}

const ALONE = { plain: "web.end.won", score: "web.end.won.score", points: "web.end.won.points" } as const;
const TEAM = { plain: "web.end.team", score: "web.end.team.score", points: "web.end.team.points" } as const;

/** `You win 67–52`, `Lost by 18 points`, `Place 3 of 5`, `The crown goes to Ada`. */
export function verdict(standings: readonly Standing[], reader: Reader): Verdict {
  const first = standings.filter(({ rank }) => rank === 1);
  const next = standings.find(({ rank }) => rank > 1);
  const own = standings.find(({ kingdom }) => kingdom === reader.own);
  const [winner] = first;
  if (!winner) return { title: "", more: "" };
  if (!own) return told(standings, first, next, reader);
  if (own.decided_by === "resigned") return { title: t("web.end.gave-up"), more: "" };
  if (own.rank > 1) return lost(standings, own, winner);
  if (first.length > 1) return { title: t("web.end.shared"), more: pointsText(own.total) };
  return won(standings, own, next, reader);
}

function won(standings: readonly Standing[], own: Standing, next: Standing | undefined, { isTeam, nameOf }: Reader): Verdict {
  const texts = isTeam ? TEAM : ALONE;
  if (next?.decided_by === "resigned") return { title: t(texts.plain), more: t("web.end.resigned", { name: nameOf(next.kingdom) }) };
  if (standings.length === 2 && next) return { title: t(texts.score, { score: scoreText(own, next) }), more: tieText(next) };
  const more = next && next.total < own.total ? t("web.end.ahead", { count: own.total - next.total }) : tieText(next);
  return { title: t(texts.points, { points: pointsText(own.total) }), more };
}

function lost(standings: readonly Standing[], own: Standing, winner: Standing): Verdict {
  const count = winner.total - own.total;
  const behind = count > 0 ? t("web.end.behind", { count }) : tieText(own);
  if (standings.length > 2) return { title: t("web.end.place", { rank: own.rank, kingdoms: standings.length }), more: behind };
  const title = count > 0 ? t("web.end.lost", { count }) : t("web.end.narrow");
  return { title, more: joined(scoreText(own, winner), tieText(own)) };
}

/** For those who watch. */
function told(standings: readonly Standing[], first: readonly Standing[], next: Standing | undefined, { nameOf }: Reader): Verdict {
  const [winner] = first;
  const title = t(first.length > 1 ? "web.shared" : "web.wins", { name: listed(first.map(({ kingdom }) => nameOf(kingdom))) });
  if (next?.decided_by === "resigned") return { title, more: t("web.end.resigned", { name: nameOf(next.kingdom) }) };
  const score = winner && next && standings.length === 2 ? scoreText(winner, next) : pointsText(winner?.total ?? 0);
  return { title, more: joined(score, first.length > 1 ? "" : tieText(next)) };
}

/** Whether there is anything to add up and compare: not after an early end. */
export function hasPoints(ended: Table["ended"], standings: readonly Standing[]): boolean {
  return ended !== "resigned" || standings.some(({ total }) => total > 0);
}

/** How it ended for *kingdom*, for everybody to read: `67–52`, `Place 3 of 5`. */
export function resultText(standings: readonly Standing[], kingdom: number): string {
  const own = standings.find((standing) => standing.kingdom === kingdom);
  const other = standings.find((standing) => standing.kingdom !== kingdom);
  if (!own || !other) return "";
  return standings.length === 2 ? scoreText(own, other) : t("web.end.place", { rank: own.rank, kingdoms: standings.length });
}

/** What decided between two with as many points: `by the largest property`. */
export function tieText(standing: Standing | undefined): string {
  const why = standing?.decided_by;
  return !why || why === "total" || why === "shared" || why === "resigned" ? "" : words.name("decided", why);
}

function scoreText(own: Standing, other: Standing): string {
  return t("web.end.score", { own: own.total, other: other.total });
}

function pointsText(count: number): string {
  return t("table.tile.points", { count });
}

function joined(...parts: string[]): string {
  return parts.filter(Boolean).join(" · ");
}

/** Something worth knowing: *label* says what, each of *parts* whose it is. */
export interface Fact {
  label: string;
  parts: { kingdom: number; text: string }[];
}

const MOST_FACTS = 3;

/** The best property, the biggest gain, what was discarded, the largest property: the first three that there are. */
export function facts(view: View, events: readonly Event[]): Fact[] {
  const properties = view.kingdoms.flatMap(({ lines }, kingdom) =>
    lines.filter((line) => line.factors.length === 2 && line.squares.length && line.points > 0).map((line) => ({ kingdom, line })),
  );
  const best = most(properties, ({ line }) => line.points);
  const largest = most(properties, ({ line }) => line.squares.length);
  const kept = lasting(events).filter(({ seat }) => seat !== null);
  const kingdomOf = (seat: number | null): number => view.kingdoms.findIndex(({ seats }) => seats.includes(seat ?? -1));
  const gain = most(kept, ({ points }) => points);
  const discards = view.kingdoms.map((_, kingdom) => kept.filter(({ meaning, seat }) => meaning?.kind === "discard" && kingdomOf(seat) === kingdom).length);
  const found: Fact[] = [];
  if (best) found.push({ label: t("web.fact.best"), parts: [{ kingdom: best.kingdom, text: propertyText(best.line) }] });
  if (gain && gain.points > 0) {
    const text = `${signed(gain.points)} · ${t("table.round", { round: gain.round })}`;
    found.push({ label: t("web.fact.gain"), parts: [{ kingdom: kingdomOf(gain.seat), text }] });
  }
  if (discards.some(Boolean)) {
    const parts = discards.flatMap((count, kingdom) => (count ? [{ kingdom, text: String(count) }] : []));
    found.push({ label: t("web.fact.discards"), parts });
  }
  if (largest && largest.line !== best?.line) {
    const text = `${words.name("reason", largest.line.reason)} · ${largest.line.squares.length}`;
    found.push({ label: t("web.fact.largest"), parts: [{ kingdom: largest.kingdom, text }] });
  }
  return found.slice(0, MOST_FACTS);
}

/** `wheat 8 × 4 = 32` */
function propertyText({ reason, factors, points }: ScoreLine): string {
  return `${words.name("reason", reason)} ${factors.join(" × ")} = ${points}`;
}

/** The actions that nobody took back. */
function lasting(events: readonly Event[]): Event[] {
  const stayed: Event[] = [];
  for (const event of events) {
    if (event.kind === "action") stayed.push(event);
    else if (event.kind === "back") stayed.pop();
  }
  return stayed;
}

/** The first of *all* with the highest *value*. */
function most<T>(all: readonly T[], value: (one: T) => number): T | undefined {
  return all.reduce<T | undefined>((best, one) => (best === undefined || value(one) > value(best) ? one : best), undefined);
}
