/**
 * The server on this device, for the page: two workers. The first starts when something is asked for the first time, the
 * second when a bot has to think, or a little later, when the first has answered and the page is drawn.
 */

import { keep } from "../lib/keeping.ts";
import { place } from "../lib/place.svelte.ts";
import { type Dialled, type Hearing, UNKNOWN } from "../lib/socket.ts";
import HouseWorker from "./house.worker.ts?worker";
import type { FromHouse, ToHouse } from "./messages.ts";
import MindWorker from "./mind.worker.ts?worker";

export interface Reply {
  status: number;
  type: string;
  text: string;
}

interface Waiting {
  question: ToHouse;
  resolve: (reply: Reply) => void;
  reject: (error: Error) => void;
}

const PAUSE = 1000; // milliseconds after which it is noted how the tables stand
const MIND_PAUSE = 1500; // milliseconds after which the worker that thinks is started, if nobody has asked for it
const MOST_DEATHS = 3; // of the worker that thinks, before it is left alone

let house: Worker | null = null;
let mind: Worker | null = null;
let deaths = 0;
let starting: ReturnType<typeof setTimeout> | undefined;
let noting: ReturnType<typeof setTimeout> | undefined;
let numbers = 0;
const waiting = new Map<number, Waiting>();
const hearing = new Map<number, Hearing>();
/** Whether another tab took the tables, and what was asked since. */
let isLost = false;
let unasked: ToHouse[] = [];

export function call(method: string, path: string, body: string): Promise<Reply> {
  const id = ++numbers;
  return new Promise((resolve, reject) => {
    const question: ToHouse = { kind: "call", id, method, path, body };
    waiting.set(id, { question, resolve, reject });
    ask(question);
    // A browser that is short of room shall ask before it deletes a table.
    if (path === "/tables" && method === "POST") void navigator.storage?.persist?.();
  });
}

export function dial(table: string, since: number, heard: Hearing): Dialled {
  const line = ++numbers;
  hearing.set(line, heard);
  ask({ kind: "dial", line, table, since });
  return {
    send: (text) => ask({ kind: "frame", line, text }),
    close: () => {
      hearing.delete(line);
      ask({ kind: "hangUp", line });
    },
  };
}

/** Take the tables from another tab. */
export function takeOver(): void {
  place.isElsewhere = false;
  if (house) return house.postMessage({ kind: "takeOver" } satisfies ToHouse);
  isLost = false;
  start(true);
  for (const question of unasked.splice(0)) ask(question);
}

/** Keep how the tables of this device stand, for a start page that asks a server, or must not wait. */
function noteSoon(): void {
  noting ??= setTimeout(async () => {
    const { status, text } = await call("GET", "/tables", "");
    if (status === 200) keep("here", text);
    noting = undefined;
  }, PAUSE);
}

function ask(question: ToHouse): void {
  if (isLost) unasked.push(question);
  else (house ?? start(false)).postMessage(question);
}

function start(steal: boolean): Worker {
  const started = new HouseWorker();
  house = started;
  started.onmessage = ({ data }: MessageEvent<FromHouse>) => receive(data);
  started.onerror = (event) => fail(event.message);
  started.postMessage({ kind: "start", steal } satisfies ToHouse);
  return started;
}

function stop(): void {
  clearTimeout(starting);
  house?.terminate();
  mind?.terminate();
  house = mind = null;
}

function receive(message: FromHouse): void {
  switch (message.kind) {
    case "ready":
      starting = setTimeout(startMind, MIND_PAUSE);
      return;
    case "think":
      return startMind();
    case "answer": {
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if (asked?.question.kind === "call" && asked.question.method !== "GET") noteSoon();
      return asked?.resolve(message);
    }
    case "frame":
      noteSoon();
      return hearing.get(message.line)?.message(message.text);
    case "hungUp":
      return hangUp(message.line, UNKNOWN);
    case "storage":
      place.storage = message.trouble;
      return;
    case "waiting":
    case "held":
      place.isElsewhere = message.kind === "waiting";
      return;
    case "elsewhere":
      return lose();
    case "failed":
      fail(message.message);
  }
}

/** Starts the worker that thinks, unless there is one. */
function startMind(): void {
  clearTimeout(starting);
  if (mind) return;
  const { port1, port2 } = new MessageChannel();
  mind = new MindWorker();
  mind.onerror = () => {
    mind?.terminate();
    mind = null;
    if (++deaths <= MOST_DEATHS) startMind();
  };
  mind.postMessage(port1, [port1]);
  house?.postMessage({ kind: "mind", port: port2 } satisfies ToHouse, [port2]);
}

function hangUp(line: number, code?: number): void {
  const heard = hearing.get(line);
  hearing.delete(line);
  heard?.closed(code);
}

/** Another tab has the tables: lines are lost, and questions wait until it is their turn again. */
function lose(): void {
  place.isElsewhere = isLost = true;
  stop();
  unasked = [...waiting.values()].map(({ question }) => question);
  for (const line of [...hearing.keys()]) hangUp(line);
}

/** Python does not start, or has died: whoever waits hears of it, and the next question starts it again. */
function fail(reason: string): void {
  stop();
  const asked = [...waiting.values()];
  waiting.clear();
  for (const { reject } of asked) reject(new Error(reason));
  for (const line of [...hearing.keys()]) hangUp(line);
}
