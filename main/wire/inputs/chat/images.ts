import { crc32, deflateSync } from "node:zlib";
import type { ChatImages } from "../../../contract/index.ts";
import { deriveSeed, type Random, seededRandom } from "../random.ts";

/** Pixels of a tile's side: images of single pixels would not compress, and a run holds few of them. */
const TILE = 16;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const CHANNELS = 3;
/** Independent of a prompt's words. */
const IMAGES = 3;

/** A part of a message's content. */
export interface ImagePart {
  readonly type: "image_url";
  readonly image_url: { readonly url: string };
}

/** The images of the n-th prompt of a seed; the same on every call. */
export function imageParts(
  { count, width, height }: ChatImages,
  seed: number,
  n: number,
): ImagePart[] {
  const random = seededRandom(deriveSeed(deriveSeed(seed, IMAGES), n));
  return Array.from({ length: count }, () => {
    const png = drawPng(width, height, random).toString("base64");
    return { type: "image_url", image_url: { url: `data:image/png;base64,${png}` } };
  });
}

/** A PNG of tiles in drawn colours: 8 bits, RGB, not interlaced (PNG, third edition, 5 and 11.2). */
export function drawPng(width: number, height: number, random: Random): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(drawPixels(width, height, random), { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Scanlines, each behind a filter type of 0. */
function drawPixels(width: number, height: number, random: Random): Buffer {
  const line = 1 + width * CHANNELS;
  const pixels = Buffer.alloc(line * height);
  for (let top = 0; top < height; top += TILE) {
    for (let left = 0; left < width; left += TILE) {
      const colour = Array.from({ length: CHANNELS }, () => Math.floor(random() * 256));
      for (let x = left; x < Math.min(left + TILE, width); x++)
        pixels.set(colour, top * line + 1 + x * CHANNELS);
    }
    for (let y = top + 1; y < Math.min(top + TILE, height); y++)
      pixels.copy(pixels, y * line, top * line, (top + 1) * line);
  }
  return pixels;
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}
