/**
 * Whoever is in the page is named in its notices.
 *
 * A build stops if it contains code of a package that `public/THIRD-PARTY.txt` does not name.
 */
import { readFileSync } from "node:fs";

const NOTICES = new URL("../public/THIRD-PARTY.txt", import.meta.url);

/** @returns {import("vite").Plugin} */
export function notices() {
  return {
    name: "crownland-notices",
    apply: "build",
    generateBundle(_options, bundle) {
      const text = readFileSync(NOTICES, "utf-8");
      const modules = Object.values(bundle).flatMap((part) => (part.type === "chunk" ? Object.keys(part.modules) : []));
      const missing = unnamed(modules, text);
      if (missing.length) {
        this.error(`expected ${missing.join(", ")} in THIRD-PARTY.txt; add to BUNDLED in tools/licences.py and run it with --write`);
      }
    },
  };
}

/** Packages among the ids of *modules* that *text* does not name, each once. */
export function unnamed(modules, text) {
  const packages = modules.map(packageOf).filter((name) => name !== null);
  return [...new Set(packages)].filter((name) => !text.includes(`\n${name} `)).sort();
}

/** The package of a module, or null for our own: what Vite and Rolldown add themselves has an id like `\0vite/…`. */
function packageOf(id) {
  const inside = id.startsWith("\0") ? id.slice(1) : id.split("node_modules/").slice(1).pop();
  if (!inside || inside.startsWith("virtual:")) return null;
  return inside.split("/", inside.startsWith("@") ? 2 : 1).join("/");
}
