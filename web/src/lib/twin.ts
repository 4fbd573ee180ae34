/**
 * The compiled kernels of all games in WebAssembly, with memory of their own. Where Python runs in the browser, it
 * loads the same module into its memory instead (src/crownland/fast/library.py).
 */
import { KERNELS, SHARED, type Bytes, type Floats, type Int, type Kernels, type Row, type Words } from "./kernels";

type Argument = Int | boolean | Row | readonly Row[];

const PAGE = 65_536;
const STACK = 1 << 20;
const BLOCK = 128; // words: a result and the arguments of any kernel

export class Twin {
  readonly kernels: Kernels;
  readonly #exports: WebAssembly.Exports;
  readonly #memory: WebAssembly.Memory;
  readonly #block: Words;
  #free: number;

  /** Opens the module with so many megabytes for rows. Its only import beside memory is `exp`. */
  constructor(module: WebAssembly.Module, megabytes = 64) {
    const base = PAGE;
    const stack = aligned(base + dataSize(module)) + STACK;
    this.#memory = new WebAssembly.Memory({ initial: Math.ceil((stack + megabytes * (1 << 20)) / PAGE) });
    const env = {
      memory: this.#memory,
      __memory_base: new WebAssembly.Global({ value: "i32" }, base),
      __table_base: new WebAssembly.Global({ value: "i32" }, 0),
      __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, stack),
      exp: Math.exp,
    };
    this.#exports = new WebAssembly.Instance(module, { env }).exports;
    this.#free = stack;
    this.#block = this.words(BLOCK);
    const groups = Object.entries(KERNELS).map(([group, names]) => {
      const calls = Object.entries(names).map(([name, symbol]) => [name, this.#caller(symbol)]);
      return [group, Object.fromEntries(calls)];
    });
    this.kernels = Object.fromEntries(groups) as Kernels;
  }

  /** Returns a row of zeros. It stays as long as the twin. */
  words(count: number): Words {
    return new BigInt64Array(this.#memory.buffer as ArrayBuffer, this.#take(8 * count), count);
  }

  floats(count: number): Floats {
    return new Float32Array(this.#memory.buffer as ArrayBuffer, this.#take(4 * count), count);
  }

  bytes(count: number): Bytes {
    return new Int8Array(this.#memory.buffer as ArrayBuffer, this.#take(count), count);
  }

  #take(bytes: number): number {
    const at = this.#free;
    this.#free = aligned(at + bytes);
    return at;
  }

  #caller(symbol: string): (...given: Argument[]) => bigint {
    const takesTwin = !SHARED.includes(symbol);
    return (...given) => {
      const name = takesTwin ? `${symbol}_${String(given[0])}` : symbol;
      const call = this.#exports[name] as ((block: number) => void) | undefined;
      if (!call) throw new RangeError(`expected a kernel of the module, got: ${name}`);
      let at = 0;
      this.#block[at++] = 0n;
      for (const word of flat(takesTwin ? given.slice(1) : given)) this.#block[at++] = word;
      call(this.#block.byteOffset);
      return this.#block[0]!;
    };
  }
}

/** Arguments as words: a row is its address and length. Must agree with flat() of fast/library.py. */
function* flat(given: readonly Argument[]): Generator<bigint> {
  for (const one of given) {
    if (ArrayBuffer.isView(one)) {
      yield BigInt(one.byteOffset);
      yield BigInt(one.length);
    } else if (typeof one === "object") yield* flat(one);
    else yield BigInt(one);
  }
}

/** Returns the bytes of the module's tables, which a section for the loaders of shared libraries says first. */
function dataSize(module: WebAssembly.Module): number {
  const [section] = WebAssembly.Module.customSections(module, "dylink.0");
  if (!section) throw new TypeError("expected a WebAssembly module that python -m tools.wasm has made");
  const bytes = new Uint8Array(section).subarray(2); // the kind of what follows, and its length
  let size = 0;
  for (let at = 0; at < bytes.length; at++) {
    size |= (bytes[at]! & 127) << (7 * at);
    if (bytes[at]! < 128) break;
  }
  return size;
}

function aligned(address: number): number {
  return (address + 15) & ~15;
}
