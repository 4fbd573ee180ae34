/**
 * The service worker: keeps the page and its Python, so that both are there without a network.
 *
 * Every version has a cache of its own, and one of them is in use. A new one is fetched beside it, and used when
 * somebody wants it, or when the page is opened and no tab shows it yet. While a server answers, its page comes from
 * there, except at a table of this device, which goes on with the version that it was begun with.
 */

interface Extendable extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface Fetching extends Extendable {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Tab {
  readonly url: string;
  postMessage(message: unknown): void;
  focus(): Promise<unknown>;
}

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { matchAll(): Promise<readonly Tab[]>; openWindow(url: string): Promise<unknown>; claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: Extendable) => void): void;
  addEventListener(type: "fetch", listener: (event: Fetching) => void): void;
  addEventListener(type: "message", listener: (event: Extendable & { data: FromPage }) => void): void;
  addEventListener(type: "notificationclick", listener: (event: Extendable & { notification: Notification }) => void): void;
}

/** What the page says: look for a new version, or use it. */
export type FromPage = "look" | "use";
/** What it hears: a version is there that is not used yet, and whether its page is another; or it is used now. */
export type ToPage = { kind: "fetched"; page: string } | { kind: "used" };

interface Listed {
  version: string;
  files: Record<string, string | [bytes: number, digest: string]>;
}

/** All files of a version, by their path below the folder, and their digests. */
interface Version {
  name: string;
  page: string;
  files: Record<string, string>;
}

const NETWORKS = "python/networks/"; // large, and only the strongest bots need them: they come last
const isAlone = new URLSearchParams(location.search).has("alone");
const scope = self as unknown as Scope;
const root = scope.registration.scope;
const NOTES = `crownland ${root}`; // which version is in use, and which waits
const PREFIX = `${NOTES} `; // of a version's files; no other site's, even in a folder below this one
const AT_ONCE = 4; // requests: somebody may be playing
const PATIENCE = 5000; // milliseconds for a server to answer

scope.addEventListener("install", (event) => event.waitUntil(install()));
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));
scope.addEventListener("message", (event) => event.waitUntil(event.data === "use" ? use() : look()));
scope.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data)));
});
scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || !url.href.startsWith(root)) return;
  const path = url.href.slice(root.length).replace(/[?#].*/, "");
  if (/^(api|docs|healthz|readyz|metrics)\b/.test(path)) return;
  const isPage = event.request.mode === "navigate" && (!path.includes(".") || path === "index.html");
  event.respondWith(isPage ? visit(event.request, path) : file(event.request, path));
});

/** The table that a notification on a phone is about: its tab, or a new one. */
async function show(url: string): Promise<void> {
  const tab = (await scope.clients.matchAll()).find((one) => one.url === url);
  await (tab ? tab.focus() : scope.clients.openWindow(url));
}

/** Everything is there, or nothing: an installation that failed is tried again at the next visit. */
async function install(): Promise<void> {
  if (!(await noted("used"))) await note("used", await fetched());
  await scope.skipWaiting();
  void networks();
}

/** The page, at whichever address. A server's own comes from the server while that answers. */
async function visit(request: Request, path: string): Promise<Response> {
  const stays = isAlone || path.startsWith("table/here-");
  if (!stays) {
    const fresh = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => null);
    if (fresh && fresh.status < 500) return fresh;
  } else if (!(await scope.clients.matchAll()).length) await use();
  return (await find("")) ?? fetch(request);
}

async function file(request: Request, path: string): Promise<Response> {
  const found = await find(path);
  if (found) return found;
  const fresh = await fetch(request);
  if (fresh.ok && path.startsWith(NETWORKS)) await (await used())?.put(new URL(path, root), fresh.clone());
  return fresh;
}

