import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FromHouse, ToHouse } from "../src/local/messages.ts";

/** Stands for both workers, and keeps what it was sent. */
class FakeWorker {
  onmessage: ((event: { data: FromHouse }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  isEnded = false;
  readonly sent: ToHouse[] = [];

  postMessage(message: ToHouse): void {
    this.sent.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

const { houses, minds } = vi.hoisted(() => ({ houses: [] as FakeWorker[], minds: [] as FakeWorker[] }));
const gathering = (workers: FakeWorker[]) => ({
  default: class extends FakeWorker {
    constructor() {
      super();
      workers.push(this);
    }
  },
});
vi.mock("../src/local/house.worker.ts?worker", () => gathering(houses));
vi.mock("../src/local/mind.worker.ts?worker", () => gathering(minds));

const say = (message: FromHouse): void => houses.at(-1)!.onmessage!({ data: message });
const wasGivenAMind = (): boolean => houses.at(-1)!.sent.some((message) => message.kind === "mind");

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  houses.length = minds.length = 0;
  const { call } = await import("../src/local/here.ts");
  void call("GET", "/me", "").catch(() => {});
});

afterEach(() => vi.useRealTimers());

describe("the worker that thinks", () => {
  it("leaves the processor to the tables while they start", async () => {
    say({ kind: "ready" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(minds).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(minds).toHaveLength(1);
    expect(wasGivenAMind()).toBe(true);
  });

  it("starts at once when a bot has to think, and only once", async () => {
    say({ kind: "ready" });
    say({ kind: "think" });
    say({ kind: "think" });
    await vi.advanceTimersByTimeAsync(5000);
    expect(minds).toHaveLength(1);
  });

  it("is replaced when it has died", () => {
    say({ kind: "think" });
    minds[0]!.onerror!({ message: "out of memory" });
    expect(minds.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  });

  it("does not start for tables that have failed", async () => {
    say({ kind: "ready" });
    say({ kind: "failed", message: "no Python" });
    await vi.advanceTimersByTimeAsync(5000);
    expect(minds).toHaveLength(0);
  });
});
