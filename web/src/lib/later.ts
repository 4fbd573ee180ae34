/** Parts of the page that are loaded when they are needed. */

const PATIENCE = 2000; // milliseconds

/** A part that comes later; where the line is dead, it comes once the line is back. */
export async function later<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await back();
      // A style sheet that did not come is not asked for again with its part.
      for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
        if (!link.sheet) link.replaceWith(link.cloneNode());
      }
    }
  }
}

/** After a moment, or as soon as there is a network again. */
function back(): Promise<void> {
  return new Promise((done) => {
    const again = (): void => {
      clearTimeout(timer);
      removeEventListener("online", again);
      done();
    };
    const timer = setTimeout(again, PATIENCE);
    addEventListener("online", again);
  });
}
