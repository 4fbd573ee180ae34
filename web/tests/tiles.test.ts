import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { describe, expect, it, vi } from "vitest";
import Flying from "../src/components/Flying.svelte";
import { halvesOf } from "../src/lib/pieces.ts";
import type { Kingdom, Piece, Tile } from "../src/lib/wire.ts";
import { domino } from "../src/rules/picture.ts";
import { FakeSocket } from "./fakes.ts";
import { event, hello, kingdom, line, meaning, news, offer, view } from "./positions.ts";
import { prepareTables, sitDown } from "./sitting.ts";

const FORESTS = domino("5", "ff");

prepareTables();

/** The motifs that a picture shows, without its textures, each with whether it is turned round. */
function motifs(picture: Element | null): string[] {
  const uses = [...(picture?.querySelectorAll("use") ?? [])];
  const found = uses.map((use) => `${use.getAttribute("href")} ${use.hasAttribute("transform")}`);
  return found.filter((motif) => /-\d /.test(motif)).sort();
}

/** A kingdom with nothing but that domino, laid on two squares. */
function laid(piece: Piece, land: string, ...squares: [string, string]): Partial<Kingdom> {
  return { land, tiles: Object.fromEntries(squares.map((square, half): [string, Tile] => [square, [piece[1], half]])) };
}

describe("a domino", () => {
  const OFFERS = [
    offer(
      "place",
      [
        ["5@h7e", ["h7", "i7"], 0],
        ["5@g8n", ["g8", "g9"], 0],
        ["5@e7e", ["e7", "f7"], 0],
      ],
      { pieces: [FORESTS], tray: "old-line" },
    ),
  ];
  const trays = [line("old-line", { "5": 0 }), line("new-line", { "17": null })];

  it("has one picture: in the line, in the hand, as a ghost however it lies, in the air and in every kingdom", async () => {
    const kingdoms = [kingdom(0), kingdom(1, "ffc", laid(FORESTS, "ffc", "f7", "e7"))];
    await sitDown(hello(4, { view: view(4, { trays, kingdoms }), offers: OFFERS }));
    const inLine = motifs(document.querySelector('[data-piece="domino 5"]'));
    expect(inLine).toHaveLength(2);
    expect(inLine[0]).not.toBe(inLine[1]);
    expect(motifs(document.querySelector("[data-hand]"))).toEqual(inLine);
    for (const key of ["ArrowRight", "r", "ArrowRight", "r"]) {
      await fireEvent.keyDown(document, { key });
      await tick();
      expect(motifs(document.querySelector("[data-ghost]"))).toEqual(inLine);
    }
    expect(motifs(document.querySelector('[data-board="1"]'))).toEqual(inLine);
    const halves = halvesOf([FORESTS])!;
    const flight = { key: 1, kingdom: 0, squares: ["g8", "g9"], halves, rotation: "n" as const, from: new DOMRect(), to: new DOMRect(), length: 1 };
    HTMLElement.prototype.animate ??= () => ({ cancel: () => undefined }) as Animation;
    const { container } = render(Flying, { flight, onarrive: () => undefined });
    expect(motifs(container)).toEqual(inLine);
  });

  it("keeps it when it is laid, until it is taken back", async () => {
    const table = await sitDown(hello(4, { view: view(4, { trays, kingdoms: [kingdom(0), kingdom(1)] }), offers: OFFERS }));
    const inLine = motifs(document.querySelector('[data-piece="domino 5"]'));
    const { land, tiles } = laid(FORESTS, "f/f/c", "g9", "g8");
    const place = event(5, "5@g9s", { meaning: meaning("place", { squares: ["g9", "g8"], pieces: [FORESTS] }) });
    FakeSocket.last.hear(news(5, [place], { kingdoms: { 0: { land: land ?? "" } }, tiles: { 0: tiles ?? {} } }));
    await vi.waitFor(() => expect(table.view?.seq).toBe(5));
    expect(table.view?.kingdoms[0]?.tiles).toEqual({ g9: ["5", 0], g8: ["5", 1] });
    cleanup();
    await sitDown(hello(5, { view: table.view }));
    expect(motifs(document.querySelector('[data-board="0"]'))).toEqual(inLine);
    FakeSocket.all[0]?.hear(news(6, [event(6, "5@g9s", { kind: "back" })], { kingdoms: { 0: { land: "c" } }, tiles: { 0: { g9: null, g8: null } } }));
    await vi.waitFor(() => expect(table.view?.seq).toBe(6));
    expect(table.view?.kingdoms[0]?.tiles).toEqual({});
  });
});
