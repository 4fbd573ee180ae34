/** How Kingdomino looks: the terrains. */

import { TERRAINS } from "../lib/land.ts";
import type { Looks } from "../lib/looks.ts";

export const looks: Looks = {
  lands: Object.fromEntries(Object.values(TERRAINS).map((kind) => [kind, { stem: kind, sign: `${kind}-1` }])),
  scenes: { kingdomino: { land: "f1ffw/lcw1w/l1lsm2" } },
  lessons: { kingdomino: () => import("./lesson.ts") },
};
