/** The drawings of Queendomino's table. */

import type { Drawings } from "../lib/drawings.ts";
import BuildersBoard from "./BuildersBoard.svelte";
import BuildingGuide from "./BuildingGuide.svelte";
import QueenDeed from "./QueenDeed.svelte";

export const drawings: Drawings = {
  trays: { builders: { Drawing: BuildersBoard, layout: "under", Guide: BuildingGuide } },
  deeds: { tax: QueenDeed, build: QueenDeed, dragon: QueenDeed, stock: QueenDeed },
};
