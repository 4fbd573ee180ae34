import { render } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { expect, it, vi } from "vitest";
import Note from "../src/components/Note.svelte";
import { Choosing } from "../src/lib/choosing.svelte.ts";
import { hello } from "./positions.ts";
import { prepareTables, tableAt } from "./sitting.ts";

prepareTables();

it("has its tray open as long as it is there, however often what it lights changes, and no longer", async () => {
  Element.prototype.scrollIntoView = vi.fn();
  const { table } = await tableAt(hello(4));
  const choosing = new Choosing(table);
  const keys = createRawSnippet(() => ({ render: () => "<button>Got it</button>" }));
  const props = { name: "queen", label: "Hint", text: "The queen lives here.", targets: [".queen"], tray: "builders", docked: true, choosing, keys };
  const { rerender } = render(Note, props);
  await tick();
  expect(choosing.shown).toBe("builders");
  await rerender({ targets: [".queen", ".builders"] });
  expect(choosing.shown).toBe("builders");
  await rerender({ text: "", tray: undefined, targets: [] });
  expect(choosing.shown).toBeNull();
});
