/** The pictures for the rules of Queendomino and Royal Wedding. */

import { inLine, type RulePicture, scored } from "../rules/picture.ts";
import BuildersPicture from "./BuildersPicture.svelte";
import BuildingsPicture from "./BuildingsPicture.svelte";
import { estate } from "./looks.ts";
import TeamPicture from "./TeamPicture.svelte";
import TreasuriesPicture from "./TreasuriesPicture.svelte";

const needs = ["builders"];

export const pictures: Record<string, RulePicture> = {
  builders: { Drawing: BuildersPicture, needs },
  buildings: { Drawing: BuildingsPicture, isText: true, needs },
  treasuries: { Drawing: TreasuriesPicture, needs },
  team: { Sketch: TeamPicture },
  tax: { scene: { land: "fff1t/lfcw", fresh: ["e8", "e7"], framed: "e8", pieces: estate({}, ["e8"]), coins: 4 }, needs },
  reckoning: {
    scene: {
      land: "tl1fgg/tll1g1g2/m1tcwf/m3mw1wf1/tts1f1t",
      pieces: estate({ e9: "church", e8: "big_tavern", f7: "statue", e5: "guardtower", f5: "sawmill", i5: "travelling_castle" }),
      counted: [
        scored("queen", 4, [4, 1]),
        scored("coins", 3),
        scored("church", 8, [4, 2]),
        scored("sawmill", 6, [3, 2]),
        scored("statue", 5),
        scored("guardtower", 3),
        scored("travelling_castle", 3, [3, 1]),
        scored("big_tavern", 2),
      ],
    },
    needs,
  },
  "both-boxes": {
    lines: [
      { key: "game.queendomino", slots: [inLine("Q6", "ll"), inLine("Q17", "f1w"), inLine("Q29", "s2f"), inLine("Q44", "m2t")] },
      { key: "game.kingdomino", slots: [inLine("8", "ll"), inLine("17", "fl"), inLine("33", "l1f"), inLine("47", "sm2")] },
    ],
    needs,
  },
};
