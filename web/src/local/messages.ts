/** What page and workers say to each other. */

import type { StorageTrouble } from "./keeper.ts";

/** From the page to the worker in which the tables are. */
export type ToHouse =
  | { kind: "start"; steal: boolean }
  | { kind: "takeOver" }
  | { kind: "mind"; port: MessagePort }
  | { kind: "call"; id: number; method: string; path: string; body: string }
  | { kind: "dial"; line: number; table: string; since: number }
  | { kind: "frame"; line: number; text: string }
  | { kind: "hangUp"; line: number };

/** And back. */
export type FromHouse =
  | { kind: "ready" }
  /** A bot has to think, and there is nobody who does. */
  | { kind: "think" }
  /** Another tab has the tables; this one has them; another took them. */
  | { kind: "waiting" }
  | { kind: "held" }
  | { kind: "elsewhere" }
  | { kind: "failed"; message: string }
  | { kind: "storage"; trouble: StorageTrouble }
  | { kind: "answer"; id: number; status: number; type: string; text: string }
  | { kind: "frame"; line: number; text: string }
  /** There is no such table. */
  | { kind: "hungUp"; line: number };

/** Between the two workers. */
export interface Question {
  id: number;
  text: string;
}

export type Answer = { id: number; text: string } | { id: number; trouble: string };
