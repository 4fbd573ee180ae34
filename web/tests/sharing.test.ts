import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../src/lib/api.ts";
import { sha256 } from "../src/lib/sha256.ts";
import { brokenPromises, promiseOf, shareOf, takePart } from "../src/lib/sharing.ts";
import type { Share, Table } from "../src/lib/wire.ts";
import { table } from "./positions.ts";

const THEIRS: Share = { seat: 1, promise: "p", value: null };

function mixed(own: Partial<Share>, theirs: Partial<Share> = {}): Table {
  const shares = [{ seat: 0, promise: null, value: null, ...own }, { ...THEIRS, ...theirs }];
  return table({ phase: "open", shares });
}

const FINGERPRINTS: [string, number, string][] = [
  ["", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["a", 55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"],
  ["a", 56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"],
  ["a", 64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"],
  ["ż", 100, "9f2d72ddce231e957e8b698d09271af935760725ea100c3a536d1ddb16ec6d63"],
];

describe("the fingerprint", () => {
  it("is that of every other program", () => {
    for (const [text, times, expected] of FINGERPRINTS) expect(sha256(text.repeat(times))).toBe(expected);
  });
});

describe("a mixed deal", () => {
  beforeEach(() => {
    localStorage.clear();
    vi.restoreAllMocks();
  });

  it("gets a promise first, and the value when everybody has promised", async () => {
    const sent: object[] = [];
    vi.spyOn(api, "share").mockImplementation((_, share) => {
      sent.push(share);
      return Promise.resolve("promise" in share ? mixed({ promise: share.promise }) : mixed({ promise: "p", value: share.value }));
    });
    await takePart(mixed({}));
    const value = shareOf(mixed({}).id) ?? "";
    expect(sent).toEqual([{ promise: promiseOf(value) }, { value }]);
    expect(value).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is not believed when somebody reveals another value than was promised", async () => {
    vi.spyOn(api, "share").mockImplementation((_, share) =>
      Promise.resolve(
        mixed("promise" in share ? { promise: share.promise } : { promise: "p", value: share.value }, { promise: promiseOf("told") }),
      ),
    );
    await takePart(mixed({}));
    const own = shareOf(mixed({}).id) ?? "";
    const shown = (value: string): Table => mixed({ promise: promiseOf(own), value: own }, { promise: promiseOf(value), value });
    expect(brokenPromises(shown("told"))).toEqual([]);
    expect(brokenPromises(shown("other"))).toEqual([1]);
  });

  it("gets no value while somebody has not promised", async () => {
    const share = vi.spyOn(api, "share").mockImplementation((_, wish) =>
      Promise.resolve(mixed({ promise: "promise" in wish ? wish.promise : "" }, { promise: null })),
    );
    await takePart(mixed({}, { promise: null }));
    expect(share).toHaveBeenCalledTimes(1);
  });

  it("is left alone at a table without one, and by those who look on", async () => {
    const share = vi.spyOn(api, "share");
    await takePart({ ...mixed({}), shares: null });
    await takePart({ ...mixed({}), seats: [] });
    await takePart({ ...mixed({}), phase: "playing" });
    expect(share).not.toHaveBeenCalled();
  });
});
