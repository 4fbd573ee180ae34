// Python from the folder python/ of the built page, as a page has it: node packed.mjs PROGRAM
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const BUILT = new URL("../../src/crownland/page/python/", import.meta.url);
const NETWORKS = new URL("../../src/crownland/networks/", import.meta.url);
const BLOCK = 512;

export async function loadPacked() {
  const { loadPyodide } = await import(new URL("pyodide.mjs", BUILT).href);
  const python = await loadPyodide({ indexURL: fileURLToPath(BUILT) });
  unpack(gunzipSync(readFileSync(new URL("crownland.pack", BUILT))), python.FS);
  python.runPython("import sys; sys.path.insert(0, '/crownland')");
  return python;
}

/** Answers a question to crownland.local.mind, with the network that it wants. */
export function answer(mind, question) {
  const wanted = mind.wanted(question);
  if (wanted) mind.bring(wanted, new Uint8Array(readFileSync(new URL(wanted, NETWORKS))));
  return mind.answer(question);
}

/** As web/src/local/python.ts does it. */
function unpack(archive, files) {
  for (let at = 0; archive[at]; ) {
    const name = archive.toString("utf8", at, at + 100).replace(/\0.*$/s, "");
    const size = parseInt(archive.toString("utf8", at + 124, at + 135), 8);
    const [, folder, file] = /^(.*)\/(.*)$/.exec(`/crownland/${name}`);
    at += BLOCK;
    files.mkdirTree(folder);
    files.createDataFile(folder, file, archive.subarray(at, at + size), true, true, true);
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const python = await loadPacked();
    for (const folder of ["tests", "examples"]) {
      python.FS.mkdirTree(`/here/${folder}`);
      const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
      python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/here/${folder}`);
    }
    python.runPython("import sys; sys.path.append('/here'); sys.dont_write_bytecode = True");
    const mind = python.pyimport("crownland.local.mind");
    python.globals.set("think", async (question) => answer(mind, question));
    await python.runPythonAsync(process.argv[2]);
    process.exit(0); // timers of Python may be left
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
