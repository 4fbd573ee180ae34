// Python in WebAssembly, with what the built package has for a browser.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "../../web/node_modules/pyodide/pyodide.mjs";

export async function loadPython() {
  const python = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: "1" } });
  for (const folder of ["src", "tests", "benchmarks"]) {
    python.FS.mkdirTree(`/crownland/${folder}`);
    const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
    python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/crownland/${folder}`);
  }
  const built = new URL("../../src/crownland/wasm/", import.meta.url);
  for (const file of readdirSync(built).filter((name) => name.endsWith(".whl"))) {
    python.unpackArchive(new Uint8Array(readFileSync(new URL(file, built))), "wheel");
  }
  python.runPython("import sys; sys.path[:0] = ['/crownland/src', '/crownland']");
  return python;
}
