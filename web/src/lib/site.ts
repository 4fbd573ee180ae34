/** Where this page lies: at the root of a server, or alone in some folder of a static host. */

const told = document.querySelector<HTMLMetaElement>('meta[name="crownland"]')?.content;

/** Whether there is no server: `crownland site` writes that into the page. */
export const isAlone = told === "alone";

/** Whether the page has what it needs to play without a network; a server that has it says so. */
export const canBeOffline = (isAlone || told === "offline") && "serviceWorker" in navigator;

/** The folder of the page. Built, every script lies in its `assets/`. */
export const root: URL = new URL(import.meta.env.DEV ? "/" : "../", import.meta.env.DEV ? location.href : import.meta.url);

/** The version of the page's files; none while it is developed. */
export const version = document.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? "";

/** A link to a *path* of our own: alone, no path below the folder leads anywhere, so it stands behind a #. */
export function linkTo(path: string): string {
  return isAlone && path.startsWith("/") ? `#${path}` : path;
}
