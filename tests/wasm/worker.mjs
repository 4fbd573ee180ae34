// Runs Python in a Web Worker; see browser.py. The program and the address of the packages come as a message.
import { loadPyodide } from "/pyodide/pyodide.mjs";

onmessage = async ({ data: { program, archives } }) => {
  try {
    const lines = [];
    const python = await loadPyodide({ stdout: (line) => lines.push(line) });
    for (const [address, kind, extractDir] of archives) {
      const answer = await fetch(address);
      python.unpackArchive(await answer.arrayBuffer(), kind, { extractDir });
    }
    python.runPython("import sys; sys.path[:0] = ['/crownland/src', '/crownland']");
    await python.runPythonAsync(program);
    postMessage({ lines });
  } catch (error) {
    postMessage({ trouble: error.message });
  }
};
