/** Who one is: a guest of the server, and the secrets that take one's seats again from another device. */

import { api } from "./api.ts";
import { keep, kept } from "./keeping.ts";
import type { Table } from "./wire.ts";
import { t } from "./words.svelte.ts";

/** What earlier versions kept as a name: the word for oneself in each language. */
const NO_NAMES: ReadonlySet<string> = new Set(["You", "Ty", "Ti", "Jij"]);

let asked: Promise<string> | undefined;

/** One's name, empty at first. After the answer, the server knows this browser, also on a socket. */
export function myName(): Promise<string> {
  asked ??= api.me().then(
    ({ name }) => (isName(name) ? name : ""),
    () => {
      asked = undefined;
      return "";
    },
  );
  return asked;
}

export async function callMe(name: string): Promise<void> {
  asked = undefined;
  await api.rename(name);
}

export function isName(name: string): boolean {
  return name.trim() !== "" && !NO_NAMES.has(name.trim());
}

/** What somebody is called who has said no name; always the same in this browser. */
export function defaultName(): string {
  const made = kept("name") ?? madeUp();
  keep("name", made);
  return made;
}

/** A made-up name that nobody else at the table has. */
export function madeUp(taken: readonly string[] = []): string {
  const names = t("table.names").split(", ").filter((name) => !taken.includes(name));
  return names[Math.floor(Math.random() * names.length)] ?? t("web.nobody");
}

const MOST = 20; // tables whose secrets are kept

/** Keep the secret of a new seat; the server sends it only once. */
export function keepSecrets({ id, seats }: Table): void {
  const secret = seats.find((seat) => seat.secret)?.secret;
  if (!secret) return;
  const others = Object.entries(secrets()).filter(([table]) => table !== id);
  keep("seats", JSON.stringify(Object.fromEntries([...others, [id, secret]].slice(-MOST))));
}

/** Whether this browser has ever had a seat at a table. */
export function hasPlayed(): boolean {
  return Object.keys(secrets()).length > 0;
}

export function secretOf(table: string): string | undefined {
  return secrets()[table];
}

function secrets(): Record<string, string> {
  try {
    return (JSON.parse(kept("seats") ?? "{}") ?? {}) as Record<string, string>;
  } catch {
    return {};
  }
}
