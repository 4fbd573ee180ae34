declare module "virtual:art/*" {
  const symbols: string;
  export default symbols;
}

declare module "virtual:palette.css";

declare module "virtual:houses" {
  const houses: readonly { colour: string; emblem: string }[];
  export default houses;
}
