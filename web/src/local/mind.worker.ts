/** Where bots think, so that the tables answer meanwhile: one question after the other. */

import type { Answer, Question } from "./messages.ts";
import { bytesOf, startPython } from "./python.ts";

interface Mind {
  wanted(question: string): string;
  bring(name: string, data: ArrayBuffer): void;
  answer(question: string): string;
}

onmessage = ({ data: port }: MessageEvent<MessagePort>): void => {
  const mind = startPython<Mind>("crownland.local.mind");
  let last: Promise<void> = Promise.resolve();
  port.onmessage = ({ data }: MessageEvent<Question>) => {
    last = last.then(async () => port.postMessage(await answer(await mind, data)));
  };
};

async function answer(mind: Mind, { id, text }: Question): Promise<Answer> {
  try {
    const network = mind.wanted(text);
    const data = network ? await bytesOf(`networks/${network}`).catch(() => null) : null; // a weaker bot plays without it
    if (data) mind.bring(network, data);
    return { id, text: mind.answer(text) };
  } catch (error) {
    if (isDead(error)) reportError(error); // the page starts another
    return { id, trouble: String(error) };
  }
}

/** Whether Python itself has failed, not the program. */
function isDead(error: unknown): boolean {
  return (error as { name?: string } | null)?.name !== "PythonError";
}