/** A file of the version in use, or of another: a page that was opened before may need its own parts. */
async function find(path: string): Promise<Response | undefined> {
  const url = new URL(path, root);
  return (await (await used())?.match(url)) ?? (path.startsWith("assets/") ? caches.match(url) : undefined);
}

/** Looks whether there is another version, and fetches it. */
async function look(): Promise<void> {
  const now = await noted("used");
  const next = await listed();
  if (next && next.name !== now?.name) {
    await note("waiting", await fetched(next));
    await tell({ kind: "fetched", page: next.page });
  } else await networks();
}

/** Uses the version that waits. The one before stays until the next, for pages that still show it. */
async function use(): Promise<void> {
  const waiting = await noted("waiting");
  if (waiting) {
    const before = await noted("used");
    await note("used", waiting);
    await (await caches.open(NOTES)).delete(new URL("waiting", root));
    const kept = [PREFIX + waiting.name, PREFIX + before?.name];
    await Promise.all((await caches.keys()).filter((name) => name.startsWith(PREFIX) && !kept.includes(name)).map((name) => caches.delete(name)));
  }
  await tell({ kind: "used" });
}

/** What there is now on the server, or the static host; null without a network. */
async function listed(): Promise<Version | null> {
  const [page, python] = await Promise.all(["page.json", "python/files.json"].map(listOf));
  if (!page || !python) return null;
  const files: Record<string, string> = { "": page.files["index.html"] as string };
  for (const [name, digest] of Object.entries(page.files)) if (name !== "index.html") files[name] = String(digest);
  for (const [name, [, digest]] of Object.entries(python.files)) files[`python/${name}`] = String(digest);
  files["python/files.json"] = python.version;
  return { name: page.version + python.version.slice(0, 16), page: page.version, files };
}

async function listOf(path: string): Promise<Listed | null> {
  const response = await fetch(new URL(path, root), { cache: "no-cache" }).catch(() => null);
  return response?.ok ? ((await response.json()) as Listed) : null;
}

/** Fetches all files of *version*, those from the version in use that have not changed. */
async function fetched(version: Version | null = null): Promise<Version> {
  const next = version ?? (await listed());
  if (!next) throw new Error("expected page.json and python/files.json, got none");
  const [before, old] = [await noted("used"), await used()];
  const cache = await caches.open(PREFIX + next.name);
  const files = Object.entries(next.files).values();
  const fetchSome = async (): Promise<void> => {
    for (const [path, digest] of files) {
      const url = new URL(path, root);
      if (await cache.match(url)) continue;
      const same = before?.files[path] === digest ? await old?.match(url) : undefined;
      if (!same && path.startsWith(NETWORKS)) continue;
      // What has its digest in its name was loaded by the page just now, or never changes.
      const response = same ?? (await fetch(url, { cache: path.startsWith("assets/") ? "default" : "no-cache" }));
      if (!response.ok) throw new Error(`expected ${path}, got: ${response.status}`);
      await cache.put(url, response);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
  return next;
}

/** The networks of the version in use that are missing, one after the other. */
async function networks(): Promise<void> {
  const [now, cache] = [await noted("used"), await used()];
  for (const path of Object.keys(now?.files ?? {}).filter((path) => path.startsWith(NETWORKS))) {
    const url = new URL(path, root);
    if (!(await cache?.match(url))) await cache?.add(url).catch(() => {});
  }
}

async function used(): Promise<Cache | null> {
  const now = await noted("used");
  return now ? caches.open(PREFIX + now.name) : null;
}

async function noted(what: "used" | "waiting"): Promise<Version | null> {
  const found = await (await caches.open(NOTES)).match(new URL(what, root));
  return found ? ((await found.json()) as Version) : null;
}

async function note(what: "used" | "waiting", version: Version): Promise<void> {
  await (await caches.open(NOTES)).put(new URL(what, root), Response.json(version));
}

async function tell(message: ToPage): Promise<void> {
  for (const client of await scope.clients.matchAll()) client.postMessage(message);
}
