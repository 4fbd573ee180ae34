/** Why an action is good, or better than another one: facts of the server, in words. */

import { pieceName } from "./pieces.ts";
import { badgeText } from "./sayings.ts";
import type { Reason } from "./wire.ts";
import { capital, t, words } from "./words.svelte.ts";

// Must agree with reason_text() of crownland.review.reasons.

/** `3 points more now: mine 2×1 → 3×2`; *named* says who sits in a seat. */
export function reasonText({ key, values }: Reason, named: (seat: number) => string): string {
  const { land, piece, other, badge, seat, count } = values;
  const said = {
    ...values,
    ...(land === undefined ? {} : { land: words.name("reason", String(land)) }),
    ...(piece === undefined ? {} : { piece: keyName(String(piece)) }),
    ...(other === undefined ? {} : { other: keyName(String(other)) }),
    ...(badge === undefined ? {} : { badge: badgeText([String(badge), typeof count === "number" ? count : null, true]) }),
    ...(seat === undefined ? {} : { name: named(Number(seat)) }),
  };
  const text = words.find(`why.${key}`, said) ?? "";
  return values["product"] ? text + t(values["above"] ? "why.above" : "why.by", said) : text;
}

/** All of them in one sentence, with a capital. */
export function reasonsText(reasons: readonly Reason[], named: (seat: number) => string): string {
  return capital(reasons.map((reason) => reasonText(reason, named)).join("; "));
}

/** `17`, `church`: a piece by its kind and key. */
function keyName(name: string): string {
  const [kind = "", ...rest] = name.split(".");
  return pieceName([kind, rest.join("."), []]);
}
