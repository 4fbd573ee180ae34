/** What a browser keeps from visit to visit; a browser that keeps nothing is no reason to fail. */

type Name = "language" | "name" | "theme" | "coordinates" | "sound" | "notify" | "vibrate" | "pace" | "forced" | "setup" | "seats" | "shares" | "lesson" | "warned" | "graded" | "puzzles" | "puzzle-filter" | "pad" | "pad-games" | "here" | "catalogue";

export function kept(name: Name): string | null {
  try {
    return localStorage.getItem(`crownland.${name}`);
  } catch {
    return null;
  }
}

/** Returns whether it is kept; in a private window it may hold only until that is closed. */
export function keep(name: Name, value: string): boolean {
  try {
    localStorage.setItem(`crownland.${name}`, value);
    return true;
  } catch {
    return false;
  }
}
