/** Whose turn it is and what to do, in one sentence. */

import type { Action } from "./board.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Choosing } from "./choosing.svelte.ts";
import { buildingText, changeText, dominoText } from "./sayings.ts";
import type { TableState } from "./table.svelte.ts";
import type { Kind } from "./wire.ts";
import { capital, listed, signed, t, words } from "./words.svelte.ts";

export function promptText(table: TableState, choosing: Choosing, catalogue: Catalogue): string {
  const { view } = table;
  if (!view) return "";
  if (view.over) return t("table.prompt.over");
  if (table.table?.phase === "closed") return t("web.closed");
  if (view.actor === null) return t("web.prompt.dealing");
  const name = table.nameOf(view.actor);
  if (table.acting === null) {
    const seat = table.seats[view.actor];
    if (seat?.kind === "bot" || seat?.stand_in) return `${name} ${t("table.prompt.thinking")}`;
    return t("web.prompt.waiting", { name });
  }
  const text = todo(choosing, catalogue);
  return table.mine.length > 1 ? t("web.prompt.for", { name, todo: text }) : text;
}

/** What to do; where there are several things, the optional ones first. */
function todo(choosing: Choosing, catalogue: Catalogue): string {
  const [first] = choosing.table.actions;
  if (!first) return "";
  const kinds = new Set(choosing.table.actions.map((action) => action.kind));
  if (kinds.has("place")) return t("table.prompt.place", { domino: dominoText(catalogue, first.subject) });
  if (kinds.has("discard")) return t("web.prompt.discard", { domino: dominoText(catalogue, first.subject) });
  if (choosing.isDragonOut) return t("web.prompt.burn");
  if (choosing.tile !== null) return t("web.prompt.plot", { building: words.name("reason", tileKey(choosing)) });
  if (kinds.has("take")) return capital(t(choosing.isPickingTwo ? "web.prompt.take-two" : "web.prompt.take"));
  const parts = PARTS.filter(([kind]) => kinds.has(kind)).map(([, key]) => t(key));
  return sentence(parts);
}

const PARTS = [
  ["tax", "web.prompt.tax"],
  ["build", "web.prompt.build"],
  ["dragon", "web.prompt.dragon"],
  ["turn_die", "web.prompt.turn"],
  ["name_wild", "web.prompt.name"],
  ["castle_bonus", "web.prompt.castle"],
  ["free_placement", "web.prompt.cast"],
  ["draw_pair", "web.prompt.draw"],
  ["draw_die", "web.prompt.draw-die"],
  ["coat_bonus", "web.prompt.coat"],
  ["extra_cross", "web.prompt.cross"],
  ["claim", "web.prompt.claim"],
  ["end", "web.prompt.end"],
] as const satisfies readonly (readonly [Kind, string])[];

/** `Tax with a knight, build or claim a domino`. */
function sentence(parts: string[]): string {
  return capital(listed(parts, "disjunction"));
}

function tileKey(choosing: Choosing): string {
  return choosing.of("build").find((action) => action.token.charAt(1) === choosing.tile)?.subject ?? "";
}

/** `2 coins · 3 points, 2 towers`: what the tile in hand costs and brings. */
function tileText(table: TableState, choosing: Choosing, catalogue: Catalogue): string {
  const info = catalogue.buildings[tileKey(choosing)];
  const count = table.view?.builders?.prices[Number(choosing.tile)] ?? 0;
  return [t("table.coins", { count }), info ? buildingText(info) : ""].filter(Boolean).join(" · ");
}

/** What happens when a single square is picked: `Tax with a knight on h8: +5 coins`. */
export function pickText(action: Action, prices: readonly number[] = []): string {
  const square = action.squares[0] ?? "";
  const building = words.name("reason", action.subject);
  switch (action.kind) {
    case "tax":
      return `${t("table.prompt.tax", { square })}: +${t("table.coins", { count: Number(action.subject) })}`;
    case "build":
      return `${t("table.prompt.build", { building, square, price: prices[Number(action.token.charAt(1))] ?? "" })}: ${signed(action.gain)}`;
    case "extra_cross":
      return `${t("table.prompt.cross", { square })}: ${signed(action.gain)}`;
  }
  return `${square}: ${signed(action.gain)}`;
}

/** What the picked action brings and why: `+7 · forest 3×2 → 4×3`. */
export function gainText(table: TableState, choosing: Choosing, catalogue: Catalogue): string {
  const { picked } = choosing;
  if (!picked) return choosing.tile === null ? "" : tileText(table, choosing, catalogue);
  if (picked.kind === "tax") return `+${t("table.coins", { count: Number(picked.subject) })}`;
  const changes = table.explained?.token === picked.token ? table.explained.changes.map(changeText) : [];
  return [signed(picked.gain), ...changes].join(" · ");
}
