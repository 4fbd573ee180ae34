import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Keeper, type StorageTrouble, TakenError } from "../src/local/keeper.ts";

let troubles: StorageTrouble[];
const open = (): Promise<Keeper> => Keeper.open((trouble) => troubles.push(trouble));
const write = (keeper: Keeper, ...pairs: [string, string | null][]): Promise<void> => keeper.write(JSON.stringify(pairs));
const all = async (keeper: Keeper, prefix = ""): Promise<unknown> => JSON.parse(await keeper.range(prefix));

beforeEach(() => {
  troubles = [];
  vi.stubGlobal("indexedDB", new IDBFactory());
});

describe("the keeper", () => {
  it("reads what was written by somebody before it", async () => {
    await write(await open(), ["table/1", "one"], ["event/1/0001", "a"], ["event/1/0000", "b"], ["event/10/0000", "c"]);
    const keeper = await open();
    expect(await keeper.read("table/1")).toBe("one");
    expect(await keeper.read("table/2")).toBeNull();
    expect(await all(keeper, "event/1/")).toEqual([
      ["event/1/0000", "b"],
      ["event/1/0001", "a"],
    ]);
    expect(troubles).toEqual([]);
  });

  it("removes what is written as null", async () => {
    const keeper = await open();
    await write(keeper, ["one", "1"], ["two", "2"]);
    await write(keeper, ["one", null]);
    expect(await all(await open())).toEqual([["two", "2"]]);
  });

  it("lets only the last who opened it write", async () => {
    const taken = vi.fn();
    const first = await Keeper.open(() => {}, taken);
    await write(first, ["one", "1"]);
    const second = await open();
    await expect(write(first, ["one", "2"])).rejects.toThrow(TakenError);
    await expect(write(first, ["one", "3"])).rejects.toThrow(TakenError);
    expect(taken).toHaveBeenCalledOnce();
    expect(await second.read("one")).toBe("1");
  });

  it("goes on in memory where a browser forbids to keep anything", async () => {
    vi.stubGlobal("indexedDB", { open: () => { throw new DOMException("no", "SecurityError"); } });
    const keeper = await open();
    expect(troubles).toEqual(["forbidden"]);
    await write(keeper, ["one", "1"], ["two", "2"]);
    await write(keeper, ["one", null]);
    expect(await all(keeper)).toEqual([["two", "2"]]);
    expect(await keeper.read("two")).toBe("2");
  });

  it("goes on in memory when there is no room, and what was kept before stays", async () => {
    const keeper = await open();
    await write(keeper, ["one", "1"]);
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await write(keeper, ["two", "2"], ["one", "changed"]);
    put.mockRestore();
    await write(keeper, ["three", "3"]);
    expect(troubles).toEqual(["full"]);
    expect(await all(keeper)).toEqual([["one", "changed"], ["three", "3"], ["two", "2"]]);
    expect(await all(await open())).toEqual([["one", "1"]]);
  });

  it("remembers what it has read and written when all is cleared", async () => {
    const before = await open();
    await write(before, ["one", "1"], ["unread", "0"]);
    before.close();
    const keeper = await open();
    await keeper.read("one");
    await write(keeper, ["two", "2"]);
    await new Promise((resolve) => (indexedDB.deleteDatabase("crownland").onsuccess = resolve));
    await write(keeper, ["three", "3"]);
    expect(troubles).toEqual(["cleared"]);
    expect(await all(keeper)).toEqual([["one", "1"], ["three", "3"], ["two", "2"]]);
  });
});
