/** How Duel is learnt by playing. */

import { can, type Plan } from "../lib/lesson.ts";

const MAP = ".map";
const PROMPT = "section.prompt";
const DICE = '[data-slot^="dice"]';
const CHOICES = "[data-choice], [data-spell]";
const DRAWS = ["draw_pair", "draw_die"];
const SPELLS = ["free_placement", "split", "turn_die"];

export const lesson: Plan = {
  game: "duel",
  rounds: 6,
  hints: [
    { key: "take", when: (moment) => can(moment, "take") && moment.acted === 0, at: [DICE] },
    { key: "order", when: (moment) => can(moment, "take"), at: [DICE] },
    { key: "wild", when: (moment) => can(moment, "name_wild"), at: [CHOICES], isExtra: true },
    { key: "draw", when: (moment) => can(moment, ...DRAWS), at: [MAP, PROMPT] },
    { key: "spell", when: (moment) => can(moment, ...SPELLS), at: [CHOICES], isExtra: true },
    { key: "domain", when: (moment) => can(moment, ...DRAWS) && moment.laid > 0, at: [MAP, PROMPT] },
    { key: "book", when: (moment) => can(moment, "take") && moment.laid > 0, at: [".book"] },
    { key: "castle", when: (moment) => can(moment, ...DRAWS) && moment.laid > 1, at: ["header.head .bonus"] },
    { key: "score", when: (moment) => can(moment, "take") && moment.laid > 1, at: ["header.head .total", "header.head .chip"] },
  ],
};
