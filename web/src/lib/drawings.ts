/** How trays and badges are drawn on the table, by their keys; unknown ones are drawn plainly. */

import type { Component } from "svelte";
import PlainTray from "../components/PlainTray.svelte";
import { drawings as duel } from "../duel/drawings.ts";
import { drawings as queen } from "../queen/drawings.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Choosing } from "./choosing.svelte.ts";
import { LINE } from "./kingdoms.ts";
import type { Badge, Meaning, Tray, View } from "./wire.ts";

/** The people at a table. */
export interface People {
  /** One's own seat, if one plays for nobody else at this device. */
  readonly me: number | null;
  nameOf(seat: number): string;
  kingdomOf(seat: number): number;
  /** The names of all who rule a kingdom. */
  rulers(kingdom: number): string;
}

export interface TrayProps {
  tray: Tray;
  people: People;
  catalogue: Catalogue;
  /** How to choose; null in a picture. */
  choosing: Choosing | null;
  /** Changes when everything in the tray is new. */
  round: number;
}

export interface TrayDrawing {
  Drawing: Component<TrayProps>;
  /** Where the tray lies: under the lines, over the kingdom in the middle, or beside it. */
  layout: "under" | "over" | "beside";
  /** Buttons beside the prompt; they show the steps of a turn, too. */
  Choices?: Component<{ choosing: Choosing }>;
  /** What can be looked up while playing. */
  Guide?: Component<{ catalogue: Catalogue }>;
}

export interface Drawings {
  trays?: Record<string, TrayDrawing>;
  /** Badges that are drawn beside the name of their kingdom. */
  badges?: Record<string, Component<{ badge: Badge }>>;
  /** Pictures of what was done, by the kind of the action, for the log; they are not spoken. */
  deeds?: Record<string, Component<{ meaning: Meaning }>>;
}

const TRAYS: Record<string, TrayDrawing> = { ...queen.trays, ...duel.trays };

export const BADGE_DRAWINGS: Record<string, Component<{ badge: Badge }>> = { ...queen.badges, ...duel.badges };

export const DEED_DRAWINGS: Record<string, Component<{ meaning: Meaning }>> = { ...queen.deeds, ...duel.deeds };

export function drawingOf({ kind }: Tray): TrayDrawing {
  return TRAYS[kind] ?? { Drawing: PlainTray, layout: "under" };
}

/** The trays of *view* that lie in a *layout*, each with its drawing. */
export function traysOf({ trays }: View, layout?: TrayDrawing["layout"]): { tray: Tray; drawing: TrayDrawing }[] {
  return trays
    .filter(({ kind }) => kind !== LINE)
    .map((tray) => ({ tray, drawing: drawingOf(tray) }))
    .filter(({ drawing }) => layout === undefined || drawing.layout === layout);
}
