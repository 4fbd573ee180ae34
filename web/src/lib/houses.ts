/** The houses of the people at a table: a colour, and an emblem because colour is never alone. */

import HOUSES from "virtual:houses";

interface House {
  colour: string;
  emblem: string;
}

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
