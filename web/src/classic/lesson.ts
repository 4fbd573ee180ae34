/** How Kingdomino is learnt by playing. */

import { can, type Moment, type Plan } from "../lib/lesson.ts";

const BOARD = ".map";
const LINE = '.line:has([data-slot^="new-line"])';
const PROMPT = "section.prompt";

/** The dominoes with a crown that can be claimed, else all. */
function crowned({ view }: Moment): string[] {
  const tray = view.trays.find(({ key }) => key === "new-line");
  const spaces = (tray?.slots ?? []).flatMap(([piece, king], space) => (king === null && piece?.[2].some((half) => half && half[1] > 0) ? [space] : []));
  return spaces.length ? spaces.map((space) => `[data-slot="new-line ${space}"]`) : [LINE];
}

export const lesson: Plan = {
  game: "kingdomino",
  rounds: 5,
  hints: [
    { key: "claim", when: (moment) => can(moment, "claim") && moment.acted === 0, at: [LINE] },
    { key: "number", when: (moment) => can(moment, "claim") && moment.acted > 0, at: [LINE] },
    { key: "discard", when: (moment) => can(moment, "discard"), at: [PROMPT], isExtra: true },
    { key: "place", when: (moment) => can(moment, "place") && moment.laid === 0, at: [BOARD, PROMPT] },
    { key: "crowns", when: (moment) => can(moment, "claim") && moment.laid > 0, at: crowned },
    { key: "match", when: (moment) => can(moment, "place") && moment.laid > 0, at: [BOARD, PROMPT] },
    { key: "score", when: (moment) => can(moment, "claim") && moment.laid > 1 && moment.kingdom.total > 0, at: ["header.head .total", "header.head .chip"] },
    { key: "gain", when: (moment) => can(moment, "place") && moment.laid > 1, at: [BOARD, PROMPT] },
    { key: "size", when: (moment) => can(moment, "place") && moment.laid > 2, at: [BOARD, PROMPT] },
  ],
};
