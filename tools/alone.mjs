// Compiles every .py below a folder for the Python of Pyodide, into .pyc files beside them: node alone.mjs FOLDER
import { loadPyodide } from "../web/node_modules/pyodide/pyodide.mjs";

const COMPILE = `
import compileall, py_compile
is_done = compileall.compile_dir(
    "/draft", maxlevels=99, legacy=True, optimize=2, quiet=1, stripdir="/draft",
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
`;
const python = await loadPyodide();
python.FS.mkdirTree("/draft");
python.FS.mount(python.FS.filesystems.NODEFS, { root: process.argv[2] }, "/draft");
python.runPython(COMPILE);
