/** Python in a worker, from the folder `python/` of the page. */

/** The part of Pyodide that we need. */
interface Python {
  FS: Files;
  runPython(program: string): unknown;
  pyimport(module: string): unknown;
}

interface Files {
  mkdirTree(path: string): void;
  createDataFile(folder: string, name: string, data: Uint8Array, canRead: boolean, canWrite: boolean, canOwn: boolean): void;
}

interface Loader {
  loadPyodide(options: Record<string, unknown>): Promise<Python>;
}

const FOLDER = new URL("../python/", import.meta.url); // a built worker lies in assets/
const HOME = "/crownland";
const BLOCK = 512; // of a tar archive

/** Starts a Python; returns a *module* of Crownland in it. */
export async function startPython<Module>(module: string): Promise<Module> {
  const packed = fetchPack();
  packed.catch(() => {}); // said below
  const { loadPyodide } = (await import(/* @vite-ignore */ new URL("pyodide.mjs", FOLDER).href)) as Loader;
  const python = await loadPyodide({ indexURL: FOLDER.href, env: { PYTHONDONTWRITEBYTECODE: "1", HOME } });
  unpack(await packed, python.FS, HOME);
  // What is imported stays: to look for garbage in it takes a tenth of the time.
  python.runPython(`import gc, sys; gc.disable(); sys.path.insert(0, "${HOME}")`);
  const imported = python.pyimport(module) as Module;
  python.runPython("gc.freeze(); gc.enable()");
  return imported;
}

async function fetchPack(): Promise<Uint8Array> {
  const unzipped = (await fetched("crownland.pack")).body!.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unzipped).arrayBuffer());
}

/** Unpacks a tar archive, as tools/alone.py makes it, without copying: files are views of the archive. */
export function unpack(archive: Uint8Array, files: Files, home: string): void {
  const text = (at: number, most: number): string => new TextDecoder().decode(archive.subarray(at, at + most)).replace(/\0.*$/s, "");
  const made = new Set<string>();
  for (let at = 0; archive[at]; ) {
    const [name, size] = [text(at, 100), parseInt(text(at + 124, 12), 8)];
    const [, folder, file] = /^(.*)\/(.*)$/.exec(`${home}/${name}`)!;
    if (!made.has(folder!)) files.mkdirTree(folder!);
    made.add(folder!);
    at += BLOCK;
    files.createDataFile(folder!, file!, archive.subarray(at, at + size), true, true, true);
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
}

/** A file of the folder. */
export async function bytesOf(name: string): Promise<ArrayBuffer> {
  return (await fetched(name)).arrayBuffer();
}

async function fetched(name: string): Promise<Response> {
  const response = await fetch(new URL(name, FOLDER));
  if (!response.ok) throw new Error(`expected ${name}, got: ${response.status}`);
  return response;
}
