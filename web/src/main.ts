import { mount } from "svelte";
import "virtual:palette.css";
import App from "./App.svelte";
import "./app.css";
import { catalogue } from "./lib/catalogue.ts";
import { firstTheme, look } from "./lib/theme.svelte.ts";
import { firstLanguage, words } from "./lib/words.svelte.ts";

look.choose(firstTheme());
void catalogue().catch(() => {}); // asked for early; whoever needs it hears of trouble
await words.speak(firstLanguage());

const target = document.getElementById("app");
if (target) mount(App, { target });
