import { cleanup, fireEvent, screen } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cellsOf, roomOf } from "../src/lib/kingdoms.ts";
import { preferences } from "../src/lib/preferences.svelte.ts";
import { type Box, height, width } from "../src/lib/square.ts";
import { TableState } from "../src/lib/table.svelte.ts";
import { look } from "../src/lib/theme.svelte.ts";
import { capital, t } from "../src/lib/words.svelte.ts";
import { FakeSocket } from "./fakes.ts";
import { catalogue, claims, hello, kingdom, line, offer, view } from "./positions.ts";
import { prepareTables, sitDown } from "./sitting.ts";

prepareTables();

function claiming(more = claims("17", "22")): Promise<TableState> {
  return sitDown(hello(4, { view: view(4, { trays: [line("new-line", { "17": null, "22": null })] }), offers: more }));
}

const button = (name: RegExp): HTMLElement => screen.getByRole("button", { name });
const bestSpot = (): Element | null => document.querySelector("[data-best]");

describe("a domino to claim", () => {
  it("shows where it would bring most when it is pointed at, and asks for that once", async () => {
    await claiming();
    await fireEvent.pointerEnter(button(/^Claim 17/));
    expect(bestSpot()).toBeNull();
    await vi.waitFor(() => expect(FakeSocket.last.sent).toMatchObject([{ type: "explain", token: "K17", seq: 4 }]));
    FakeSocket.last.hear({ type: "explained", token: "K17", gain: 0, changes: [], best: ["17@h7e", ["h7", "i7"], 6], rule: null, message: null });
    await tick();
    expect(bestSpot()?.textContent?.trim()).toBe("+6");
    expect(screen.getAllByText("Best now: +6").length).toBeGreaterThan(0);
    await fireEvent.pointerLeave(button(/^Claim 17/));
    expect(bestSpot()).toBeNull();
    await fireEvent.focus(button(/^Claim 17/));
    expect(bestSpot()?.textContent?.trim()).toBe("+6");
    expect(FakeSocket.last.sent).toHaveLength(1);
  });

  it("says that it fits nowhere now", async () => {
    await claiming();
    await fireEvent.focus(button(/^Claim 22/));
    await vi.waitFor(() => expect(FakeSocket.last.sent).toHaveLength(1));
    FakeSocket.last.hear({ type: "explained", token: "K22", gain: 0, changes: [], best: null, rule: null, message: null });
    await tick();
    expect(screen.getAllByText(capital(t("table.no-room"))).length).toBeGreaterThan(0);
    expect(bestSpot()).toBeNull();
  });

  it("has what to do beside it and its reason in the bar, where nothing else can be done", async () => {
    await claiming();
    expect(document.querySelector(".lines .here")?.textContent?.trim()).toBe("Claim a domino" + "Point at one to see what it would bring");
    expect(document.querySelector(".prompt .more")?.textContent).toBe("You lay it next round; low numbers act first");
    cleanup();
    await claiming([...claims("17"), offer("tax", [["T", ["h7"], 0]], { coins: 3 })]);
    expect(document.querySelector(".lines .here")).toBeNull();
  });
});

describe("a domino that a finger touches", () => {
  const tap = async (name: RegExp): Promise<void> => {
    await fireEvent.pointerDown(button(name), { pointerType: "touch" });
    await fireEvent.click(button(name));
  };
  const claimed = (): (string | undefined)[] => FakeSocket.last.sent.filter(({ type }) => type === "act").map(({ token }) => token);

  it("shows where it would bring most before it is claimed, by a second touch or by the button", async () => {
    await claiming();
    await tap(/^Claim 17/);
    await vi.waitFor(() => expect(FakeSocket.last.sent).toMatchObject([{ type: "explain", token: "K17", seq: 4 }]));
    FakeSocket.last.hear({ type: "explained", token: "K17", gain: 0, changes: [], best: ["17@h7e", ["h7", "i7"], 6], rule: null, message: null });
    await tick();
    expect(bestSpot()?.textContent?.trim()).toBe("+6");
    expect(screen.getByRole("status", { name: "" }).textContent).toContain("Claim 17: forest · lake (1 crown)");
    expect(button(/^Claim 17/).getAttribute("aria-pressed")).toBe("true");
    await fireEvent.blur(button(/^Claim 17/));
    expect(bestSpot()?.textContent?.trim()).toBe("+6");
    expect(claimed()).toEqual([]);
    await tap(/^Claim 17/);
    expect(claimed()).toEqual(["K17"]);
    cleanup();
    await claiming();
    await tap(/^Claim 17/);
    await tap(/^Claim 22/);
    expect(claimed()).toEqual([]);
    await fireEvent.click(button(/^Claim$/));
    expect(claimed()).toEqual(["K22"]);
  });

  it("is claimed at once by a mouse or by keys, also after a touch", async () => {
    await claiming();
    await tap(/^Claim 17/);
    await fireEvent.click(button(/^Claim 22/));
    expect(claimed()).toEqual(["K22"]);
  });
});

describe("what is forced", () => {
  const act = (): boolean => FakeSocket.last.sent.some(({ type }) => type === "act");

  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
    preferences.forced = true;
  });

  it("plays itself after a moment", async () => {
    await claiming(claims("17"));
    await vi.advanceTimersByTimeAsync(500);
    expect(act()).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(act()).toBe(true);
  });

  it("waits where somebody wants that, and what is not forced always waits", async () => {
    preferences.forced = false;
    await claiming(claims("17"));
    await vi.advanceTimersByTimeAsync(9000);
    expect(act()).toBe(false);
    preferences.forced = true;
    cleanup();
    await claiming();
    await vi.advanceTimersByTimeAsync(9000);
    expect(act()).toBe(false);
  });
});

describe("the map", () => {
  /** What is shown of a kingdom for five squares, and the corners of what it may cover. */
  function shown(land: string, reach: [string, string], before: Box | null): Box {
    const one = kingdom(0, land, { reach });
    return roomOf(one, cellsOf(one, catalogue()), before);
  }

  it("keeps its scale and place while there is enough to reach", () => {
    const first = shown("c", ["c3", "k11"], null);
    expect([width(first), height(first)]).toEqual([7, 7]);
    const second = shown("cw", ["d3", "k11"], first);
    expect(second).toEqual(first);
    const third = shown("cww", ["e3", "k11"], second);
    expect([width(third), height(third), third.west]).toEqual([7, 7, second.west + 1]);
  });

  it("is larger when there is less to reach, and shows all that a domino can cover", () => {
    const fourth = shown("cwww", ["f3", "k11"], null);
    expect(fourth).toEqual({ west: 5, east: 10, south: 3, north: 9 });
    const fifth = shown("cwwww", ["g3", "k11"], fourth);
    expect([fifth.west, fifth.east]).toEqual([6, 10]);
  });

  it("has names of its squares only when they are wanted", async () => {
    look.hasCoordinates = false;
    await claiming();
    expect(document.querySelectorAll(".graticule text")).toHaveLength(0);
  });
});
