/** Why an action is good, in words: the server sends facts, and their texts are `why.KEY`. */

import { badgeText } from "./sayings.ts";
import { pieceName } from "./pieces.ts";
import type { Reason } from "./wire.ts";
import { capital, words } from "./words.svelte.ts";

/** A fact as a sentence; *nameOf* names a seat. */
export function reasonText({ key, values }: Reason, nameOf: (seat: number) => string): string {
  const told = Object.entries(values).map(([name, value]) => worded(name, value, values, nameOf));
  return capital((words.find(`why.${key}`, Object.fromEntries(told)) ?? key).replace(/[ :]+$/, ""));
}

/** The words for a value that names something; any other stands as it is. */
function worded(name: string, value: string | number, values: Reason["values"], nameOf: (seat: number) => string): [string, string | number] {
  if (name === "land") return [name, words.find(`reason.${value}`) ?? words.name("terrain", String(value))];
  if (name === "piece" || name === "other") return [name, pieceOf(String(value))];
  if (name === "badge") return [name, badgeText([String(value), typeof values["count"] === "number" ? values["count"] : null, true])];
  if (name === "seat") return ["name", nameOf(Number(value))];
  return [name, value];
}

/** `kind.key` in words. */
function pieceOf(text: string): string {
  const [kind = "", ...key] = text.split(".");
  return pieceName([kind, key.join("."), []]);
}
