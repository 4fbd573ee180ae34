/** Where one is: a path of our own over the browser's history. */

import { isAlone, linkTo } from "./site.ts";

class Router {
  path = $state("/");
  query = $state.raw(new URLSearchParams());
  hash = $state("");

  constructor() {
    this.#read();
    addEventListener("popstate", () => this.#read());
  }

  go(to: string, how: "push" | "replace" = "push"): void {
    if (how === "push") history.pushState(null, "", linkTo(to));
    else history.replaceState(null, "", linkTo(to));
    this.#read();
    if (!this.hash) scrollTo(0, 0);
  }

  #read(): void {
    const { pathname, search, hash } = isAlone ? new URL(location.hash.slice(1) || "/", location.origin) : location;
    this.path = pathname;
    this.query = new URLSearchParams(search);
    this.hash = hash.slice(1);
  }
}

export const router = new Router();

/** Follow links inside the page without loading it again. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  const to = isAlone ? link.hash.slice(1) : link.pathname + link.search + link.hash;
  if (!to.startsWith("/") || to.startsWith("/api/")) return;
  event.preventDefault();
  router.go(to);
}
