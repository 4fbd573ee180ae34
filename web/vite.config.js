import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { art } from "./plugins/art.js";
import { languages } from "./plugins/languages.js";
import { notices } from "./plugins/notices.js";

const SERVER = process.env.CROWNLAND_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [art(), languages(), notices(), svelte(), svelteTesting()],
  resolve: { alias: { "@locales": fileURLToPath(new URL("../src/crownland/locales", import.meta.url)) } },
  build: {
    outDir: "../src/crownland/page",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0, // the content policy knows no data: scripts
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": { target: SERVER, ws: true } },
  },
  test: { environment: "jsdom", include: ["tests/**/*.test.ts"], testTimeout: 60_000 }, // axe is slow on a busy machine
});
