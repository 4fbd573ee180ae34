import { describe, expect, it } from "vitest";
// @ts-expect-error: the plugins are JavaScript
import { unnamed } from "../plugins/notices.js";

const TEXT = "Notices\nclsx 2.1.1, in the page\n@some/thing 1.0, too\n";

describe("the notices of the page", () => {
  it.each([
    [["/x/web/src/main.ts", "\0virtual:palette.css"], []],
    [["/x/web/node_modules/clsx/dist/clsx.mjs", "/x/node_modules/@some/thing/index.js"], []],
    [["/x/node_modules/svelte/node_modules/magic-string/a.js", "/x/node_modules/@some/other/b.js"], ["@some/other", "magic-string"]],
    [["\0vite/preload-helper.js", "\0vite/other.js"], ["vite"]],
  ])("name the packages of %j, except %j", (modules, missing) => {
    expect(unnamed(modules, TEXT)).toEqual(missing);
  });
});
