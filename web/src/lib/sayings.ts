/** What the table says in sentences. */

import { type Catalogue, halvesOf } from "./catalogue.ts";
import { type Half, isCoat } from "./land.ts";
import type { Change, Kingdom, ScoreLine } from "./wire.ts";
import { t, words } from "./words.svelte.ts";

/** `lake`, `lake (1 crown)`. */
export function halfText({ kind, crowns }: Half): string {
  const name = words.name("reason", kind);
  if (!crowns) return name;
  return `${name} (${isCoat(kind) ? t("web.crosses", { count: crowns }) : t("count.crowns", { count: crowns })})`;
}

/** `17: forest · lake (1 crown)`. */
export function dominoText(catalogue: Catalogue, domino: string): string {
  return `${domino}: ${halvesOf(catalogue, domino).map(halfText).join(" · ")}`;
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

/** `Ada's kingdom, 24 points: wheat 4 × 2, …`: what a picture of it shows. */
export function kingdomText(name: string, kingdom: Kingdom): string {
  const lands = kingdom.lines
    .filter((line) => line.factors.length === 2)
    .map((line) => `${words.name("reason", line.reason)} ${line.factors.join(" × ")}`);
  const points = t("table.tile.points", { count: kingdom.total });
  return t("web.kingdom", { name, points, lands: lands.join(", ") || t("web.only-castle") });
}
