/** How Queendomino is learnt by playing. */

import { can, type Moment, type Plan } from "../lib/lesson.ts";

const BOARD = ".map";
const LINE = '.line:has([data-slot^="new-line"])';
const PROMPT = "section.prompt";
const BUILDERS = ".builders";
const QUEEN = ":is(.builders .queen, .purse .large)"; // on the board, or with her host

/** The domino is laid, and what may follow is open. */
const isFree = (moment: Moment): boolean => moment.laid > 0 && can(moment, "claim");

export const lesson: Plan = {
  game: "queendomino",
  rounds: 6,
  hints: [
    { key: "claim", when: (moment) => can(moment, "claim") && moment.acted === 0, at: [LINE] },
    { key: "purse", when: (moment) => can(moment, "claim") && moment.acted > 0, at: ["header.head .purse"] },
    { key: "place", when: (moment) => can(moment, "place") && moment.laid === 0, at: [BOARD, PROMPT] },
    { key: "steps", when: isFree, at: [".path"] },
    { key: "tax", when: (moment) => can(moment, "tax"), at: ['[data-pick][data-step="tax"]'] },
    { key: "build", tray: "builders", when: (moment) => can(moment, "build"), at: [BUILDERS, '[data-pick][data-step="build"]'] },
    {
      key: "plot",
      when: (moment, told) => isFree(moment) && moment.laid > 1 && !can(moment, "build", "tax") && !told.includes("build"),
      at: [BUILDERS],
      tray: "builders",
      isExtra: true,
    },
    { key: "queen", tray: "builders", when: (moment) => isFree(moment) && moment.laid > 1 && !can(moment, "tax"), at: [QUEEN, BUILDERS] },
    { key: "dragon", tray: "builders", when: (moment) => can(moment, "dragon") && moment.laid > 2, at: [".builders .dragon"] },
    { key: "score", when: (moment) => isFree(moment) && moment.laid > 2, at: ["header.head .total", "header.head .chip"] },
  ],
};
