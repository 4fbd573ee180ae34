import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ApiError } from "../src/lib/api.ts";

type Answer = (path: string) => Response | Promise<Response>;

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { "Content-Type": "application/json" } });

let asked: string[];

/** A fresh page: nobody has asked anything yet. */
async function visit(answer: Answer): Promise<typeof import("../src/lib/api.ts")> {
  asked = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return answer(path);
  });
  return import("../src/lib/api.ts");
}

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

describe("the server", () => {
  it("meets a visitor once before anything else is asked, so that nobody becomes two guests", async () => {
    let introduce = (): void => {};
    const { api } = await visit((path) =>
      path === "/api/me" ? new Promise((done) => (introduce = () => done(json({ name: "" })))) : json([]),
    );
    const tables = Promise.all([api.mine(), api.public(), api.me()]);
    await Promise.resolve();
    expect(asked).toEqual(["/api/me"]);
    introduce();
    await tables;
    expect(asked).toEqual(["/api/me", "/api/tables", "/api/tables/public"]);
  });

  it("tells the catalogue to anybody", async () => {
    const { api } = await visit(() => json({ games: [] }));
    await api.catalogue();
    expect(asked).toEqual(["/api/catalogue"]);
  });

  it("knows a new name at once", async () => {
    const { api } = await visit((path) => (path === "/api/me" ? json({ name: "Ada" }) : json([])));
    await api.rename("Ada");
    expect(await api.me()).toEqual({ name: "Ada" });
  });

  it("refuses with a code, a sentence and a rule", async () => {
    const { api } = await visit((path) =>
      path === "/api/me" ? json({ name: "" }) : json({ code: "setup/invalid", message: "too many", rule: "K2" }, 422),
    );
    await expect(api.mine()).rejects.toMatchObject({ code: "setup/invalid", message: "too many", rule: "K2", status: 422 });
  });

  it("that cannot be reached is told as such, and is met again at the next try", async () => {
    let isThere = false;
    const { api } = await visit(() => {
      if (!isThere) throw new TypeError("no network");
      return json([]);
    });
    await expect(api.mine()).rejects.toMatchObject({ code: "page/offline" } satisfies Partial<ApiError>);
    isThere = true;
    expect(await api.mine()).toEqual([]);
  });
});
