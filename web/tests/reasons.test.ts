import { beforeAll, describe, expect, it } from "vitest";
import { reasonsText, reasonText } from "../src/lib/reasons.ts";
import { words } from "../src/lib/words.svelte.ts";
import type { Reason } from "../src/lib/wire.ts";

const named = (seat: number): string => ["Ada", "Odo"][seat] ?? "";

beforeAll(() => words.speak("en"));

describe("reasons", () => {
  it.each<[string, Reason["values"], string]>([
    ["points.more", { count: 10, land: "mine", product: "2×4 → 3×7", above: 0 }, "10 points more now: mine 2×4 → 3×7"],
    ["points.more", { count: 3, land: "mine", product: "1×2", above: 1 }, "3 points more now, above all mine 1×2"],
    ["points.more", { count: 1, land: "harmony", product: "" }, "1 point more now"],
    ["fits.more", { piece: "domino.15", other: "domino.6" }, "15 fits into the kingdom now, 6 does not"],
    ["rival.more", { seat: 1, count: 7, less: 0 }, "Odo can get at most 0 from the line, not 7 points"],
    ["badge.more", { badge: "coin", count: 3 }, "3 coins more"],
    ["sign", { badge: "queen" }, "hosts the queen"],
    ["box.last", { piece: "spell.split" }, "fills the last box for split"],
  ])("%s is said in words", (key, values, text) => {
    expect(reasonText({ key, values }, named)).toBe(text);
  });

  it("are joined to one sentence", () => {
    const reasons = [{ key: "sign", values: { badge: "queen" } }, { key: "order", values: {} }];
    expect(reasonsText(reasons, named)).toBe("Hosts the queen; first to act in the next round");
  });
});
