// Runs a Python program in WebAssembly: node pyodide.mjs PROGRAM, with the package and the tests as it finds them here.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "../../web/node_modules/pyodide/pyodide.mjs";

const python = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: "1" } });
for (const folder of ["src", "tests", "benchmarks"]) {
  python.FS.mkdirTree(`/crownland/${folder}`);
  const root = fileURLToPath(new URL(`../../${folder}`, import.meta.url));
  python.FS.mount(python.FS.filesystems.NODEFS, { root }, `/crownland/${folder}`);
}
python.runPython("import sys; sys.path[:0] = ['/crownland/src', '/crownland']");
try {
  python.runPython(readFileSync(process.argv[2], "utf8"));
} catch (error) {
  console.error(error.message); // Node would print all of Pyodide's script
  process.exit(1);
}
