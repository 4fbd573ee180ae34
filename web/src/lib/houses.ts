/** The houses of the people at a table: a colour, and an emblem because colour is never alone. */

export interface House {
  colour: string;
  emblem: string;
}

export const HOUSES: readonly House[] = [
  { colour: "rose", emblem: "rose" },
  { colour: "amber", emblem: "sun" },
  { colour: "teal", emblem: "fish" },
  { colour: "indigo", emblem: "star" },
  { colour: "moss", emblem: "leaf" },
  { colour: "plum", emblem: "tower" },
  { colour: "slate", emblem: "raven" },
  { colour: "copper", emblem: "key" },
];

/** Partners share the colour of their kingdom and keep their own emblems (W3). */
export function houseOf(seat: number, kingdom: number): House {
  const { colour } = HOUSES[kingdom % HOUSES.length] as House;
  const { emblem } = HOUSES[seat % HOUSES.length] as House;
  return { colour, emblem };
}

/** The custom property of a house's colour. */
export function houseColour(kingdom: number): string {
  return `var(--house-${houseOf(0, kingdom).colour})`;
}
