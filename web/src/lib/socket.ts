/** The line to a table: mended by itself when it breaks, and nothing sent is lost or done twice. */

import { whole } from "./following.ts";
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

const SLOWEST = 8000; // milliseconds between two tries
const BEAT = 20000; // between two pings
const PATIENCE = 8000; // for the answer to one
const UNKNOWN = 4404; // no such table: trying again does not help
const CROWDED = 4429; // too many people: only who was here before tries again, as all do after a restart of the server

export class TableSocket implements Line {
  #socket: WebSocket | null = null;
  #unanswered = new Map<string, Act | Back>();
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #wasOpen = false;
  #isClosed = false;

  constructor(
    readonly table: string,
    readonly listener: Listener,
  ) {
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#cut);
    document.addEventListener("visibilitychange", this.#look);
    this.#connect();
  }

  /** Send an action or a taking back until it is answered, over a new connection if need be. */
  ask(frame: Act | Back): void {
    this.#unanswered.set(frame.id, frame);
    this.send(frame);
  }

  send(frame: ClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
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

  #connect(): void {
    this.#drop();
    this.listener.connection(this.#tries ? "lost" : "connecting");
    const url = new URL(`/api/tables/${encodeURIComponent(this.table)}/socket`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("since", String(this.listener.seq()));
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onmessage = (message) => this.#receive(String(message.data));
    socket.onclose = ({ code }) =>
      code === UNKNOWN || (code === CROWDED && !this.#wasOpen) ? this.#end("refused") : this.#lost();
  }

  #receive(text: string): void {
    clearTimeout(this.#silence);
    const frame = whole(JSON.parse(text) as ServerFrame);
    if (frame.type === "hello") {
      this.#tries = 0;
      this.#wasOpen = true;
      this.#beat ??= setInterval(() => this.#ping(), BEAT);
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
    this.#retry = setTimeout(() => this.#connect(), wait);
  }

  #drop(): void {
    clearInterval(this.#beat);
    clearTimeout(this.#silence);
    this.#beat = undefined;
    if (!this.#socket) return;
    this.#socket.onclose = this.#socket.onmessage = null;
    this.#socket.close();
    this.#socket = null;
  }

  /** The network is back: try at once. */
  #hurry = (): void => {
    if (this.#isClosed || this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#retry);
    this.#connect();
  };

  /** The network is gone, and so is the connection, though no event says so. A server on this machine answers the next try. */
  #cut = (): void => this.#lost();

  /** The page is visible again, perhaps after the device slept: check the connection. */
  #look = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ping();
    else this.#hurry();
  };
}
