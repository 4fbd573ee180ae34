/** The coats of arms of Duel. */

import type { Letters } from "../lib/land.ts";

export const COATS: Letters = {
  d: "dot",
  s: "stripe",
  D: "double_dot",
  S: "double_stripe",
  f: "solid",
  q: "quarters",
};

/** The squares that a map has. */
export const MAP = ["d5", "j9"] as const;
