/** Few and soft sounds, made here: wood, paper, metal. Nothing is fetched, and one switch silences them. */

import { keep, kept } from "./keeping.ts";

interface Tone {
  /** In hertz; *at* is how long after the start, *length* how long and *loud* how loud it is. */
  pitch: number;
  at?: number;
  length: number;
  loud: number;
  shape?: OscillatorType;
}

/** A piece of wood that is struck: its lowest tone, how long that rings, and how loud. */
interface Wood {
  pitch: number;
  at?: number;
  length: number;
  loud: number;
}

/** Noise through a filter: its middle in hertz, seconds, loudness, and how often it is heard. It may swell, as paper does. */
interface Noise {
  pitch: number;
  length: number;
  loud: number;
  times?: number;
  swells?: boolean;
}

export interface Sound {
  wood?: readonly Wood[];
  tones?: readonly Tone[];
  noise?: Noise;
}

// How a wooden bar rings: overtones by their pitch, loudness and length, each a part of the lowest tone's.
const OVERTONES = [
  [1, 1, 1],
  [2.76, 0.4, 0.45],
  [5.4, 0.16, 0.2],
] as const;
const TICK = { pitch: 3.2, length: 0.014, loud: 1.6 }; // of the stroke itself
const DULL = 5200; // hertz: nothing is sharper than felt and wood

const SOUNDS = {
  turn: {
    wood: [
      { pitch: 523, length: 0.26, loud: 0.07 },
      { pitch: 784, at: 0.11, length: 0.34, loud: 0.06 },
    ],
  },
  point: { wood: [{ pitch: 587, length: 0.13, loud: 0.05 }] },
  end: {
    wood: [
      { pitch: 392, length: 0.5, loud: 0.06 },
      { pitch: 494, at: 0.13, length: 0.5, loud: 0.06 },
      { pitch: 587, at: 0.26, length: 0.5, loud: 0.06 },
      { pitch: 784, at: 0.39, length: 0.8, loud: 0.07 },
    ],
  },
  place: { wood: [{ pitch: 168, length: 0.1, loud: 0.2 }, { pitch: 236, at: 0.018, length: 0.07, loud: 0.1 }] },
  claim: { wood: [{ pitch: 430, length: 0.06, loud: 0.11 }] },
  line: { noise: { pitch: 2300, length: 0.2, loud: 0.09, times: 2, swells: true } },
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
    for (const wood of sound.wood ?? []) this.#strike(this.#context, wood);
    for (const tone of sound.tones ?? []) this.#tone(this.#context, tone);
    const { noise } = sound;
    for (let at = 0; noise && at < (noise.times ?? 1); at++) {
      this.#noise(this.#context, { ...noise, pitch: noise.pitch * (1 + at * 0.13) }, at * 0.085);
    }
  }

  /** No stroke is like the one before: each is a little higher or lower. */
  #strike(context: AudioContext, { pitch, at = 0, length, loud }: Wood): void {
    const lowest = pitch * (0.985 + Math.random() * 0.03);
    for (const [higher, part, share] of OVERTONES) {
      this.#tone(context, { pitch: lowest * higher, at, length: length * share, loud: loud * part });
    }
    this.#noise(context, { pitch: lowest * TICK.pitch, length: TICK.length, loud: loud * TICK.loud }, at);
  }

  #tone(context: AudioContext, { pitch, at = 0, length, loud, shape = "sine" }: Tone): void {
    const start = context.currentTime + at;
    const oscillator = new OscillatorNode(context, { type: shape, frequency: pitch });
    oscillator.connect(this.#fading(context, start, length, loud));
    oscillator.start(start);
    oscillator.stop(start + length);
  }

  #noise(context: AudioContext, { pitch, length, loud, swells = false }: Noise, at: number): void {
    const start = context.currentTime + at;
    const samples = new AudioBuffer({ length: Math.ceil(length * context.sampleRate), sampleRate: context.sampleRate });
    const wave = samples.getChannelData(0);
    for (let place = 0; place < wave.length; place++) wave[place] = Math.random() * 2 - 1;
    const source = new AudioBufferSourceNode(context, { buffer: samples });
    source
      .connect(new BiquadFilterNode(context, { type: "bandpass", frequency: pitch, Q: 1.4 }))
      .connect(this.#fading(context, start, length, loud, swells));
    source.start(start);
  }

  #fading(context: AudioContext, start: number, length: number, loud: number, swells = false): AudioNode {
    const gain = new GainNode(context, { gain: 0 });
    if (swells) {
      gain.gain.setValueAtTime(0.0001, start);
      gain.gain.exponentialRampToValueAtTime(loud, start + length * 0.35);
    } else gain.gain.setValueAtTime(loud, start);
    gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
    gain.connect(new BiquadFilterNode(context, { type: "lowpass", frequency: DULL })).connect(context.destination);
    return gain;
  }
}

export const speaker = new Speaker();
