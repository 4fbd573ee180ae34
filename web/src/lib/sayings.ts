/** What the table says in sentences. */

import { type Catalogue, halvesOf } from "./catalogue.ts";
import { type Half, isCoat } from "./land.ts";
import type { BuildingInfo, Change, Kingdom, ScoreLine } from "./wire.ts";
import { t, words } from "./words.svelte.ts";

/** `lake`, `lake (1 crown)`. */
export function halfText({ kind, crowns }: Half): string {
  const name = words.name("reason", kind);
  if (!crowns) return name;
  return `${name} (${isCoat(kind) ? t("web.crosses", { count: crowns }) : t("count.crowns", { count: crowns })})`;
}

/** `g8: town, church, knight`: what lies and stands on a square. */
export function squareText(square: string, half: Half | "castle", { estate }: Kingdom): string {
  const building = estate?.buildings[square];
  const parts = [half === "castle" ? t("web.castle") : halfText(half)];
  if (building) parts.push(words.name("reason", building));
  if (estate?.posted.includes(square)) parts.push(t("web.knight"));
  return `${square}: ${parts.join(", ")}`;
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

/** `2 per town property, 1 knight`: what a building brings. */
export function buildingText(info: BuildingInfo): string {
  const parts: string[] = [];
  if (info.points_per.endsWith("_property")) {
    const terrain = words.name("terrain", info.points_per.replace("_property", ""));
    parts.push(t("table.tile.per-property", { points: info.points, terrain }));
  } else if (info.points_per === "knight" || info.points_per === "tower") {
    parts.push(t(`table.tile.per-${info.points_per}`, { count: info.points }));
  } else if (info.points) {
    parts.push(t("table.tile.points", { count: info.points }));
  }
  if (info.tax_bonus === "knight" || info.tax_bonus === "tower") parts.push(t(`table.tile.tax-${info.tax_bonus}`));
  if (info.crowns) parts.push(t("count.crowns", { count: info.crowns }));
  if (info.knights) parts.push(t("table.tile.knights", { count: info.knights }));
  if (info.towers) parts.push(t("table.tile.towers", { count: info.towers }));
  return parts.join(", ");
}

/** `Ada's kingdom, 24 points: wheat 4 × 2, …`: what a picture of it shows. */
export function kingdomText(name: string, kingdom: Kingdom): string {
  const lands = kingdom.lines
    .filter((line) => line.factors.length === 2)
    .map((line) => `${words.name("reason", line.reason)} ${line.factors.join(" × ")}`);
  const points = t("table.tile.points", { count: kingdom.total });
  return t("web.kingdom", { name, points, lands: lands.join(", ") || t("web.only-castle") });
}
