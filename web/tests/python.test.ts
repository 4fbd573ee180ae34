import { expect, test } from "vitest";
import { unpack } from "../src/local/python.ts";

const BLOCK = 512;

/** A tar archive. */
function packed(given: Record<string, string>): Uint8Array {
  const blocks: Uint8Array[] = [];
  for (const [name, text] of Object.entries(given)) {
    const content = new TextEncoder().encode(text);
    const head = new Uint8Array(BLOCK);
    head.set(new TextEncoder().encode(name));
    head.set(new TextEncoder().encode(content.length.toString(8).padStart(11, "0")), 124);
    const body = new Uint8Array(Math.ceil(content.length / BLOCK) * BLOCK);
    body.set(content);
    blocks.push(head, body);
  }
  blocks.push(new Uint8Array(2 * BLOCK));
  return Uint8Array.from(blocks.flatMap((block) => [...block]));
}

test("an archive is unpacked as it was packed", () => {
  const given = { "a/b/c.pyc": "x".repeat(513), "a/empty.py": "", "a/d.json": "ą".repeat(256), "top.txt": "y" };
  const found: Record<string, string> = {};
  const folders: string[] = [];
  const files = {
    mkdirTree: (path: string) => void folders.push(path),
    createDataFile: (path: string, name: string, data: Uint8Array) => void (found[`${path}/${name}`] = new TextDecoder().decode(data)),
  };
  unpack(packed(given), files, "/home");
  expect(found).toEqual(Object.fromEntries(Object.entries(given).map(([name, text]) => [`/home/${name}`, text])));
  expect(folders).toEqual(["/home/a/b", "/home/a", "/home"]);
});
