/** Has the page kept for times without a network, and says when there is a new version. */

import { place } from "../lib/place.svelte.ts";
import { isAlone, root, version } from "../lib/site.ts";
import type { FromPage, ToPage } from "./sw.ts";

/** Keep the page and its Python; look for a new version, now and whenever somebody comes back. */
export async function keepOffline(): Promise<void> {
  const workers = navigator.serviceWorker;
  workers.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
    if (data.kind === "used") return wasUsed?.();
    if (data.page === version) tell("use"); // it came from the server, only without its Python
    else place.hasUpdate = true;
  });
  const url = new URL(isAlone ? "sw.js?alone" : "sw.js", root);
  await workers.register(url, { updateViaCache: "none" });
  await workers.ready;
  tell("look");
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && tell("look"));
}

/** Load the new version; games of this device go on in it. */
export async function update(): Promise<void> {
  const used = new Promise<void>((resolve) => (wasUsed = resolve));
  tell("use");
  await used;
  location.reload();
}

let wasUsed: (() => void) | undefined;

function tell(what: FromPage): void {
  navigator.serviceWorker.controller?.postMessage(what);
}
