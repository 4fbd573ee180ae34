/** The line to a table: mended by itself when it breaks, and nothing sent is lost or done twice. */

import { whole } from "./following.ts";
import { later } from "./later.ts";
import { isHereTable } from "./place.svelte.ts";
import type { Act, Back, ClientFrame, ServerFrame } from "./wire.ts";

export type Connection = "connecting" | "open" | "lost" | "closed" | "refused";

/** Somebody who answers the frames of a table. */
export interface Line {
  /** Send an action or a taking back until it is answered. */
  ask(frame: Act | Back): void;
  send(frame: ClientFrame): void;
  close(): void;
}

export interface Listener {
  frame(frame: ServerFrame): void;
  connection(connection: Connection): void;
  /** The last event that is known, where a new connection begins. */
  seq(): number;
}

/** What comes over a connection; *code* says why it was closed, if it was. */
export interface Hearing {
  message(text: string): void;
  closed(code?: number): void;
}

/** A connection, over the network or to the worker on this device. */
export interface Dialled {
  send(text: string): void;
  close(): void;
}

const SLOWEST = 8000; // milliseconds between two tries
const BEAT = 20000; // between two pings
const PATIENCE = 8000; // for the answer to one
export const UNKNOWN = 4404; // no such table: trying again does not help
const CROWDED = 4429; // too many people: only who was here before tries again, as all do after a restart of the server

export class TableSocket implements Line {
  #line: Dialled | null = null;
  #unanswered = new Map<string, Act | Back>();
  #hearing: Hearing | null = null; // of the connection that counts
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #isOpen = false; // the table has answered
  #wasOpen = false;
  #isClosed = false;
  readonly #isHere: boolean; // no network can break it

  constructor(
    readonly table: string,
    readonly listener: Listener,
  ) {
    this.#isHere = isHereTable(table);
    if (!this.#isHere) {
      addEventListener("online", this.#hurry);
      addEventListener("offline", this.#cut);
      document.addEventListener("visibilitychange", this.#look);
    }
    void this.#connect();
  }

  /** Send an action or a taking back until it is answered, over a new connection if need be. */
  ask(frame: Act | Back): void {
    this.#unanswered.set(frame.id, frame);
    this.send(frame);
  }

  send(frame: ClientFrame): void {
    if (this.#isOpen) this.#line?.send(JSON.stringify(frame));
  }

  close(): void {
    this.#end("closed");
  }

  #end(how: "closed" | "refused"): void {
    this.#isClosed = true;
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#cut);
    document.removeEventListener("visibilitychange", this.#look);
    clearTimeout(this.#retry);
    this.#drop();
    this.listener.connection(how);
  }

  async #connect(): Promise<void> {
    this.#drop();
    this.listener.connection(this.#tries ? "lost" : "connecting");
    const hearing: Hearing = {
      message: (text) => hearing === this.#hearing && this.#receive(text),
      closed: (code) => hearing === this.#hearing && this.#closed(code),
    };
    this.#hearing = hearing;
    const dial = this.#isHere ? (await later(() => import("../local/here.ts"))).dial : overNet;
    if (hearing === this.#hearing) this.#line = dial(this.table, this.listener.seq(), hearing);
  }

  #closed(code = 0): void {
    if (code === UNKNOWN || (code === CROWDED && !this.#wasOpen)) this.#end("refused");
    else this.#lost();
  }

  #receive(text: string): void {
    clearTimeout(this.#silence);
    const frame = whole(JSON.parse(text) as ServerFrame);
    if (frame.type === "hello") {
      this.#tries = 0;
      this.#isOpen = this.#wasOpen = true;
      if (!this.#isHere) this.#beat ??= setInterval(() => this.#ping(), BEAT);
      this.listener.connection("open");
      this.listener.frame(frame);
      for (const asked of this.#unanswered.values()) this.send(asked);
      return;
    }
    if (frame.type === "accepted" || (frame.type === "refused" && frame.id)) this.#unanswered.delete(frame.id ?? "");
    this.listener.frame(frame);
  }

  #ping(): void {
    this.send({ type: "ping" });
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#lost(), PATIENCE);
  }

  #lost(): void {
    this.#drop();
    if (this.#isClosed) return;
    this.listener.connection("lost");
    const wait = Math.min(SLOWEST, 300 * 2 ** this.#tries) * (0.7 + 0.6 * Math.random());
    this.#tries += 1;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#connect(), wait);
  }

  #drop(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#silence);
    this.#beat = undefined;
    this.#isOpen = false;
    this.#hearing = null;
    this.#line?.close();
    this.#line = null;
  }

  /** The network is back: try at once. */
  #hurry = (): void => {
    if (this.#isClosed || this.#isOpen) return;
    clearTimeout(this.#retry);
    void this.#connect();
  };

  /** The network is gone, and so is the connection, though no event says so. A server on this machine answers the next try. */
  #cut = (): void => this.#lost();

  /** The page is visible again, perhaps after the device slept: check the connection. */
  #look = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.#isOpen) this.#ping();
    else this.#hurry();
  };
}

/** A socket to the server. */
function overNet(table: string, since: number, hearing: Hearing): Dialled {
  const url = new URL(`/api/tables/${encodeURIComponent(table)}/socket`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("since", String(since));
  const socket = new WebSocket(url);
  socket.onmessage = (message) => hearing.message(String(message.data));
  socket.onclose = ({ code }) => hearing.closed(code);
  return { send: (text) => socket.send(text), close: () => socket.close() };
}
