import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { later } from "../src/lib/later.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  document.head.replaceChildren();
});

function load(failures: number): () => Promise<string> {
  let left = failures;
  return () => (left-- > 0 ? Promise.reject(new Error("Unable to preload CSS")) : Promise.resolve("the part"));
}

test("a part comes at once", async () => {
  expect(await later(load(0))).toBe("the part");
});

test("a part that does not come is asked for again after a moment", async () => {
  const part = later(load(2));
  await vi.advanceTimersByTimeAsync(5000);
  expect(await part).toBe("the part");
});

test("a part comes as soon as there is a network again, with its style sheet", async () => {
  const link = document.createElement("link");
  [link.rel, link.href] = ["stylesheet", "/assets/part.css"];
  document.head.append(link);
  const part = later(load(1));
  await vi.advanceTimersByTimeAsync(0);
  dispatchEvent(new Event("online"));
  expect(await part).toBe("the part");
  expect(document.head.querySelector("link")).not.toBe(link);
  expect(document.head.querySelector("link")?.href).toContain("/assets/part.css");
  expect(vi.getTimerCount()).toBe(0);
});
