import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TableState } from "../src/lib/table.svelte.ts";
import { FakeSocket } from "./fakes.ts";
import { claims, DOMINOES, event, hello, kingdom, news, scoreLine, slot, tray, view } from "./positions.ts";

const CLAIMS = claims("3", "17");

let state: TableState;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  state = new TableState("t");
});

afterEach(() => {
  state.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function settle(milliseconds = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

describe("a table", () => {
  it("shows what hello tells", async () => {
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    expect(state.connection).toBe("open");
    expect(state.view?.seq).toBe(4);
    expect(state.actions.map((action) => action.token)).toEqual(["K3", "K17"]);
    expect(state.acting).toBe(0);
  });

  it("knows the only action there is, but not again once it was taken back", async () => {
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    expect(state.forced).toBeNull();
    FakeSocket.last.hear(news(5, [event(5, "K3", { seat: 1 })], { offers: claims("17") }));
    await settle(1000);
    expect(state.forced?.token).toBe("K17");
    FakeSocket.last.hear(news(6, [event(6, "K17", { kind: "back" })], { offers: claims("17") }));
    await settle(1000);
    expect(state.forced).toBeNull();
  });

  it("sends an action once, however often it is asked to", async () => {
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    const [first] = state.actions;
    if (first) {
      state.act(first);
      state.act(first);
    }
    expect(FakeSocket.last.sent.map(({ type, token, seq }) => ({ type, token, seq }))).toEqual([{ type: "act", token: "K3", seq: 4 }]);
    FakeSocket.last.hear({ type: "accepted", id: FakeSocket.last.sent[0]?.id, seq: 5 });
    FakeSocket.last.hear(news(5, [event(5, "K3")]));
    await settle();
    expect(state.sent).toBeNull();
    expect(state.view?.seq).toBe(5);
  });

  it("sends what was not answered again after the line is mended, with the same id", async () => {
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    if (state.actions[0]) state.act(state.actions[0]);
    const id = FakeSocket.last.sent[0]?.id;
    FakeSocket.last.break();
    expect(state.connection).toBe("lost");
    await settle(1000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.last.url.searchParams.get("since")).toBe("4");
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    expect(FakeSocket.last.sent[0]).toMatchObject({ type: "act", token: "K3", id });
    expect(state.connection).toBe("open");
  });

  it("tries more and more slowly while nobody answers", async () => {
    for (let times = 0; times < 5; times++) {
      FakeSocket.last.break();
      await settle(20_000);
    }
    expect(FakeSocket.all.length).toBe(6);
  });

  it("does not try again when there is no such table", async () => {
    FakeSocket.last.break(4404);
    await settle(60_000);
    expect(state.connection).toBe("refused");
    expect(FakeSocket.all).toHaveLength(1);
  });

  it("is back at once when the server restarts", async () => {
    FakeSocket.last.hear(hello(4));
    await settle();
    FakeSocket.last.break(1012);
    await settle(400);
    expect(FakeSocket.all).toHaveLength(2);
    expect(FakeSocket.last.url.searchParams.get("since")).toBe("4");
  });

  it("does not try again when there are too many people, unless it was here before", async () => {
    FakeSocket.last.hear(hello(4));
    await settle();
    FakeSocket.last.break(1012);
    await settle(1000);
    FakeSocket.last.break(4429);
    await settle(1000);
    expect(state.connection).toBe("lost");
    expect(FakeSocket.all).toHaveLength(3);
    const late = new TableState("t");
    FakeSocket.last.break(4429);
    await settle(60_000);
    expect(late.connection).toBe("refused");
  });

  it("notices a line that is dead and says nothing", async () => {
    FakeSocket.last.hear(hello(1));
    await settle(30_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });

  it("shows what others did one after the other, at a pace that can be followed", async () => {
    FakeSocket.last.hear(hello(1));
    await settle();
    FakeSocket.last.hear(news(2, [event(2, "K9", { seat: 1, bot: true })]));
    FakeSocket.last.hear(news(3, [event(3, "K5", { seat: 1, bot: true })]));
    await settle();
    expect(state.view?.seq).toBe(2);
    await settle(1000);
    expect(state.view?.seq).toBe(3);
    expect(state.events.map(({ token }) => token)).toEqual(["K9", "K5"]);
  });

  it("tells every event once, though hello repeats them", async () => {
    FakeSocket.last.hear(hello(2, { events: [event(1, "OAB", { seat: null, kind: "chance" }), event(2, "K3")] }));
    await settle();
    FakeSocket.last.hear(hello(3, { events: [event(2, "K3"), event(3, "K5", { seat: 1 })] }));
    await settle(1000);
    expect(state.events.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  it("keeps what is being chosen when a new line tells nothing new", async () => {
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    const { actions } = state;
    FakeSocket.last.break();
    await settle(1000);
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    expect(state.actions).toBe(actions);
  });

  it("says what was refused, and asks how things stand", async () => {
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    if (state.actions[0]) state.act(state.actions[0]);
    const id = FakeSocket.last.sent[0]?.id ?? "";
    FakeSocket.last.hear({ type: "refused", id, code: "table/stale", rule: null, message: "stale" });
    expect(state.refusal?.code).toBe("table/stale");
    expect(state.sent).toBeNull();
    expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "sync", seq: 4 });
  });

  it("asks for nothing more when it has asked for too much", async () => {
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    if (state.actions[0]) state.act(state.actions[0]);
    const { id = "" } = FakeSocket.last.sent[0] ?? {};
    FakeSocket.last.hear({ type: "refused", id, code: "limit/frames", rule: null, message: "too many frames" });
    expect([state.refusal?.code, state.sent]).toEqual(["limit/frames", null]);
    expect(FakeSocket.last.sent).toHaveLength(1);
  });

  it("asks why something is not possible without trying it", async () => {
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    state.askWhyNot("place", ["h7", "i7"]);
    expect(FakeSocket.last.sent).toEqual([{ type: "explain", kind: "place", squares: ["h7", "i7"], seq: 4 }]);
    FakeSocket.last.hear({ type: "explained", token: null, gain: 0, changes: [], rule: "C5", message: "no half touches" });
    expect(state.refusal).toMatchObject({ code: "action/illegal", rule: "C5", message: "no half touches" });
    expect(state.sent).toBeNull();
  });

  it("says nothing where the rules have nothing to say", async () => {
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    state.askWhyNot("dance", ["h7", "i7"]);
    FakeSocket.last.hear({ type: "explained", token: null, gain: 0, changes: [], rule: null, message: null });
    FakeSocket.last.hear({ type: "refused", id: null, code: "table/stale", rule: null, message: "too late" });
    expect([state.refusal, state.explained]).toEqual([null, null]);
  });

  it("makes the whole view from what has changed", async () => {
    const before = view(4, { kingdoms: [kingdom(0, "c", { lines: [scoreLine("wheat"), scoreLine("lake")] }), kingdom(1)], trays: [tray("line", [slot(DOMINOES["3"]!), slot(DOMINOES["5"]!)])] });
    FakeSocket.last.hear(hello(4, { view: before }));
    await settle();
    const laid = { land: "cw", fresh: ["h7"] };
    FakeSocket.last.hear(news(5, [event(5, "K3")], { kingdoms: { 0: laid }, lines: { 0: [scoreLine("mine"), 1] }, trays: { 0: [0, slot(DOMINOES["5"]!, 1)] } }));
    await settle();
    expect(state.view?.kingdoms[0]).toEqual({ ...before.kingdoms[0], ...laid, lines: [scoreLine("mine"), scoreLine("lake")] });
    expect(state.view?.kingdoms[1]).toEqual(before.kingdoms[1]);
    expect(state.view?.trays[0]?.slots).toEqual([slot(DOMINOES["3"]!), slot(DOMINOES["5"]!, 1)]);
  });

  it("asks for the whole, once, when news do not follow what it knows", async () => {
    FakeSocket.last.hear(hello(4));
    await settle();
    FakeSocket.last.hear(news(6, [event(6, "K5")]));
    FakeSocket.last.hear(news(7, [event(7, "K9")]));
    await settle();
    expect(FakeSocket.last.sent).toEqual([{ type: "sync", seq: 4 }]);
    expect(state.view?.seq).toBe(4);
    FakeSocket.last.hear(hello(7));
    FakeSocket.last.hear(news(8, [event(8, "K2")]));
    await settle(1000);
    expect(state.view?.seq).toBe(8);
  });

  it("keeps the explanation of a legal action", async () => {
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    FakeSocket.last.hear({ type: "explained", token: "K3", gain: 2, changes: [], rule: null, message: null });
    expect([state.explained?.gain, state.refusal]).toEqual([2, null]);
  });

  it("asks nothing about what was played before the question went out", async () => {
    FakeSocket.last.hear(hello(4, { offers: CLAIMS }));
    await settle();
    const [first, second] = state.actions;
    if (!first || !second) throw new Error("expected two actions");
    state.explain(first);
    await settle(100);
    state.explain(second);
    state.act(second);
    await settle(100);
    expect(FakeSocket.last.sent.map(({ type, token }) => [type, token])).toEqual([["explain", first.token], ["act", second.token]]);
  });

  it("remembers what was taken back, so that its ghost lies there again", async () => {
    FakeSocket.last.hear(hello(4));
    await settle();
    FakeSocket.last.hear(news(5, [event(5, "3@g8n", { kind: "back" })]));
    await settle();
    expect(state.undone).toBe("3@g8n");
  });

  it("keeps the own kingdom in the middle, unless somebody looks at another", async () => {
    FakeSocket.last.hear(hello(1));
    await settle();
    FakeSocket.last.hear(news(2, [event(2, "K3")], { view: { seq: 2, actor: 1, over: false } }));
    await settle(1000);
    expect(state.centre).toBe(0);
    state.looked = 1;
    expect(state.centre).toBe(1);
  });
});
