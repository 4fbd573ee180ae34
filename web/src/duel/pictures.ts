/** The pictures for the rules of Duel. */

import { boxOf } from "../lib/square.ts";
import type { RulePicture } from "../rules/picture.ts";
import BookPicture from "./BookPicture.svelte";
import { COATS, MAP } from "./coats.ts";
import DicePicture from "./DicePicture.svelte";
import DraftPicture from "./DraftPicture.svelte";

const needs = ["dice"];
const letters = COATS;
const room = boxOf(MAP);

export const pictures: Record<string, RulePicture> = {
  map: { scene: { land: "c", letters, room }, needs },
  draws: { scene: { land: ".sD/csd", letters, fresh: ["h8", "i8"], isRight: true }, needs },
  "draws-not": { scene: { land: ".ds/csd", letters, fresh: ["h8", "i8"], isRight: false }, needs },
  domains: { scene: { land: "ds1s1ffs/s1ssf2f.D/ds1s1cfdD1/d1s1D1DdDD1/dsdDddS", letters, room, framed: "j7", counted: [] }, needs },
  dice: { Drawing: DicePicture, needs },
  draft: { Drawing: DraftPicture, needs },
  book: { Drawing: BookPicture, needs },
};
