import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { art } from "./plugins/art.js";
import { fileOf } from "./plugins/files.js";
import { languages } from "./plugins/languages.js";
import { list } from "./plugins/list.js";
import { notices } from "./plugins/notices.js";

const SERVER = process.env.CROWNLAND_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  base: "./", // a static site may lie in any folder; the server makes links of index.html absolute
  plugins: [art(), languages(), notices(), svelte(), svelteTesting(), list()],
  resolve: { alias: { "@locales": fileURLToPath(new URL("../src/crownland/locales", import.meta.url)) } },
  build: {
    outDir: "../src/crownland/page",
    emptyOutDir: false, // plugins/list.js removes what an earlier build left, but not python/
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the content policy knows no data: scripts
    rolldownOptions: {
      input: { index: "index.html", sw: "src/local/sw.ts" },
      output: {
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        codeSplitting: { groups: [{ name: fileOf, debugName: "files" }] },
      },
    },
  },
  worker: { format: "es" },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: SERVER, ws: true } },
  },
  test: {
    environment: "jsdom",
    include: ["tests/**/*.test.ts"],
    setupFiles: "tests/desk.ts",
    testTimeout: 60_000, // axe is slow on a busy machine
  },
});
