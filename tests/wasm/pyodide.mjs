// Runs a program in Python in WebAssembly: node pyodide.mjs "import crownland".
import { loadPython } from "./python.mjs";

try {
  const python = await loadPython();
  await python.runPythonAsync(process.argv[2]);
  process.exit(0); // timers of Python may be left
} catch (error) {
  console.error(error.message); // Node would print all of Pyodide's script
  process.exit(1);
}
