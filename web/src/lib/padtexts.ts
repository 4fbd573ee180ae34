/** What the score pad says. */

import { gamesOf, type Pad, rulersOf } from "./pad.ts";
import { pieceName } from "./pieces.ts";
import { kingdomsOf } from "./wishes.ts";
import type { GameInfo, PadNote, Scored, Standing } from "./wire.ts";
import { capital, t, words } from "./words.svelte.ts";

/** Why something cannot be. A note that no catalogue knows is shown by its key. */
export function noteText({ key, values }: PadNote): string {
  const { land, field, piece } = values;
  const named: Record<string, string | number> = { ...values };
  if (land !== undefined) named["land"] = capital(words.name("reason", String(land)));
  if (field !== undefined) named["what"] = capital(words.find(`pad.field.${field}`) ?? String(field));
  if (piece !== undefined) {
    const [kind = "", name = ""] = String(piece).split(".");
    named["what"] = capital(pieceName([kind, name, []]));
  }
  return words.find(`pad.note.${key}`, named) ?? key;
}

/** What every kingdom is called: after its player, or after both partners. */
export function rulers(pad: Pad, game: GameInfo | undefined): string[] {
  return kingdomsOf(game, pad.players, pad.options).map((seats) => rulersOf(pad, seats, (seat) => t("web.pad.player", { number: seat + 1 })));
}

/** What every sheet is called; in a series, with the number of its game. */
export function sheetNames(pad: Pad, game: GameInfo): string[] {
  const names = rulers(pad, game);
  const games = gamesOf(game, pad.options);
  return pad.sheets.map((_, at) => `${names[at % names.length]}${games > 1 ? ` ${Math.floor(at / names.length) + 1}` : ""}`);
}

/** What parted two kingdoms with as many points: `on largest property: 9 to 7`. */
export function whyText(standing: Standing | undefined, before: Standing | undefined, scored: Scored | null): string {
  const why = standing?.decided_by;
  if (!standing || !before || !why || why === "total") return "";
  const name = words.name("decided", why);
  const at = scored?.tie_breaks.indexOf(why) ?? -1;
  const tieOf = ({ kingdom }: Standing): number => sum(scored, kingdom, at);
  return at < 0 ? name : t("web.pad.tie", { why: name, own: tieOf(before), other: tieOf(standing) });
}

/** What breaks a tie, of all games of a kingdom. */
function sum(scored: Scored | null, kingdom: number, at: number): number {
  const count = scored?.standings.length ?? 1;
  return (scored?.kingdoms ?? []).reduce((all, { ties }, place) => all + (place % count === kingdom ? (ties[at] ?? 0) : 0), 0);
}

export function dateText(iso: string, dateStyle: "long" | "medium" = "long"): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? "" : new Intl.DateTimeFormat(words.tag, { dateStyle }).format(date);
}

/** A game in a few lines, for a message. */
export function shareText(pad: Pad, game: GameInfo | undefined, scored: Pick<Scored, "standings"> & Partial<Scored>): string {
  const names = rulers(pad, game);
  const whole = scored.kingdoms ? (scored as Scored) : null;
  const lines = scored.standings.map((one, at) => {
    const why = whyText(one, scored.standings[at - 1], whole);
    return `${one.rank}. ${names[one.kingdom] ?? ""} ${one.total}${why ? ` (${why})` : ""}`;
  });
  return [`${words.name("game", pad.game)} · ${dateText(pad.begun)}`, ...lines, "Crownland"].join("\n");
}
