/**
 * The languages of the Python package, as a module of the page.
 *
 * `virtual:languages` exports the name of every language by its code: the catalogues in `src/crownland/locales` are the
 * languages, and each says how it calls itself. The texts themselves are fetched when somebody reads them, without
 * those that only the terminal shows. `sr.json?cyrillic`, a catalogue or the rules, is the same in Cyrillic letters.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { CYRILLIC, NAME, cyrillicBook, cyrillicTexts } from "./cyrillic.js";

const LOCALES = fileURLToPath(new URL("../../src/crownland/locales/", import.meta.url));
const LANGUAGES = "virtual:languages";

/** Keys of texts that only the terminal shows. web/tests/words.test.ts checks that the page has no use for them. */
const TERMINAL_ONLY =
  /^(sign|cli|picture)\.|^menu\.(subtitle|on|off|bot|\w+\.about)$|^table\.(help\.(?!(arrows|confirm|hint|turn|undo)$)|coins\.|hint\.|boxes|close|leave|written|not-written|bot-failed|too-small|guide\.tiles)/;

/** @returns {import("vite").Plugin} */
export function languages() {
  return {
    name: "crownland-languages",
    enforce: "pre", // before Vite makes a module of the JSON
    resolveId(id) {
      return id === LANGUAGES ? `\0${id}` : undefined;
    },
    load(id) {
      if (id !== `\0${LANGUAGES}`) return undefined;
      const files = readdirSync(LOCALES).filter((file) => file.endsWith(".json")).sort();
      for (const file of files) this.addWatchFile(LOCALES + file);
      const names = files.map((file) => [file.slice(0, -5), nameIn(file)]);
      return moduleOf(Object.fromEntries([...names, [CYRILLIC, NAME]].sort()));
    },
    transform(code, id) {
      const [file, script] = id.split("?");
      const isCyrillic = script === "cyrillic";
      if (file.startsWith(LOCALES) && file.endsWith(".json") && (isCyrillic || !script)) {
        const texts = Object.fromEntries(Object.entries(JSON.parse(code)).filter(([key]) => !TERMINAL_ONLY.test(key)));
        return isCyrillic ? moduleOf(cyrillicTexts(texts)) : JSON.stringify(texts);
      }
      return isCyrillic ? moduleOf(cyrillicBook(JSON.parse(code))) : undefined;
    },
  };
}

function nameIn(file) {
  return JSON.parse(readFileSync(LOCALES + file, "utf-8"))["language.name"];
}

function moduleOf(value) {
  return `export default ${JSON.stringify(value)};`;
}
