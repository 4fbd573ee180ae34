import { describe, expect, it } from "vitest";
import cases from "../../tests/placeholders.json";
import { fill, pluralForm, type Value } from "../src/lib/placeholders.ts";

describe("placeholders, as in Python", () => {
  it.each(cases.plurals)("have the forms of the rule: $rule", ({ rule, counts, forms }) => {
    expect(counts.map((count) => pluralForm(rule, count))).toEqual(forms);
  });

  it.each(cases.broken)("refuse the rule: %s", (rule) => {
    expect(() => pluralForm(rule, 1)).toThrow("expected a plural rule like 'n = 1' or 'n % 10 = 2..4', got: '");
  });

  it.each(cases.texts)("are filled in: $text", ({ text, values, filled }) => {
    const known: Record<string, Value | undefined> = values;
    expect(fill(text, "n = 1", (name) => known[name]) ?? null).toBe(filled);
  });
});
