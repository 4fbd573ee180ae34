/** One's part in a mixed deal: a secret value, promised first and revealed when everybody has promised one. */

import { api } from "./api.ts";
import { keep, kept } from "./keeping.ts";
import { sha256 } from "./sha256.ts";
import type { Table } from "./wire.ts";

const MOST = 20; // tables whose values are kept

/** One's own value at a table, and what everybody had promised when it was revealed. */
interface Part {
  value: string;
  promises?: (string | null)[];
}

/** The fingerprint that is published before the value. */
export function promiseOf(value: string): string {
  return sha256(`crownland share 1\n${value}`);
}

/** One's own value at a table; with it `crownland verify --share` checks that it took part. */
export function shareOf(table: string): string | undefined {
  return parts()[table]?.value;
}

/** The seats that have revealed other values than they had promised: somebody has chosen the deal. */
export function brokenPromises({ id, shares }: Table): number[] {
  const promises = parts()[id]?.promises;
  if (!shares || !promises) return [];
  return shares.filter(({ value }, at) => value !== null && promiseOf(value) !== promises[at]).map((share) => share.seat);
}

let isAsking = false;

/** Does what the table waits for: promises a value, then reveals it. Nobody has to press anything. */
export async function takePart(table: Table): Promise<void> {
  const share = isAsking ? null : next(table);
  if (!share) return;
  isAsking = true;
  let after: Table;
  try {
    after = await api.share(table.id, share);
  } finally {
    isAsking = false;
  }
  await takePart(after);
}

function next({ id, phase, seats, shares }: Table): { promise: string } | { value: string } | null {
  const own = shares?.find((share) => seats[share.seat]?.mine);
  if (!shares || !own || own.value !== null || phase !== "open") return null;
  if (own.promise === null) {
    const made = newValue();
    keepPart(id, { value: made });
    return { promise: promiseOf(made) };
  }
  const value = shareOf(id);
  if (!isReady(seats, shares) || value === undefined || promiseOf(value) !== own.promise) return null;
  keepPart(id, { value, promises: shares.map((share) => share.promise) });
  return { value };
}

function isReady(seats: Table["seats"], shares: NonNullable<Table["shares"]>): boolean {
  return seats.every((seat) => seat.kind !== "open") && shares.every((share) => share.promise !== null);
}

function newValue(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function keepPart(table: string, part: Part): void {
  const others = Object.entries(parts()).filter(([id]) => id !== table);
  keep("shares", JSON.stringify(Object.fromEntries([...others, [table, part]].slice(-MOST))));
}

function parts(): Record<string, Part> {
  try {
    return (JSON.parse(kept("shares") ?? "{}") ?? {}) as Record<string, Part>;
  } catch {
    return {};
  }
}
