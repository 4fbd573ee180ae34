import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Hearing } from "../src/lib/socket.ts";

const here = vi.hoisted(() => ({ call: vi.fn(), dial: vi.fn() }));
vi.mock("../src/local/here.ts", () => here);

const reply = (body: unknown, status = 200): object => ({ status, type: "application/json", text: JSON.stringify(body) });
const meta = (name: string, content: string): void => {
  document.head.innerHTML = `<meta name="${name}" content="${content}">`;
};

let isThere: boolean;
let asked: string[];

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  isThere = true;
  asked = [];
  here.call.mockReset().mockImplementation((_method: string, path: string) => Promise.resolve(reply(path === "/me" ? { name: "" } : [])));
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    if (!isThere) throw new TypeError("no network");
    return Response.json(path === "/api/me" ? { name: "Ada" } : []);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.head.innerHTML = "";
  localStorage.clear();
});

const keptFiles = (): void => void vi.stubGlobal("navigator", { ...navigator, serviceWorker: { controller: {} } });

describe("where one plays", () => {
  it("is the server while that answers, and nothing starts here", async () => {
    keptFiles();
    const { api } = await import("../src/lib/api.ts");
    await api.mine();
    expect(asked).toEqual(["/api/me", "/api/tables"]);
    expect(here.call).not.toHaveBeenCalled();
  });

  it("is this device once the server is gone, until it is back", async () => {
    keptFiles();
    isThere = false;
    const { api } = await import("../src/lib/api.ts");
    const { place } = await import("../src/lib/place.svelte.ts");
    await api.mine();
    expect(here.call.mock.calls.map(([method, path]) => `${method} ${path}`)).toEqual(["GET /me", "GET /tables"]);
    expect(place.isHere).toBe(true);
    isThere = true;
    await vi.advanceTimersByTimeAsync(4000);
    expect(place.isHere).toBe(false);
    asked = [];
    await api.public();
    expect(asked).toEqual(["/api/me", "/api/tables/public"]);
  });

  it("is nowhere if nothing was kept, nor for a table of the server", async () => {
    isThere = false;
    const { api } = await import("../src/lib/api.ts");
    await expect(api.mine()).rejects.toMatchObject({ code: "page/offline" });
    expect(here.call).not.toHaveBeenCalled();
    keptFiles();
    await expect(api.table("Xy12")).rejects.toMatchObject({ code: "page/offline" });
    expect(here.call.mock.calls.map(([, path]) => path)).not.toContain("/tables/Xy12");
  });

  it("is this device for its own tables, whatever the server does", async () => {
    const { api } = await import("../src/lib/api.ts");
    await api.table("here-1");
    expect(here.call).toHaveBeenCalledWith("GET", "/tables/here-1", "");
    expect(asked).toEqual([]);
  });

  it("shows how the tables of this device stood beside those of the server", async () => {
    localStorage["crownland.here"] = JSON.stringify([{ table: { id: "here-1" } }]);
    const { api } = await import("../src/lib/api.ts");
    expect((await api.mine()).map(({ table }) => table.id)).toEqual(["here-1"]);
  });
});

describe("a line to a table of this device", () => {
  it("sends what is asked once the table has answered, and again after it was lost", async () => {
    const lines: { since: number; heard: Hearing; sent: string[] }[] = [];
    here.dial.mockImplementation((_table: string, since: number, heard: Hearing) => {
      const sent: string[] = [];
      lines.push({ since, heard, sent });
      return { send: (text: string) => sent.push(text), close: () => {} };
    });
    const { TableSocket } = await import("../src/lib/socket.ts");
    const states: string[] = [];
    const socket = new TableSocket("here-1", { frame: () => {}, connection: (how) => states.push(how), seq: () => 7 });
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    socket.ask({ type: "act", token: "K1", seq: 7, id: "a" });
    expect(lines[0]!.sent).toEqual([]);
    lines[0]!.heard.message('{"type":"hello"}');
    expect(lines[0]!.sent).toHaveLength(1);
    dispatchEvent(new Event("offline"));
    expect(states.at(-1)).toBe("open"); // no network can break it
    lines[0]!.heard.closed();
    expect(states.at(-1)).toBe("lost");
    await vi.advanceTimersByTimeAsync(1000);
    lines[1]!.heard.message('{"type":"hello"}');
    expect(lines[1]).toMatchObject({ since: 7, sent: lines[0]!.sent });
    lines[1]!.heard.closed(4404);
    expect(states.at(-1)).toBe("refused");
  });
});

describe("a page alone", () => {
  it("keeps its paths behind a #, and asks no server", async () => {
    meta("crownland", "alone");
    history.replaceState(null, "", "/games/crownland/#/score?x=1#3");
    vi.stubGlobal("scrollTo", () => {});
    const { router } = await import("../src/lib/router.svelte.ts");
    expect([router.path, router.query.get("x"), router.hash]).toEqual(["/score", "1", "3"]);
    router.go("/table/here-1");
    expect(location.href).toMatch(/\/games\/crownland\/#\/table\/here-1$/);
    expect(router.path).toBe("/table/here-1");
    const { linkTo } = await import("../src/lib/site.ts");
    expect([linkTo("/rules"), linkTo("./THIRD-PARTY.txt")]).toEqual(["#/rules", "./THIRD-PARTY.txt"]);
    const { api } = await import("../src/lib/api.ts");
    await api.mine();
    expect(asked).toEqual([]);
    history.replaceState(null, "", "/");
  });
});
