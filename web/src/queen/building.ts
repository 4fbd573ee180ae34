/** The building tiles of Queendomino. */

import type { Catalogue } from "../lib/catalogue.ts";
import { t, words } from "../lib/words.svelte.ts";

/** A building tile; *points_per* is `fixed` or what the points are for each of. */
export interface Building {
  copies: number;
  crowns: number;
  knights: number;
  towers: number;
  points: number;
  points_per: string;
  tax_bonus: string;
}

export function buildingsOf({ components }: Catalogue): Record<string, Building> {
  return (components["buildings"] ?? {}) as Record<string, Building>;
}

/** `2 per town property, 1 knight`: what a building brings. */
export function buildingText(building: Building | undefined): string {
  if (!building) return "";
  const { points, points_per, tax_bonus, crowns, knights, towers } = building;
  const parts: string[] = [];
  if (points_per.endsWith("_property")) {
    const terrain = words.name("terrain", points_per.replace("_property", ""));
    parts.push(t("table.tile.per-property", { points, terrain }));
  } else if (points_per === "knight" || points_per === "tower") {
    parts.push(t(`table.tile.per-${points_per}`, { count: points }));
  } else if (points) {
    parts.push(t("table.tile.points", { count: points }));
  }
  if (tax_bonus === "knight" || tax_bonus === "tower") parts.push(t(`table.tile.tax-${tax_bonus}`));
  if (crowns) parts.push(t("count.crowns", { count: crowns }));
  if (knights) parts.push(t("table.tile.knights", { count: knights }));
  if (towers) parts.push(t("table.tile.towers", { count: towers }));
  return parts.join(", ");
}
