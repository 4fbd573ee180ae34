/** The pictures for the rules of Kingdomino. */

import { boxOf } from "../lib/square.ts";
import { inLine, type RulePicture } from "../rules/picture.ts";
import DominoPicture from "./DominoPicture.svelte";
import TerrainsPicture from "./TerrainsPicture.svelte";

export const pictures: Record<string, RulePicture> = {
  terrains: { Sketch: TerrainsPicture, needs: ["town"] },
  domino: { Sketch: DominoPicture },
  "too-wide": { scene: { land: "w1wffll1/ggcslw", fresh: ["j8", "j7"], isRight: false } },
  fits: { scene: { land: ".lf/cwf", fresh: ["h8", "i8"], isRight: true } },
  clashes: { scene: { land: ".fl/cwf", fresh: ["h8", "i8"], isRight: false } },
  properties: { scene: { land: "sl1ff1w/ww1sfl/wwwf1f/m1m2m2cg/sm2sss", framed: "g8", counted: [] } },
  middle: { scene: { land: "m3w.ll/m2m1lll1/swclw/.ggf1w/wgg2lw", room: boxOf(["e5", "i9"]) } },
  order: {
    lines: [
      { key: "tray.old-line", slots: [inLine("5", "ff", 1, true), inLine("18", "fg", 0), inLine("30", "l1w", 2), inLine("41", "wg2", 3)], acting: 1 },
      { key: "tray.new-line", slots: [inLine("9", "ll"), inLine("21", "w1g"), inLine("36", "wg1", 1), inLine("45", "m2w")] },
    ],
  },
};
