/** Quiet sounds, made here: wood, paper, metal. Nothing is fetched, and one switch silences them. */

import { keep, kept } from "./keeping.ts";

interface Tone {
  /** In hertz; *at* is how long after the start, *length* how long and *loud* how loud it is. */
  pitch: number;
  at?: number;
  length: number;
  loud: number;
  shape?: OscillatorType;
}

/** Noise through a filter: its middle in hertz, seconds, loudness, and how often it is heard. */
interface Noise {
  pitch: number;
  length: number;
  loud: number;
  times?: number;
}

export interface Sound {
  tones?: readonly Tone[];
  noise?: Noise;
}

const SOUNDS = {
  turn: {
    tones: [
      { pitch: 523, length: 0.22, loud: 0.05 },
      { pitch: 784, at: 0.09, length: 0.3, loud: 0.05 },
    ],
  },
  point: { tones: [{ pitch: 660, length: 0.14, loud: 0.04, shape: "triangle" }] },
  end: {
    tones: [
      { pitch: 392, length: 0.5, loud: 0.05 },
      { pitch: 494, at: 0.12, length: 0.5, loud: 0.05 },
      { pitch: 587, at: 0.24, length: 0.6, loud: 0.05 },
      { pitch: 784, at: 0.36, length: 0.9, loud: 0.06 },
    ],
  },
  place: { noise: { pitch: 320, length: 0.09, loud: 0.5 } },
  claim: { noise: { pitch: 900, length: 0.05, loud: 0.28 } },
  line: { noise: { pitch: 2600, length: 0.16, loud: 0.12, times: 2 } },
} satisfies Record<string, Sound>;

export type SoundName = keyof typeof SOUNDS;

class Speaker {
  #context: AudioContext | null = null;
  #isOn = kept("sound") !== "off";

  get isOn(): boolean {
    return this.#isOn;
  }

  switch(on: boolean): void {
    this.#isOn = on;
    keep("sound", on ? "on" : "off");
    if (on) this.play("claim");
  }

  /** *calls* when the sound is for somebody who looks elsewhere. */
  play(wanted: SoundName | Sound, calls = false): void {
    const sound: Sound = typeof wanted === "string" ? SOUNDS[wanted] : wanted;
    if (!this.#isOn || (document.hidden && !calls) || typeof AudioContext === "undefined") return;
    // Browsers let a page sound only after somebody has touched it.
    if (!this.#context && !navigator.userActivation?.hasBeenActive) return;
    this.#context ??= new AudioContext();
    void this.#context.resume();
    for (const tone of sound.tones ?? []) this.#tone(this.#context, tone);
    const { noise } = sound;
    for (let at = 0; noise && at < (noise.times ?? 1); at++) {
      this.#noise(this.#context, noise.pitch * (1 + at * 0.13), noise.length, noise.loud, at * 0.085);
    }
  }

  #tone(context: AudioContext, { pitch, at = 0, length, loud, shape = "sine" }: Tone): void {
    const start = context.currentTime + at;
    const oscillator = new OscillatorNode(context, { type: shape, frequency: pitch });
    oscillator.connect(this.#fading(context, start, length, loud));
    oscillator.start(start);
    oscillator.stop(start + length);
  }

  #noise(context: AudioContext, pitch: number, length: number, loud: number, at: number): void {
    const start = context.currentTime + at;
    const samples = new AudioBuffer({ length: Math.ceil(length * context.sampleRate), sampleRate: context.sampleRate });
    const wave = samples.getChannelData(0);
    for (let place = 0; place < wave.length; place++) wave[place] = Math.random() * 2 - 1;
    const source = new AudioBufferSourceNode(context, { buffer: samples });
    source
      .connect(new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.4 }))
      .connect(this.#fading(context, start, length, loud));
    source.start(start);
  }

  #fading(context: AudioContext, start: number, length: number, loud: number): AudioNode {
    const gain = new GainNode(context, { gain: 0 });
    gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    gain.connect(context.destination);
    return gain;
  }
}

export const speaker = new Speaker();
