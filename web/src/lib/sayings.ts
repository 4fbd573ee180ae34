/** What the table says in sentences. */

import type { Half } from "./land.ts";
import { landText, pieceText } from "./pieces.ts";
import type { TableState } from "./table.svelte.ts";
import type { Badge, Change, Kingdom, ScoreLine, View } from "./wire.ts";
import { listed, t, words } from "./words.svelte.ts";

/** `g8: town, church, knight`: what lies and stands on a square. */
export function squareText(square: string, half: Half | "castle", { pieces }: Kingdom): string {
  const parts = [half === "castle" ? t("web.castle") : landText(half), ...(pieces[square] ?? []).map(pieceText)];
  return `${square}: ${parts.join(", ")}`;
}

/** `forest 3×2 → 4×3`; a bonus is only its name. */
export function changeText({ after, before }: Change): string {
  const old = before.map(productText).join(" + ");
  return [words.name("reason", after.reason), old && `${old} →`, productText(after)].filter(Boolean).join(" ");
}

export function productText({ factors }: ScoreLine): string {
  return factors.join("×");
}

/** The lines that are worth points, best first; those without are only land. */
export function worthTelling(lines: readonly ScoreLine[], game?: number): ScoreLine[] {
  return lines.filter((line) => line.points !== 0 && (game === undefined || line.game === game));
}

/** `2 coins`, `dragon away`: a badge in words. A badge that no catalogue knows is shown by its key. */
export function badgeText([key, count, on]: Badge): string {
  const values = count === null ? {} : { count };
  const text = (on ? undefined : words.find(`badge.${key}.off`, values)) ?? words.find(`badge.${key}`, values);
  return text ?? [key, count].filter((part) => part !== null).join(" ");
}

/** `Ada's kingdom, 24 points: wheat 4 × 2, …`: what a picture of it shows. */
export function kingdomText(name: string, kingdom: Kingdom): string {
  const lands = kingdom.lines
    .filter((line) => line.factors.length === 2)
    .map((line) => `${words.name("reason", line.reason)} ${line.factors.join(" × ")}`);
  const points = t("table.tile.points", { count: kingdom.total });
  return t("web.kingdom", { name, points, lands: lands.join(", ") || t("web.only-castle") });
}

/** `Bea gave up. The crown is yours`: how a game ended. */
export function endText(table: TableState, view: View): string {
  const first = view.standings.filter(({ rank }) => rank === 1).map(({ kingdom }) => kingdom);
  const own = table.me === null ? -1 : table.kingdomOf(table.me);
  const others = listed(first.filter((kingdom) => kingdom !== own).map((kingdom) => table.rulers(kingdom)));
  const key = first.length > 1 ? "web.shared" : "web.wins";
  const crown = first.includes(own) ? t(`${key}.you`, { name: others }) : t(key, { name: others });
  const resigned = table.events.findLast(({ kind }) => kind === "resign")?.seat ?? null;
  if (table.table?.ended !== "resigned" || resigned === null) return crown;
  return `${resigned === table.me ? t("web.gave-up.you") : t("web.gave-up", { name: table.nameOf(resigned) })} ${crown}`;
}
