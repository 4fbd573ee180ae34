import { beforeEach, describe, expect, it, vi } from "vitest";

/** What was played: the pitches of tones and of noises. */
let tones: number[];
let noises: number[];

class Node {
  gain = { setValueAtTime: (): void => {}, exponentialRampToValueAtTime: (): void => {} };
  connect<T>(next: T): T {
    return next;
  }
  start(): void {}
  stop(): void {}
}

beforeEach(() => {
  [tones, noises] = [[], []];
  const frequencyOf = (list: () => number[]) =>
    class extends Node {
      constructor(_: unknown, { type, frequency }: { type: string; frequency: number }) {
        super();
        if (type !== "lowpass") list().push(frequency);
      }
    };
  vi.stubGlobal("AudioContext", class { currentTime = 0; sampleRate = 8000; destination = new Node(); resume = async (): Promise<void> => {}; });
  vi.stubGlobal("AudioBuffer", class { getChannelData = (): Float32Array => new Float32Array(8); });
  vi.stubGlobal("AudioBufferSourceNode", Node);
  vi.stubGlobal("GainNode", Node);
  vi.stubGlobal("OscillatorNode", frequencyOf(() => tones));
  vi.stubGlobal("BiquadFilterNode", frequencyOf(() => noises));
  vi.stubGlobal("navigator", { ...navigator, userActivation: { hasBeenActive: true } });
});

describe("a domino that is placed", () => {
  it("sounds like wood: a few tones that are no multiples of the lowest, and the stroke", async () => {
    const { speaker } = await import("../src/lib/sound.ts");
    speaker.play("place");
    const [lowest = 0, ...higher] = tones;
    expect(lowest).toBeLessThan(200);
    expect(higher.length).toBeGreaterThan(1);
    expect(higher.some((pitch) => Math.abs(pitch / lowest - Math.round(pitch / lowest)) > 0.1)).toBe(true);
    expect(noises.length).toBeGreaterThan(0);
  });

  it("is silent when sounds are off", async () => {
    const { speaker } = await import("../src/lib/sound.ts");
    speaker.switch(false);
    speaker.play("place");
    expect([...tones, ...noises]).toEqual([]);
  });
});
