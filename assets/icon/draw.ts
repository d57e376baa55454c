// Writes icon.svg and the PNGs from design.ts:  node assets/icon/draw.ts
import fs from "node:fs";
import { design, type RoundedRectangle, SIZE } from "./design.ts";
import { encodePng } from "./png.ts";

/** The PNGs and their sizes: macOS and Windows make theirs from the large one, a Linux desktop picks from its own. */
export const pngs = [
  { file: "icon.png", size: 1024 },
  ...[16, 32, 48, 64, 128, 256, 512].map((size) => ({ file: `linux/${size}x${size}.png`, size })),
];

export function drawSvg(): string {
  const shapes = design.map(
    ({ x, y, width, height, radius, colour, opacity }) =>
      `  <rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ` +
      `fill="rgb(${colour.join(", ")})" opacity="${opacity}" />\n`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}">\n${shapes.join("")}</svg>\n`;
}

export function drawPng(size: number): Buffer {
  const pixels = new Uint8Array(size * size * 4);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++)
      pixels.set(pixelAt(x + 0.5, y + 0.5, size / SIZE), (y * size + x) * 4);
  }
  return encodePng(size, pixels);
}

/** Red, green, blue and alpha where the shapes lie over each other; only the first is on bare ground. */
function pixelAt(x: number, y: number, scale: number): number[] {
  const [ground, ...rest] = design;
  if (!ground) return [0, 0, 0, 0];
  let colour: readonly number[] = ground.colour;
  for (const shape of rest) {
    const share = coverage(shape, x, y, scale) * shape.opacity;
    colour = colour.map((value, i) => value + ((shape.colour[i] ?? 0) - value) * share);
  }
  return [...colour.map(Math.round), Math.round(255 * coverage(ground, x, y, scale))];
}

/** How much of the pixel around a point a shape covers, from the point's distance to its edge. */
function coverage(shape: RoundedRectangle, x: number, y: number, scale: number): number {
  const { radius } = shape;
  const dx = Math.abs(x / scale - shape.x - shape.width / 2) - shape.width / 2 + radius;
  const dy = Math.abs(y / scale - shape.y - shape.height / 2) - shape.height / 2 + radius;
  const outside = Math.hypot(Math.max(dx, 0), Math.max(dy, 0));
  const distance = (outside + Math.min(Math.max(dx, dy), 0) - radius) * scale;
  return Math.min(1, Math.max(0, 0.5 - distance));
}

if (import.meta.main) {
  fs.writeFileSync(new URL("./icon.svg", import.meta.url), drawSvg());
  for (const { file, size } of pngs)
    fs.writeFileSync(new URL(file, import.meta.url), drawPng(size));
}
