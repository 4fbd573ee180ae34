/** A kingdom as a picture to keep or to send: its map in a frame, with name, game and score under it. */

import { save } from "./saving.ts";

const WIDE = 1080;
const HIGH = 1290;
const MAP = 844; // pixels of the map's side, its frame not counted
const BAND = 26;
const LEFT = (WIDE - MAP) / 2;
const TOP = 104;
const SQUARE = 100; // units of a drawing
const STYLED = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "font-size",
  "font-weight",
  "text-anchor",
  "dominant-baseline",
  "color",
];

export interface Caption {
  name: string;
  /** What was played, and how it ended. */
  game: string;
  result: string;
  points: number;
  /** The word under the number: `points`. */
  unit: string;
  date: string;
  /** The custom property of the house's colour, and its emblems. */
  house: string;
  emblems: string[];
}

/** Draws *kingdom*, which is on the page, as a PNG. */
export async function postcard(kingdom: SVGSVGElement, caption: Caption): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = HIGH;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("expected a canvas that can be drawn on");
  const family = getComputedStyle(document.body).fontFamily;
  await Promise.all(["400", "600", "italic 400"].map((face) => document.fonts.load(`${face} 60px ${family}`, Object.values(caption).join(""))));
  pen.drawImage(await loaded(drawing(kingdom, caption)), 0, 0);
  write(pen, family, caption);
  return new Promise((resolve, reject) => canvas.toBlob((made) => (made ? resolve(made) : reject(new Error("expected a picture, got none"))), "image/png"));
}

/** Everything but the words: an SVG that stands alone, with the symbols and colours of the page in it. */
export function drawing(kingdom: SVGSVGElement, { house, emblems }: Pick<Caption, "house" | "emblems">): string {
  const map = new XMLSerializer().serializeToString(plain(kingdom));
  const inside = `
<rect width="${WIDE}" height="${HIGH}" fill="var(--paper)"/>
<g fill="none" stroke="var(--ink)"><rect x="22" y="22" width="${WIDE - 44}" height="${HIGH - 44}" stroke-width="4"/>
<rect x="33" y="33" width="${WIDE - 66}" height="${HIGH - 66}" stroke-width="1.5"/></g>
${frame(kingdom)}${map}${banner(house, emblems)}`;
  const used = symbols(inside);
  const style = getComputedStyle(kingdom);
  const names = new Set([...`${inside}${used}`.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name as string));
  const colours = [...names].map((name) => `${name}:${style.getPropertyValue(name)}`).join(";");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDE}" height="${HIGH}" viewBox="0 0 ${WIDE} ${HIGH}" style="${colours.replaceAll('"', "'")}"><defs>${used}</defs>${inside}</svg>`;
}

/** A copy that needs no style sheet. */
function plain(kingdom: SVGSVGElement): SVGSVGElement {
  const copy = kingdom.cloneNode(true) as SVGSVGElement;
  const originals = kingdom.querySelectorAll("[class]");
  copy.querySelectorAll("[class]").forEach((one, at) => {
    const original = originals[at];
    if (!original) return;
    const style = getComputedStyle(original);
    for (const name of STYLED) one.setAttribute(name, style.getPropertyValue(name));
  });
  for (const [name, value] of Object.entries({ x: LEFT, y: TOP, width: MAP, height: MAP })) copy.setAttribute(name, String(value));
  return copy;
}

/** The band around the map, with a field for every square, dark and pale in turn. */
function frame(kingdom: SVGSVGElement): string {
  const count = Math.max(1, Math.floor(kingdom.viewBox.baseVal.width / SQUARE));
  const [unit, far] = [MAP / count, MAP + 2 * BAND];
  const fields = Array.from({ length: count }, (_, at) => {
    const [along, edge] = [at * unit, at % 2 ? MAP + 4 : 4 - BAND];
    const shape = (x: number, y: number, width: number, height: number): string => `M${x} ${y}h${width}v${height}h${-width}z`;
    return shape(along, edge, unit, BAND - 8) + shape(edge, along, BAND - 8, unit);
  });
  return `<g transform="translate(${LEFT} ${TOP})" stroke="var(--ink)" stroke-width="2.5" fill="var(--sheet)"><rect x="${-BAND}" y="${-BAND}" width="${far}" height="${far}"/><path d="${fields.join("")}" fill="var(--band)" stroke="none"/><rect width="${MAP}" height="${MAP}"/></g>`;
}

/** The house's banner, hanging from the map. */
function banner(house: string, emblems: string[]): string {
  const long = 118 + emblems.length * 74;
  const signs = emblems.map((emblem, at) => `<use href="#cl-emblem-${emblem}" x="24" y="${76 + at * 74}" width="72" height="72"/>`);
  return `<g transform="translate(${LEFT} ${TOP + MAP + BAND + 18})" color="var(--chalk)"><path d="M6 0h108v${long}l-54-28-54 28z" fill="${house}" stroke="var(--pen)" stroke-width="4" stroke-linejoin="round"/><path d="M-6 0h132" stroke="var(--pen)" stroke-width="9" stroke-linecap="round"/><use href="#cl-crown" x="30" y="12" width="60" height="60"/>${signs.join("")}</g>`;
}

/** The symbols that *drawing* uses, and those that they use. */
function symbols(drawing: string): string {
  const found = new Map<string, string>();
  const look = (text: string): void => {
    for (const [, id] of text.matchAll(/href="#([\w-]+)"/g)) {
      if (!id || found.has(id)) continue;
      const symbol = document.getElementById(id);
      found.set(id, symbol ? new XMLSerializer().serializeToString(symbol) : "");
      look(found.get(id) ?? "");
    }
  };
  look(drawing);
  return [...found.values()].join("");
}

function loaded(svg: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image(WIDE, HIGH);
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error("expected a picture of the kingdom, got none"));
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  });
}

function write(pen: CanvasRenderingContext2D, family: string, { name, game, result, points, unit, date }: Caption): void {
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--ink");
  const put = (text: string, font: string, x: number, y: number, room: number, faint = false): number => {
    pen.globalAlpha = faint ? 0.76 : 1;
    pen.font = `${font} ${family}`;
    pen.fillText(text, x, y, room);
    return Math.min(room, pen.measureText(text).width);
  };
  const right = LEFT + MAP;
  const base = TOP + MAP + BAND + 100;
  pen.textAlign = "right";
  const wide = Math.max(put(String(points), "600 150px", right, base + 36, 320), put(unit, "italic 400 34px", right, base + 82, 320, true));
  pen.textAlign = "left";
  const [left, room] = [LEFT + 156, MAP - 156 - wide - 30];
  put(name, "600 66px", left, base - 18, room);
  put(result, "400 44px", left, base + 42, room);
  put(game, "italic 400 36px", left, base + 94, room, true);
  pen.textAlign = "center";
  put(`Crownland · ${date}`, "400 26px", WIDE / 2, HIGH - 52, MAP, true);
}

/** Whether this browser can hand pictures on. */
export function canShare(): boolean {
  const probe = new File([""], "kingdom.png", { type: "image/png" });
  return typeof navigator.canShare === "function" && navigator.canShare({ files: [probe] });
}

/** Hand the picture on where the browser can, else save it. */
export async function give(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], name, { type: picture.type });
  if (canShare()) {
    await navigator.share({ files: [file] }).catch(() => {}); // somebody thought better of it
    return;
  }
  save(file, name);
}
