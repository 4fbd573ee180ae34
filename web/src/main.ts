import { mount } from "svelte";
import "virtual:palette.css";
import "./typeface/typeface.css";
import App from "./App.svelte";
import "./app.css";
import { catalogue } from "./lib/catalogue.ts";
import { myName } from "./lib/me.ts";
import { router } from "./lib/router.svelte.ts";
import { canBeOffline } from "./lib/site.ts";
import { firstTheme, look } from "./lib/theme.svelte.ts";
import { firstLanguage, words } from "./lib/words.svelte.ts";

look.choose(firstTheme());
// Requested early; the screens handle errors. The language kept from an earlier visit may come with it.
void catalogue()
  .then(() => words.speak(firstLanguage()))
  .catch(() => {});
void myName();
// Beside the texts, not after them; the screen asks again if it did not come.
if (router.path.startsWith("/table/")) void import("./screens/TableRoom.svelte").catch(() => {});
await words.speak(firstLanguage());

const target = document.getElementById("app");
if (target) mount(App, { target });

// What is not needed now comes when everything else is done.
if (canBeOffline) setTimeout(() => void import("./local/offline.ts").then(({ keepOffline }) => keepOffline()).catch(() => {}), 3000);
