/**
 * How lands, pieces, badges and actions look, by their keys. Every game adds its own here; unknown keys get a plain look.
 *
 * Drawings that only a table needs are in drawings.ts, so that the start page stays light.
 */

import type { Component } from "svelte";
import { looks as classic } from "../classic/looks.ts";
import { looks as duel } from "../duel/looks.ts";
import { looks as queen } from "../queen/looks.ts";
import { type Catalogue, lettersOf } from "./catalogue.ts";
import type { Half, Letters } from "./land.ts";
import type { Plan } from "./lesson.ts";
import type { Sound } from "./sound.ts";
import type { Badge, Piece, View } from "./wire.ts";
import type { Key } from "./words.svelte.ts";

export interface LandLook {
  /** What the names of its colour and its texture begin with. */
  stem: string;
  /** The symbol of a small square of it. */
  sign: string;
  /** Draws a square of it; without one, it has motifs and crowned motifs. */
  Drawing?: Component<{ half: Half; x: number; y: number; tilt: number }>;
  /** The words for its crowns, by count. */
  crowns?: Key;
}

export interface PieceLook {
  /** The symbols that draw it, the lowest first. */
  symbols: (key: string) => string[];
  /** Whether it covers the motif of its square; otherwise it stands small in a corner. */
  isGround?: boolean;
  /** Its name, where that is not the text of its key. */
  name?: () => string;
  /** What some pieces of this kind are called in texts, beside their names. */
  values?: (pieces: readonly Piece[]) => Record<string, string>;
  /** What it brings, in a few words. */
  about?: (key: string, catalogue: Catalogue) => string;
}

export interface BadgeLook {
  symbol: string;
  isLarge?: boolean;
}

export interface ActionLook {
  sound?: Sound;
  /** Whether a step of its own leads to it, because another action is picked in the same place. */
  isCalled?: boolean;
  /** Whether the drawing of a tray offers it, so that it needs no plain button. */
  isDrawn?: boolean;
  /** What to do once its step was called, its piece was picked, or several pieces are picked. */
  prompt?: { called?: Key; held?: Key; many?: Key };
}

/** A few squares that show what a game looks like. */
export interface Scene {
  land: string;
  letters?: Letters;
  pieces?: Record<string, Piece[]>;
}

/** Symbols that are fetched when something with one of the keys *of* is drawn. */
export interface Art {
  of: readonly string[];
  load: () => Promise<{ default: string }>;
}

export interface Looks {
  lands?: Record<string, LandLook>;
  pieces?: Record<string, PieceLook>;
  badges?: Record<string, BadgeLook>;
  actions?: Record<string, ActionLook>;
  /** The symbols of reasons for points. */
  reasons?: Record<string, string>;
  scenes?: Record<string, Scene>;
  /** How a game is learnt by playing, in the order in which lessons are offered. */
  lessons?: Record<string, () => Promise<{ lesson: Plan }>>;
  art?: Art;
}

const ALL: readonly Looks[] = [classic, queen, duel];

function collected<Name extends Exclude<keyof Looks, "art">>(name: Name): NonNullable<Looks[Name]> {
  return Object.assign({}, ...ALL.map((looks) => looks[name])) as NonNullable<Looks[Name]>;
}

export const LANDS = collected("lands");
export const PIECES = collected("pieces");
export const BADGES = collected("badges");
export const ACTIONS = collected("actions");
export const REASONS = collected("reasons");
export const SCENES = collected("scenes");
export const LESSONS = collected("lessons");

/** The art that is needed to draw something with any of *keys*. */
export function artOf(keys: ReadonlySet<string>): Art[] {
  return ALL.flatMap(({ art }) => (art?.of.some((key) => keys.has(key)) ? [art] : []));
}

/** The keys of everything that a view, or some of it, shows. */
export function keysIn({ kingdoms, trays, hand }: Pick<View, "kingdoms" | "trays" | "hand">, catalogue: Catalogue): Set<string> {
  const keys = new Set<string>();
  const addBadges = (badges: readonly Badge[]): void => badges.forEach(([key]) => keys.add(key));
  const addPiece = ([kind, , halves]: Piece): void => {
    keys.add(kind);
    for (const half of halves) if (half) keys.add(half[0]);
  };
  for (const half of hand) if (half) keys.add(half[0]);
  for (const { kind, slots, badges } of trays) {
    keys.add(kind);
    addBadges(badges);
    for (const [piece] of slots) if (piece) addPiece(piece);
  }
  for (const { land, lands, pieces, badges } of kingdoms) {
    for (const letter of land) keys.add(lettersOf(catalogue, lands)[letter] ?? letter);
    addBadges(badges);
    Object.values(pieces).flat().forEach(addPiece);
  }
  return keys;
}
