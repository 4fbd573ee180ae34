import { render, screen } from "@testing-library/svelte";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import RuleSheet from "../src/components/RuleSheet.svelte";
import Trouble from "../src/components/Trouble.svelte";
import { ApiError } from "../src/lib/api.ts";
import { lookup } from "../src/lib/lookup.svelte.ts";
import { router } from "../src/lib/router.svelte.ts";
import { words } from "../src/lib/words.svelte.ts";
import RulesPage from "../src/screens/RulesPage.svelte";
import { catalogue as catalogueOf } from "./positions.ts";

const face = { coat: "dot", crosses: 1 };
const catalogue = catalogueOf({
  components: {
    buildings: {
      statue: { copies: 3, crowns: 0, knights: 0, towers: 0, points: 5, points_per: "fixed", tax_bonus: "", instant_evidence: "assumed" },
    },
    spells: [{ key: "split", coat: "stripe", boxes: 5, lightning: false }],
    dice: [[face], [face], [face], [face]],
  },
  numbers: { "kingdomino.middle-kingdom.points": 10 },
});

const rule = (number: string): HTMLElement => document.getElementById(number) as HTMLElement;

beforeAll(() => {
  vi.setConfig({ testTimeout: 30_000 });
  Element.prototype.scrollIntoView = vi.fn();
  // jsdom knows no dialogs.
  HTMLDialogElement.prototype.showModal = function (): void {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = vi.fn();
  globalThis.scrollTo = vi.fn() as typeof scrollTo;
});

beforeEach(async () => {
  router.go("/");
  words.learn(catalogue);
  await words.speak("en");
});

/** The page, once its texts are there. A page of this size is slow to ask by role. */
async function open(number?: string): Promise<HTMLElement> {
  const { container } = render(RulesPage, { number, catalogue });
  await vi.waitFor(() => expect(rule("C1")).not.toBeNull(), 5000);
  return container;
}

const headingOf = (number: string): HTMLElement => rule(number).querySelector("h3") as HTMLElement;

describe("the rules page", () => {
  it("has every rule under its number, and a way to it from the contents", async () => {
    const container = await open();
    const links = [...container.querySelectorAll<HTMLAnchorElement>("nav a")].map((link) => link.pathname.replace("/rules/", ""));
    expect(links).toHaveLength(54 + 5);
    expect(links.filter((number) => !rule(number))).toEqual([]);
  });

  it("goes to the rule of its path and marks it", async () => {
    await open("C5");
    await vi.waitFor(() => expect(document.activeElement).toBe(headingOf("C5")), 5000);
    expect(headingOf("C5").textContent).toMatch(/C5\s+Connection/);
    expect(rule("C5").scrollIntoView).toHaveBeenCalled();
    expect([...document.querySelectorAll(".marked")]).toEqual([rule("C5")]);
  });

  it("tells in words what its pictures show, and hides the pictures from those who cannot see them", async () => {
    await open();
    const figures = [...rule("C5").querySelectorAll("figure")];
    expect(figures.map((figure) => figure.querySelector("figcaption")?.textContent?.slice(0, 5))).toEqual(["Right", "Not l"]);
    for (const figure of figures) expect(figure.querySelector("[aria-hidden=true][inert] svg")).not.toBeNull();
  });

  it("speaks another language when that is chosen", async () => {
    await open();
    expect(headingOf("C9").textContent).toContain("Claiming");
    await words.speak("sr");
    await vi.waitFor(() => expect(headingOf("C9").textContent).toContain("Zauzimanje"), 5000);
  });
});

describe("a refusal's rule", () => {
  it("opens on a sheet and leaves the table where it is", () => {
    router.go("/table/abc");
    render(Trouble, { error: new ApiError("action/illegal", "no", "C5") });
    const link = screen.getByRole("link", { name: "Rule C5" });
    expect(link.getAttribute("href")).toBe("/rules/C5");
    link.click();
    expect(lookup.sheet).toBe("C5");
    expect(location.pathname).toBe("/table/abc");
    router.go("/");
    expect(lookup.sheet).toBeNull();
  });

  it("is a place to go to on the rules page", () => {
    router.go("/rules");
    lookup.show("C7");
    expect(lookup.sheet).toBeNull();
    expect(location.pathname).toBe("/rules/C7");
  });

  it("is read on the sheet, with the way to all rules in a new tab", async () => {
    render(RuleSheet, { number: "K7", catalogue });
    await vi.waitFor(() => expect(document.querySelector("dialog h2")?.textContent).toBe("K7 · Middle Kingdom"), 5000);
    screen.getByText(/10 points when the castle is exactly in the middle/);
    expect(screen.getByRole("link", { name: /All rules/ }).getAttribute("target")).toBe("_blank");
  });
});
