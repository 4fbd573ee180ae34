declare module "virtual:art/*" {
  const symbols: string;
  export default symbols;
}

declare module "virtual:palette.css";
