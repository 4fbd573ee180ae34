/** Where a note lies on the screen: near what it is about, and on nothing that somebody needs. */

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Something that should stay in sight; *weight* is for each pixel of it that is covered. */
export interface Thing extends Box {
  weight: number;
}

export interface Size {
  width: number;
  height: number;
}

export const NEVER = 1000; // the weight of what must not be covered

const STEP = 10; // pixels between two places that are tried
const FAR = 6; // what a pixel of distance costs
const WORSE = 600; // what the next best size costs
const LEAST = 12; // pixels of an arrow

/** The place for a note in one of *sizes*, the best first, on a *screen*, about what lies in *target*. */
export function placeOf(sizes: readonly Size[], screen: Box, target: Box | null, things: readonly Thing[]): Box {
  const aim = target ?? { left: (screen.left + screen.right) / 2, right: (screen.left + screen.right) / 2, top: screen.bottom, bottom: screen.bottom };
  let best: Box | null = null;
  let least = Infinity;
  for (const [at, { width, height }] of sizes.entries()) {
    for (const top of stepsOf(screen.top, screen.bottom - height)) {
      for (const left of stepsOf(screen.left, screen.right - width)) {
        const box = { left, top, right: left + width, bottom: top + height };
        let cost = FAR * (gapOf(box, aim) + 0.1 * offsetOf(box, aim)) + at * WORSE;
        for (const thing of things) {
          cost += covered(box, thing) * thing.weight;
          if (cost >= least) break;
        }
        if (cost < least) [best, least] = [box, cost];
      }
    }
  }
  return best ?? { left: screen.left, top: screen.top, right: screen.right, bottom: screen.bottom };
}

function stepsOf(from: number, to: number): number[] {
  const count = Math.max(0, Math.floor((to - from) / STEP));
  return [...Array.from({ length: count + 1 }, (_, at) => from + at * STEP), Math.max(from, to)];
}

function covered(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && along > 0 ? across * along : 0;
}

/** What two boxes have in common; null where that is nothing. */
export function shared(a: Box, b: Box): Box | null {
  const box = { left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) };
  return box.right > box.left && box.bottom > box.top ? box : null;
}

/** The empty pixels between two boxes. */
function gapOf(a: Box, b: Box): number {
  return Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom));
}

/** The pixels between the middles of two boxes. */
function offsetOf(a: Box, b: Box): number {
  return Math.hypot((a.left + a.right - b.left - b.right) / 2, (a.top + a.bottom - b.top - b.bottom) / 2);
}

export function grownBy({ left, top, right, bottom }: Box, by: number): Box {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** The smallest box around *boxes*; null around none. */
export function around(boxes: readonly Box[]): Box | null {
  if (!boxes.length) return null;
  return {
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** A bowed arrow from a note to the nearest of *targets*: a line and its head; null where there is no room for one. */
export function arrowTo(targets: readonly Box[], note: Box): string | null {
  const [target] = [...targets].sort((a, b) => gapOf(note, a) - gapOf(note, b));
  if (!target || gapOf(note, target) < LEAST) return null;
  const from = towards(note, target);
  const to = towards(target, note);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const bow = Math.min(0.22, 18 / Math.hypot(dx, dy));
  const middle = { x: (from.x + to.x) / 2 - dy * bow, y: (from.y + to.y) / 2 + dx * bow };
  const angle = Math.atan2(to.y - middle.y, to.x - middle.x);
  const barb = (by: number): string => `${round(to.x - 11 * Math.cos(angle + by))} ${round(to.y - 11 * Math.sin(angle + by))}`;
  const line = `M${round(from.x)} ${round(from.y)}Q${round(middle.x)} ${round(middle.y)} ${round(to.x)} ${round(to.y)}`;
  return `${line}M${barb(0.5)}L${round(to.x)} ${round(to.y)}L${barb(-0.5)}`;
}

/** The point of *a* that faces the middle of what it shares with *b*. */
function towards(a: Box, b: Box): { x: number; y: number } {
  return { x: facing(a.left, a.right, b.left, b.right), y: facing(a.top, a.bottom, b.top, b.bottom) };
}

/** The end of the range a that is nearer to the range b; the middle of both where they overlap. */
function facing(aLow: number, aHigh: number, bLow: number, bHigh: number): number {
  if (aHigh < bLow) return aHigh;
  if (bHigh < aLow) return aLow;
  return (Math.max(aLow, bLow) + Math.min(aHigh, bHigh)) / 2;
}

const round = (value: number): number => Math.round(value * 10) / 10;
