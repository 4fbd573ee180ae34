import { mount } from "svelte";
import "virtual:palette.css";
import "./typeface/typeface.css";
import App from "./App.svelte";
import "./app.css";
import { catalogue } from "./lib/catalogue.ts";
import { myName } from "./lib/me.ts";
import { firstTheme, look } from "./lib/theme.svelte.ts";
import { firstLanguage, words } from "./lib/words.svelte.ts";

look.choose(firstTheme());
// Requested early; the screens handle errors. The language kept from an earlier visit may come with it.
void catalogue()
  .then(() => words.speak(firstLanguage()))
  .catch(() => {});
void myName();
await words.speak(firstLanguage());

const target = document.getElementById("app");
if (target) mount(App, { target });
