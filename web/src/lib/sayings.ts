/** What the table says in sentences. */

import type { Catalogue } from "./catalogue.ts";
import type { Half } from "./land.ts";
import { PIECES } from "./looks.ts";
import { landText, pieceName, pieceText } from "./pieces.ts";
import type { Note } from "./tips.svelte.ts";
import type { Badge, Change, Kingdom, Piece, ScoreLine } from "./wire.ts";
import { t, words } from "./words.svelte.ts";

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

/** A piece, and what it brings. */
export function pieceNote(piece: Piece, catalogue: Catalogue): Note {
  const [kind, key] = piece;
  return { name: pieceName(piece), about: PIECES[kind]?.about?.(key, catalogue) };
}

/** A badge, and what it is good for. */
export function badgeNote(badge: Badge): Note {
  return { name: badgeText(badge), about: words.find(`badge.${badge[0]}.about`) };
}

/** `Ada's kingdom, 24 points: wheat 4 × 2, …`: what a picture of it shows. */
export function kingdomText(name: string, kingdom: Kingdom): string {
  const lands = kingdom.lines
    .filter((line) => line.factors.length === 2)
    .map((line) => `${words.name("reason", line.reason)} ${line.factors.join(" × ")}`);
  const points = t("table.tile.points", { count: kingdom.total });
  return t("web.kingdom", { name, points, lands: lands.join(", ") || t("web.only-castle") });
}
