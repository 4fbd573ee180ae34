import { describe, expect, it } from "vitest";
import { inviteOrigin, isOnlyHere } from "../src/lib/inviting.ts";

const HERE = new URL("http://127.0.0.1:8000/table/x");
const THERE = new URL("https://crownland.example.org/");

describe("a link for others", () => {
  it("leads to where they find the server, when it is made on the server's own machine", () => {
    expect(inviteOrigin(HERE, "http://192.0.2.7:8000")).toBe("http://192.0.2.7:8000");
  });

  it("leads to where the page was found, anywhere else", () => {
    expect(inviteOrigin(THERE, "http://192.0.2.7:8000")).toBe("https://crownland.example.org");
    expect(inviteOrigin(HERE, null)).toBe("http://127.0.0.1:8000");
  });

  it("is known to lead nobody else anywhere", () => {
    expect(["http://127.0.0.1:8000", "http://localhost", "http://[::1]:8000"].every(isOnlyHere)).toBe(true);
    expect(isOnlyHere("http://192.0.2.7:8000")).toBe(false);
  });
});
