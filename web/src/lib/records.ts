/** Records of games that somebody brings: as a file, dropped, chosen or pasted. */

import { api, ApiError } from "./api.ts";
import type { Replay } from "./wire.ts";

const KEY = "crownland.record";
let latest: Replay | null = null; // what was read, until it is shown
const MOST = 32_000; // characters, as the server reads them

/** The text of a file that may be a record. Raises an ApiError when it is far too large to be one. */
export async function textOf(file: File): Promise<string> {
  if (file.size > 4 * MOST) {
    const begin = await file.slice(0, MOST).text();
    throw new ApiError(isMany(begin) ? "record/many" : "record/too-long", "expected one game");
  }
  return file.text();
}

/** Whether a text looks like a record; what is pasted may be anything. */
export function isRecord(text: string): boolean {
  return /^\s*﻿?\s*\[[A-Z]\w* "/.test(text);
}

/** Reads *text* as a game, and keeps it for as long as the tab is open. */
export async function readRecord(text: string): Promise<Replay> {
  if (isMany(text)) throw new ApiError("record/many", "expected one game");
  if (text.length > MOST) throw new ApiError("record/too-long", "expected a shorter record");
  const replay = await api.replayOf(text);
  latest = replay;
  try {
    sessionStorage.setItem(KEY, replay.record);
  } catch {
    // It can be looked at now, but not after loading the page again.
  }
  return replay;
}

/** The game that was read last in this tab; null if there was none. */
export function lastGame(): Promise<Replay> | null {
  if (latest) return Promise.resolve(latest);
  try {
    const text = sessionStorage.getItem(KEY);
    return text === null ? null : readRecord(text);
  } catch {
    return null;
  }
}

function isMany(text: string): boolean {
  return (text.match(/^\[Game "/gm) ?? []).length > 1;
}
