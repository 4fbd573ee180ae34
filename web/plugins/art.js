/**
 * The drawings and colours of the Python package, as modules of the page.
 *
 * `virtual:art/land` and its siblings export the `<symbol>`s of some files of `src/crownland/art` as one text; ids get the
 * prefix `cl-`, as in Python's pictures. `virtual:palette.css` sets the custom properties of `palette.json`.
 * `virtual:houses` exports the colours and emblems of `houses.json`.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ART = new URL("../../src/crownland/art/", import.meta.url);

const SETS = {
  land: ["wheat", "forest", "lake", "grassland", "swamp", "mine", "castle", "crown", "king", "emblem"],
  queen: ["town", "plot", "building", "coin", "knight", "tower", "queen", "dragon"],
  duel: ["coat", "cross", "box", "die", "spell"],
};

const PREFIX = "virtual:art/";
const PALETTE = "virtual:palette.css";
const HOUSES = "virtual:houses";

/** @returns {import("vite").Plugin} */
export function art() {
  return {
    name: "crownland-art",
    resolveId(id) {
      return id.startsWith(PREFIX) || id === PALETTE || id === HOUSES ? `\0${id}` : undefined;
    },
    load(id) {
      if (id === `\0${PALETTE}`) {
        this.addWatchFile(path("palette.json"));
        return paletteCss(JSON.parse(read("palette.json")));
      }
      if (id === `\0${HOUSES}`) {
        this.addWatchFile(path("houses.json"));
        return `export default ${JSON.stringify(JSON.parse(read("houses.json")))};`;
      }
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const files = SETS[id.slice(PREFIX.length + 1)];
      if (!files) throw new Error(`expected one of ${Object.keys(SETS)}, got: ${id}`);
      for (const file of files) this.addWatchFile(path(`${file}.svg`));
      return `export default ${JSON.stringify(files.map((file) => symbols(read(`${file}.svg`))).join(""))};`;
    },
  };
}

/** The symbols of a file without what the page does not need: line ends, and colours to fall back to. */
function symbols(svg) {
  const found = svg.match(/<symbol .*?<\/symbol>/gs) ?? [];
  return found
    .join("")
    .replaceAll('<symbol id="', '<symbol id="cl-')
    .replace(/var\((--[a-z_-]+), #[0-9A-F]+\)/g, "var($1)")
    .replace(/\n\s*/g, "");
}

function paletteCss({ light, dark }) {
  const rules = (colours) => Object.entries(colours).map(([name, value]) => `--${name}:${value};`).join("");
  return [
    `:root{color-scheme:light;${rules(light)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${rules(dark)}}}`,
    `:root[data-theme=dark]{color-scheme:dark;${rules(dark)}}`,
  ].join("\n");
}

function path(name) {
  return fileURLToPath(new URL(name, ART));
}

function read(name) {
  return readFileSync(path(name), "utf-8");
}
