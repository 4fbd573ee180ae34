/**
 * The languages of the Python package, as a module of the page.
 *
 * `virtual:languages` exports the name of every language by its code: the catalogues in `src/crownland/locales` are the
 * languages, and each says how it calls itself. The texts themselves are fetched when somebody reads them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const LOCALES = fileURLToPath(new URL("../../src/crownland/locales/", import.meta.url));
const LANGUAGES = "virtual:languages";

/** @returns {import("vite").Plugin} */
export function languages() {
  return {
    name: "crownland-languages",
    resolveId(id) {
      return id === LANGUAGES ? `\0${id}` : undefined;
    },
    load(id) {
      if (id !== `\0${LANGUAGES}`) return undefined;
      const files = readdirSync(LOCALES).filter((file) => file.endsWith(".json")).sort();
      for (const file of files) this.addWatchFile(LOCALES + file);
      return `export default ${JSON.stringify(Object.fromEntries(files.map((file) => [file.slice(0, -5), nameIn(file)])))};`;
    },
  };
}

function nameIn(file) {
  return JSON.parse(readFileSync(LOCALES + file, "utf-8"))["language.name"];
}
