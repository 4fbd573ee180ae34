/** Brings something on the table into sight, where there is room for one tray only. */

/** Open the *tray* of that key; returns how to open again what lay open before. */
export function openTray(tray: string): () => void {
  const before = tabs().find((tab) => tab.ariaExpanded === "true");
  const wanted = tabs().find((tab) => tab.dataset["tab"] === tray);
  if (!wanted) return () => {};
  wanted.click(); // also one that is still open: another may have been opened a moment ago
  return () => {
    if (wanted !== before && wanted.isConnected && wanted.ariaExpanded === "true") before?.click();
  };
}

function tabs(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-tab]")].filter((tab) => tab.checkVisibility());
}

/** Scroll until what *selector* names is in sight. */
export function scrollTo(selector: string): void {
  document.querySelector(selector)?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
