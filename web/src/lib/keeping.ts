/** What a browser keeps from visit to visit; a browser that keeps nothing is no reason to fail. */

type Name = "language" | "name" | "theme" | "coordinates" | "sound" | "notify" | "vibrate" | "pace" | "forced" | "setup" | "seats" | "shares" | "lesson" | "warned" | "graded" | "puzzles" | "puzzle-filter";

export function kept(name: Name): string | null {
  try {
    return localStorage.getItem(`crownland.${name}`);
  } catch {
    return null;
  }
}

export function keep(name: Name, value: string): void {
  try {
    localStorage.setItem(`crownland.${name}`, value);
  } catch {
    // A private window: the choice holds until it is closed.
  }
}
