/** What pieces and lands are called, and what texts say about actions. */

import { type Half, halfMotif, halfOf } from "./land.ts";
import { LANDS, PIECES } from "./looks.ts";
import type { Piece, Half as WireHalf } from "./wire.ts";
import { signed, t, words } from "./words.svelte.ts";

/** What texts need of an action, whether it was done or can be done. */
export interface Deed {
  readonly kind: string;
  readonly squares: readonly string[];
  readonly pieces: readonly Piece[];
  readonly coins: number;
}

/** `lake`, `lake (1 crown)`; null may become anything. */
export function halfText(half: WireHalf): string {
  const known = halfOf(half);
  return known ? landText(known) : t("table.wild");
}

export function landText({ kind, crowns }: Half): string {
  const name = words.find(`reason.${kind}`) ?? words.name("terrain", kind);
  return crowns ? `${name} (${t(LANDS[kind]?.crowns ?? "count.crowns", { count: crowns })})` : name;
}

/** `17`, `church`, `knight`. */
export function pieceName([kind, key]: Piece): string {
  return (
    PIECES[kind]?.name?.() ?? words.find(`${kind}.${key}`) ?? words.find(`reason.${key}`) ?? (key || (words.find(`piece.${kind}`) ?? kind))
  );
}

/** `17: forest · lake (1 crown)`, `church`. */
export function pieceText(piece: Piece): string {
  const [, , halves] = piece;
  return halves.length === 2 ? `${pieceName(piece)}: ${halves.map(halfText).join(" · ")}` : pieceName(piece);
}

/** The two halves that a placement lays: those of its domino, with their motifs, or one of each of its pieces. */
export function halvesOf(pieces: readonly Piece[]): readonly [Half, Half] | null {
  const [first] = pieces;
  const halves = pieces.length === 1 ? (first?.[2] ?? []) : pieces.map(([, , shown]) => shown.at(-1) ?? null);
  const [left, right] = halves.map(halfOf);
  if (halves.length !== 2 || !left || !right) return null;
  if (pieces.length > 1 || !first) return [left, right];
  return [{ ...left, motif: halfMotif(first[1], 0) }, { ...right, motif: halfMotif(first[1], 1) }];
}

export function isSame(one: Piece | null | undefined, other: Piece | null | undefined): boolean {
  return !!one && !!other && one[0] === other[0] && one[1] === other[1];
}

type Values = Record<string, string | number>;

/** The values for the texts about an action: `{domino}`, `{buildings}`, `{square}`, `{coins}`. *named* names a piece. */
export function valuesOf({ squares, pieces, coins }: Deed, named: (piece: Piece) => string = pieceName): Values {
  const values: Values = { square: squares[0] ?? "", coins: t("table.coins", { count: Math.abs(coins) }), price: Math.max(0, -coins) };
  const kinds = new Set(pieces.map(([kind]) => kind));
  for (const kind of kinds) {
    const some = pieces.filter((piece) => piece[0] === kind);
    const names = some.map(named);
    values[`${kind}s`] = values[`${kind}es`] = names.join(", ");
    Object.assign(values, PIECES[kind]?.values?.(some), { [kind]: names[0] });
  }
  return values;
}

/** What was done: `placed 17 (+3)`. An unknown kind is shown by its token. */
export function newsText(deed: Deed, token: string, points: number): string {
  const text = words.find(`table.news.${deed.kind}`, { ...valuesOf(deed), points: signed(points), token });
  return text?.replace(/\.$/, "") ?? t("table.news.token", { token });
}

/** What can be done: `Claim 17: forest · lake`. An unknown kind is named by its key's text, or by its token. */
export function actionText(deed: Deed, token: string): string {
  const values = { ...valuesOf(deed, pieceText), token };
  return words.find(`table.prompt.${deed.kind}`, values) ?? [words.find(`table.key.${deed.kind}`) ?? token, ...deed.pieces.map(pieceText)].join(" ");
}
