/**
 * Into which file of the built page a module goes.
 *
 * The page begins with one file and a table adds one: on a phone every further file costs more time than its bytes. What
 * is loaded later still has files of its own.
 */
const FILES = [
  [/\/src\/main\.ts$/, "page"],
  [/\/src\/screens\/TableRoom\.svelte$/, "table"],
];

/** @type {import("rolldown").CodeSplittingNameFunction} */
export function fileOf(id, modules) {
  const above = new Set([id]); // the module and everything that imports it at once
  for (const one of above) for (const importer of modules.getModuleInfo(one)?.importers ?? []) above.add(importer);
  return FILES.find(([first]) => [...above].some((one) => first.test(one)))?.[1] ?? null;
}
