/** All pictures of the rules by name: the rules of every language name these, and each has its caption. */

import { pictures as classic } from "../classic/pictures.ts";
import { pictures as duel } from "../duel/pictures.ts";
import { pictures as queen } from "../queen/pictures.ts";
import type { RulePicture } from "./picture.ts";

export const PICTURES: Readonly<Record<string, RulePicture>> = { ...classic, ...queen, ...duel };
