// Plays a game in a house as a page does, with bots that think in another thread: node house.mjs GAME BOT.
// Prints what has happened as JSON.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { loadPython } from "./python.mjs";

const loading = loadPython();
const networks = new URL("../../src/crownland/networks/", import.meta.url);

if (isMainThread) {
  try {
    console.log(JSON.stringify(await play(...process.argv.slice(2))));
    process.exit(0); // timers of Python may be left
  } catch (error) {
    console.error(error.message ?? error);
    process.exit(1);
  }
} else {
  const python = await loading;
  python.runPython("from pathlib import Path; from crownland import networks; networks.FOLDER = Path('/nowhere')");
  const mind = python.pyimport("crownland.local.mind");
  const fetched = [];
  parentPort.on("message", ([id, question]) => {
    const wanted = mind.wanted(question);
    if (wanted) {
      mind.bring(wanted, new Uint8Array(readFileSync(new URL(wanted, networks))));
      fetched.push(wanted);
    }
    parentPort.postMessage([id, mind.answer(question), fetched]);
  });
}

async function play(game, bot) {
  const pairs = new Map();
  const keeper = {
    read: async (key) => pairs.get(key) ?? null,
    range: async (prefix) => JSON.stringify([...pairs].filter(([key]) => key.startsWith(prefix)).sort()),
    write: async (batch) => {
      for (const [key, value] of JSON.parse(batch)) value === null ? pairs.delete(key) : pairs.set(key, value);
    },
  };
  const worker = new Worker(fileURLToPath(import.meta.url));
  const waiting = new Map();
  let [thoughts, fetched] = [0, []];
  worker.on("message", ([id, answer, networks]) => {
    fetched = networks;
    waiting.get(id)(answer);
  });
  const think = (question) =>
    new Promise((resolve) => {
      waiting.set(++thoughts, resolve);
      worker.postMessage([thoughts, question]);
    });

  const python = await loading;
  const { open_house } = python.pyimport("crownland.local.house");
  let house = await open_house(keeper, think);
  const call = async (method, path, body) => {
    const answer = await house.call(method, path, body ? JSON.stringify(body) : "");
    const [status, type, text] = answer.toJs();
    answer.destroy();
    if (status >= 400) throw new Error(text);
    return type === "application/json" ? JSON.parse(text) : text;
  };
  const catalogue = await call("GET", "/catalogue");
  const { players } = catalogue.games.find(({ key }) => key === game);
  const seats = [{ kind: "me" }, ...Array(players[0] - 1).fill({ kind: "bot", bot })];
  const { id } = await call("POST", "/tables", { game, players: players[0], seats });

  const frames = [];
  let wake = () => {};
  const send = (text) => {
    frames.push(JSON.parse(text));
    wake();
  };
  let line = await house.connect(id, 0, send);
  let [seq, read, acts, coached] = [0, 0, 0, null];
  for (let isOver = false; !isOver; ) {
    if (read === frames.length) await new Promise((resolve) => (wake = resolve));
    const frame = frames[read++];
    if (frame.type === "refused") throw new Error(frame.message);
    isOver = frame.view?.over ?? false;
    seq = frame.events?.at(-1)?.seq ?? frame.view?.seq ?? seq;
    if (!frame.offers?.length) continue;
    if (++acts === 4) {
      coached = await call("POST", `/tables/${id}/coach`, { seq, token: null });
      await house.close(); // and a reload in the middle of a turn
      house = await open_house(keeper, think);
      line = await house.connect(id, seq, send);
      continue;
    }
    line.receive(JSON.stringify({ type: "pace", pace: "once" }));
    line.receive(JSON.stringify({ type: "act", token: frame.offers[0].choices[0][0], seq, id: `act-${acts}` }));
  }
  const record = await call("GET", `/tables/${id}/record`);
  const [{ result }] = await call("GET", "/tables");
  let review = null;
  while (!review) {
    ({ review } = await call("POST", "/reviews", { record }));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await house.close();
  return { record, result, coached, review, thoughts, fetched, events: [...pairs.keys()].filter((key) => key.startsWith("event/")).length };
}
