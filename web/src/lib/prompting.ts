/** Whose turn it is and what to do, in one sentence. */

import type { Action } from "./board.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Choosing } from "./choosing.svelte.ts";
import { ACTIONS, PIECES } from "./looks.ts";
import { actionText, halvesOf, pieceText, valuesOf } from "./pieces.ts";
import { changeText } from "./sayings.ts";
import type { TableState } from "./table.svelte.ts";
import { capital, listed, signed, t, words } from "./words.svelte.ts";

export function promptText(table: TableState, choosing: Choosing): string {
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
  const text = todo(choosing);
  return table.mine.length > 1 ? t("web.prompt.for", { name, todo: text }) : text;
}

/** What to do now: one thing in full, or several in short. */
function todo(choosing: Choosing): string {
  const { actions } = choosing.table;
  const [first] = actions;
  if (!first) return "";
  if (choosing.touched) return actionText(choosing.touched, choosing.touched.token);
  const place = actions.find(({ kind }) => kind === "place");
  if (place) return actionText(place, place.token);
  const discard = actions.find(({ kind }) => kind === "discard");
  if (discard) return t("web.prompt.discard", valuesOf(discard, pieceText));
  const special = specialTodo(choosing);
  if (special) return capital(special);
  if (actions.length === 1 && !hasShortText(first.kind)) return actionText(first, first.token);
  const parts = kindsOf(choosing).map((kind) => words.find(`web.prompt.${kind}`) ?? words.find(`table.key.${kind}`));
  const told = [...new Set(parts)].flatMap((part) => part ?? []);
  return told.length ? capital(listed(told, "disjunction")) : t("table.prompt.token");
}

function hasShortText(kind: string): boolean {
  return words.find(`web.prompt.${kind}`) !== undefined;
}

/** What to do next in the middle of an action: for a tile that was picked, for a step that was called, for several of them. */
function specialTodo(choosing: Choosing): string | undefined {
  const held = heldAction(choosing);
  const now = held ?? choosing.actions[0];
  const prompt = now && ACTIONS[now.kind]?.prompt;
  const key = held ? prompt?.held : choosing.called !== null ? prompt?.called : choosing.isPickingMany ? prompt?.many : undefined;
  return key && now && t(key, valuesOf(now));
}

/** The kinds of what can be done, in the order of the steps of a turn. */
function kindsOf({ table: { actions, view }, called }: Choosing): string[] {
  const steps = (view?.steps ?? []).map(([step]) => step);
  const place = ({ step }: Action): number => (steps.includes(step) ? steps.indexOf(step) : steps.length);
  const offered = called === null ? actions : actions.filter(({ step }) => step === called);
  return [...new Set([...offered].sort((a, b) => place(a) - place(b)).map(({ kind }) => kind))];
}

/** An action of the space that is held. */
function heldAction({ held, actions }: Choosing): Action | undefined {
  return held ? actions.find(({ tray, spaces, squares }) => tray === held.tray && spaces.includes(held.space) && squares.length) : undefined;
}

/** `2 coins · 3 points, 2 towers`: what the piece that is held costs and brings. */
function heldText({ held, table }: Choosing, catalogue: Catalogue): string {
  const slot = table.view?.trays.find(({ key }) => key === held?.tray)?.slots[held?.space ?? -1];
  const [piece, , price] = slot ?? [];
  const about = piece && PIECES[piece[0]]?.about?.(piece[1], catalogue);
  return [price == null ? "" : t("table.coins", { count: price }), about ?? ""].filter(Boolean).join(" · ");
}

/** What an action brings now: coins, or points. */
export function yieldText({ coins, gain }: Action): string {
  return coins > 0 ? `+${t("table.coins", { count: coins })}` : signed(gain);
}

/** What happens when a single square is picked: `Tax with a knight on h8: +5 coins`. */
export function pickText(action: Action): string {
  const [square = ""] = action.squares;
  const text = actionText(action, action.token);
  return [...(text.includes(square) ? [] : [square]), text, yieldText(action)].join(": ");
}

/** `Best now: +6`: what the domino of a line that is pointed at would bring if it were laid now; nothing until that is known. */
export function prospectText({ best, considered, table }: Choosing): string {
  if (best) return t("web.best", { points: signed(best[2]) });
  return considered && table.explained?.token === considered.token && halvesOf(considered.pieces) ? capital(t("table.no-room")) : "";
}

/** Why one does what is to be done, where there is only that: `You lay it next round; low numbers act first`. */
export function whyText({ table }: Choosing): string {
  const [kind, ...others] = new Set(table.actions.map((action) => action.kind));
  return kind && !others.length ? (words.find(`web.why.${kind}`) ?? "") : "";
}

/** What the picked action brings and why: `+7 · forest 3×2 → 4×3`. */
export function gainText(table: TableState, choosing: Choosing, catalogue: Catalogue): string {
  const { picked, considered } = choosing;
  if (!picked && considered) return prospectText(choosing);
  if (!picked) return choosing.held ? heldText(choosing, catalogue) : "";
  const changes = table.explained?.token === picked.token && picked.coins <= 0 ? table.explained.changes.map(changeText) : [];
  return [yieldText(picked), ...changes].join(" · ");
}
