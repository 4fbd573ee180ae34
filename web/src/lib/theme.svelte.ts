/** How the page looks: light or dark, as the system says unless somebody chose; squares with their names or without. */

import { keep, kept } from "./keeping.ts";

export type Theme = "auto" | "light" | "dark";
export const THEMES: readonly Theme[] = ["auto", "light", "dark"];

class Look {
  theme = $state<Theme>("auto");
  /** Whether squares have names: around the map, and in the log. */
  hasCoordinates = $state(kept("coordinates") === "on");

  choose(theme: Theme): void {
    this.theme = theme;
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    keep("theme", theme);
  }

  showCoordinates(on: boolean): void {
    this.hasCoordinates = on;
    keep("coordinates", on ? "on" : "off");
  }
}

export const look = new Look();

export function firstTheme(): Theme {
  const theme = kept("theme");
  return THEMES.find((known) => known === theme) ?? "auto";
}

/** Whether the system asks that nothing moves. */
export function isStill(): boolean {
  return typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether one touches this screen, and cannot point without touching. */
export function isTouch(): boolean {
  return typeof matchMedia === "function" && matchMedia("(hover: none)").matches;
}
