/**
 * What the page consists of: `page.json` lists every file, so that a service worker can keep them all.
 *
 * `version` is a digest of the list; `index.html` says which version it belongs to. What an earlier build left in the
 * folder is removed, but for `python/`, which `python -m tools.alone` makes.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const KEPT = new Set(["python", ".stamp"]);
const LIST = "page.json";

/** @returns {import("vite").Plugin} */
export function list() {
  let config;
  return {
    name: "crownland-list",
    apply: "build",
    enforce: "post",
    configResolved(resolved) {
      config = resolved;
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const made = Object.values(bundle).filter(({ fileName }) => fileName !== "sw.js" && !fileName.endsWith(".map"));
        const listed = [
          ...made.map((part) => [part.fileName, digest(part.type === "chunk" ? part.code : part.source)]),
          ...readdirSync(config.publicDir).map((name) => [name, digest(readFileSync(join(config.publicDir, name)))]),
        ].sort(([one], [other]) => (one < other ? -1 : 1));
        const version = digest(JSON.stringify(listed));
        const index = bundle["index.html"];
        index.source = String(index.source).replace("</head>", `  <meta name="version" content="${version}" />\n  </head>`);
        this.emitFile({ type: "asset", fileName: LIST, source: JSON.stringify({ version, files: Object.fromEntries(listed) }) });
      },
    },
    writeBundle({ dir }, bundle) {
      const now = new Set([...Object.keys(bundle), ...readdirSync(config.publicDir), LIST]);
      for (const name of readdirSync(dir)) {
        if (name === "assets") for (const file of readdirSync(join(dir, name))) now.has(`${name}/${file}`) || rmSync(join(dir, name, file));
        else if (!now.has(name) && !KEPT.has(name)) rmSync(join(dir, name), { recursive: true });
      }
    },
  };
}

function digest(content) {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}
