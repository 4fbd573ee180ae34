declare module "virtual:art/*" {
  const symbols: string;
  export default symbols;
}

declare module "virtual:palette.css";

declare module "virtual:houses" {
  const houses: readonly { colour: string; emblem: string }[];
  export default houses;
}

declare module "virtual:languages" {
  const names: Record<string, string>;
  export default names;
}

/** Serbian texts in Cyrillic letters. */
declare module "*?cyrillic" {
  const texts: never;
  export default texts;
}
