/** Everything that this browser keeps, as one text. */

import { Keeper, type Pair } from "./keeper.ts";

const PREFIX = "crownland.";
const FORMAT = 1;
/** What belongs to this browser, and to no other. */
const LEFT = new Set(["here", "catalogue", "seats", "shares"].map((name) => PREFIX + name));

interface Everything {
  crownland: number;
  /** What the tables of this device are made of; see crownland.local. */
  pairs: Pair[];
  /** What the page keeps: scores of the real box, puzzles, settings. */
  page: Pair[];
}

export async function everything(): Promise<string> {
  const keeper = await Keeper.look();
  const pairs = JSON.parse(await keeper.range("")) as Pair[];
  keeper.close();
  const page = Object.entries(localStorage).filter(([name]) => name.startsWith(PREFIX) && !LEFT.has(name));
  return JSON.stringify({ crownland: FORMAT, pairs, page } satisfies Everything);
}

/** Add what *text* has to what is kept; false if it is something else. The page has to be loaded again after it. */
export async function bringIn(text: string): Promise<boolean> {
  const found = parsed(text);
  if (!found) return false;
  const keeper = await Keeper.open(); // no tab writes any more
  await keeper.write(JSON.stringify(found.pairs));
  keeper.close();
  for (const [name, value] of found.page) if (name.startsWith(PREFIX) && !LEFT.has(name)) localStorage.setItem(name, value);
  return true;
}

function parsed(text: string): Everything | null {
  try {
    const { crownland, pairs, page } = JSON.parse(text) as Partial<Everything>;
    return crownland === FORMAT && arePairs(pairs) && arePairs(page) ? { crownland, pairs, page } : null;
  } catch {
    return null;
  }
}

function arePairs(value: unknown): value is Pair[] {
  return Array.isArray(value) && value.every((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((part) => typeof part === "string"));
}
