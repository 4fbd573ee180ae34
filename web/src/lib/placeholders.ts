/**
 * Placeholders in texts, and the plural rules that choose a word for a number.
 *
 * `{name}` stands for a value, `{count:crown|crowns}` for the word that goes with a number: one for each plural form of
 * the language. Must agree with crownland/placeholders.py; tests/placeholders.json holds the two together.
 */

export type Value = string | number;

const PLACEHOLDER = /\{([\w.-]+)(?::([^{}]*))?\}/g;
const CONDITION = /^n(?: % (\d+))? (!?=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)$/;
const WHOLE = /^[+-]?\d+$/;

/** *text* with its placeholders replaced; undefined when a value or a form is missing. *plural* is the rule of its language. */
export function fill(text: string, plural: string, valueOf: (name: string) => Value | undefined): string | undefined {
  let fits = true;
  const filled = text.replace(PLACEHOLDER, (_, name: string, forms: string | undefined) => {
    const value = replaced(valueOf(name), forms, plural);
    fits &&= value !== undefined;
    return value ?? "";
  });
  return fits ? filled : undefined;
}

function replaced(value: Value | undefined, forms: string | undefined, plural: string): string | undefined {
  if (value === undefined || forms === undefined) return value?.toString();
  return WHOLE.test(String(value)) ? forms.split("|")[pluralForm(plural, Number(value))] : undefined;
}

/**
 * The number of the form that goes with *count*, from 0.
 *
 * A rule has a condition for every form but the last, as Unicode (CLDR) writes them for whole numbers:
 * `n = 1; n % 10 = 2..4 and n % 100 != 12..14`. The first condition that holds decides.
 */
export function pluralForm(rule: string, count: number): number {
  const conditions = rule.split(";").filter((condition) => condition.trim());
  const parsed = conditions.map((one) => one.split(" or ").map((parts) => parts.split(" and ").map(condition)));
  const form = parsed.findIndex((either) => either.some((parts) => parts.every((holds) => holds(Math.abs(count)))));
  return form < 0 ? conditions.length : form;
}

function condition(text: string): (count: number) => boolean {
  const match = CONDITION.exec(text.trim());
  if (!match) throw new Error(`expected a plural rule like 'n = 1' or 'n % 10 = 2..4', got: '${text.trim()}'`);
  const [, modulus, sign, ranges = ""] = match;
  const bounds = ranges.split(",").map((range) => range.split("..").map(Number));
  return (count) => {
    const rest = modulus ? count % Number(modulus) : count;
    return bounds.some(([low = 0, high = low]) => low <= rest && rest <= high) === (sign === "=");
  };
}
