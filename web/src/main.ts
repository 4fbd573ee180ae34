import { mount } from "svelte";
import "virtual:palette.css";
import App from "./App.svelte";
import "./app.css";
import { firstTheme, look } from "./lib/theme.svelte.ts";
import { firstLanguage, words } from "./lib/words.svelte.ts";

look.choose(firstTheme());
await words.speak(firstLanguage());

const target = document.getElementById("app");
if (target) mount(App, { target });
