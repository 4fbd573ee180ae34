import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Solving } from "../src/lib/exercise.svelte.ts";
import type { Exercise } from "../src/lib/wire.ts";
import { words } from "../src/lib/words.svelte.ts";
import { claims, event, view } from "./positions.ts";

const START: Exercise = {
  position: "kingdomino players=2 …",
  game: "kingdomino",
  players: 2,
  options: {},
  seat: 1,
  kingdoms: [0, 1],
  view: view(0, { actor: 1 }),
  offers: claims("3", "17"),
  events: [],
};
const AFTER: Exercise = { ...START, view: view(1, { actor: 0, round: 2 }), offers: [], events: [event(1, "K17", { seat: 1 })] };

let chosen: string[];
let solving: Solving;

const settle = (): Promise<void> => new Promise((done) => setTimeout(done));

beforeAll(() => words.speak("en"));

beforeEach(async () => {
  chosen = [];
  vi.stubGlobal("fetch", async () => Response.json({}));
  solving = new Solving(START, (token) => chosen.push(token));
  await settle();
});

function choose(token: string): void {
  const action = solving.table.actions.find((one) => one.token === token);
  if (action) solving.table.act(action);
}

describe("an exercise", () => {
  it("is a table where one sits in the seat to act", () => {
    const { table } = solving;
    expect([table.connection, table.acting, table.me]).toEqual(["open", 1, 1]);
    expect(table.actions.map(({ token }) => token)).toEqual(["K3", "K17"]);
    expect(table.nameOf(1)).toBe("You");
    expect(table.nameOf(0)).not.toBe("You");
  });

  it("tells what was chosen, once, and shows what comes of it", async () => {
    choose("K17");
    choose("K3");
    expect(chosen).toEqual(["K17"]);
    solving.show(AFTER);
    await settle();
    expect([solving.table.view?.round, solving.table.view?.actor, solving.table.actions.length]).toEqual([2, null, 0]);
  });

  it("takes back what was chosen, so that something else can be", async () => {
    choose("K17");
    solving.show(AFTER);
    await settle();
    solving.takeBack();
    await settle();
    expect([solving.table.view?.round, solving.table.undone, solving.shown]).toEqual([1, "K17", null]);
    choose("K3");
    expect(chosen).toEqual(["K17", "K3"]);
  });

  it("goes on when the server could not be reached", async () => {
    choose("K17");
    solving.letChooseAgain("the server cannot be reached");
    expect(solving.table.refusal?.code).toBe("page/offline");
    choose("K17");
    expect(chosen).toEqual(["K17", "K17"]);
  });
});
