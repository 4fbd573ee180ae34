/** The tables of this device: Crownland's server in Python, without a network, behind the messages of the page. */

import { Keeper } from "./keeper.ts";
import type { Answer, FromHouse, Question, ToHouse } from "./messages.ts";
import { startPython } from "./python.ts";

interface PythonLine {
  receive(text: string): void;
  close(): void;
}

interface House {
  call(method: string, path: string, body: string): Promise<{ toJs(): [number, string, string]; destroy(): void }>;
  connect(table: string, since: number, send: (text: string) => void): Promise<PythonLine | undefined>;
}

interface Opening {
  open_house(keeper: Pick<Keeper, "range" | "write"> & { read(key: string): Promise<string | undefined> }, think: (text: string) => Promise<string>): Promise<House>;
}

const LOCK = "crownland";
const PATIENCE = 3000; // milliseconds until a tab that is being closed has let go

const tell = (message: FromHouse): void => postMessage(message);
const lines = new Map<number, PythonLine | null>();
let house: Promise<House> | null = null;
let takeOver = (): void => {};

onmessage = ({ data }: MessageEvent<ToHouse>): void => {
  switch (data.kind) {
    case "start":
      house = open(data.steal);
      house.then(() => tell({ kind: "ready" }), (error: unknown) => tell({ kind: "failed", message: String(error) }));
      break;
    case "takeOver":
      takeOver();
      break;
    case "mind":
      mind.attach(data.port);
      break;
    case "call":
      void answer(data.id, data.method, data.path, data.body);
      break;
    case "dial":
      void dial(data.line, data.table, data.since);
      break;
    case "frame":
      lines.get(data.line)?.receive(data.text);
      break;
    case "hangUp":
      lines.get(data.line)?.close();
      lines.delete(data.line);
  }
};

async function open(steal: boolean): Promise<House> {
  const [local] = await Promise.all([startPython<Opening>("crownland.local.house"), hold(steal)]);
  const keeper = await Keeper.open(
    (trouble) => tell({ kind: "storage", trouble }),
    () => tell({ kind: "elsewhere" }),
  );
  const pairs = {
    read: async (key: string) => (await keeper.read(key)) ?? undefined, // which is None
    range: (prefix: string) => keeper.range(prefix),
    write: (batch: string) => keeper.write(batch),
  };
  return local.open_house(pairs, (text) => mind.think(text));
}

async function answer(id: number, method: string, path: string, body: string): Promise<void> {
  try {
    const found = await (await house!).call(method, path, body);
    const [status, type, text] = found.toJs();
    found.destroy();
    tell({ kind: "answer", id, status, type, text });
  } catch (error) {
    console.error(error);
    tell({ kind: "answer", id, status: 500, type: "text/plain", text: String(error) });
  }
}

async function dial(line: number, table: string, since: number): Promise<void> {
  lines.set(line, null);
  const opened = await (await house!).connect(table, since, (text) => tell({ kind: "frame", line, text }));
  if (!opened) tell({ kind: "hungUp", line });
  else if (lines.has(line)) lines.set(line, opened);
  else opened.close();
}

/** Resolves when no other tab has the tables; with *steal*, none has them any more. */
function hold(steal: boolean): Promise<void> {
  if (!navigator.locks) return Promise.resolve(); // no https; the keeper still lets only one tab write
  const late = setTimeout(() => tell({ kind: "waiting" }), PATIENCE);
  return new Promise((resolve) => {
    const request = (steal: boolean): void =>
      void navigator.locks
        .request(LOCK, { steal }, () => {
          clearTimeout(late);
          tell({ kind: "held" });
          resolve();
          return new Promise(() => {});
        })
        .catch(() => tell({ kind: "elsewhere" }));
    takeOver = () => request(true);
    request(steal);
  });
}

/** The worker in which bots think. A question that it did not answer before it died is asked of the next. */
const mind = new (class Mind {
  #port: MessagePort | null = null;
  #asked = 0;
  #waiting = new Map<number, { text: string; resolve: (text: string) => void; reject: (error: Error) => void }>();

  attach(port: MessagePort): void {
    this.#port = port;
    port.onmessage = ({ data }: MessageEvent<Answer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ("text" in data) waiting?.resolve(data.text);
      else waiting?.reject(new Error(data.trouble));
    };
    for (const [id, { text }] of this.#waiting) port.postMessage({ id, text } satisfies Question);
  }

  think(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const id = ++this.#asked;
      this.#waiting.set(id, { text, resolve, reject });
      if (this.#port) this.#port.postMessage({ id, text } satisfies Question);
      else tell({ kind: "think" });
    });
  }
})();
