import fs from "node:fs";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { drawPng, drawSvg, pngs } from "./draw.ts";

const committed = (name: string) => fs.readFileSync(new URL(`./${name}`, import.meta.url));

/** The pixels of our own files: one IDAT chunk, no filter. */
function pixels(png: Buffer): Buffer {
  const at = png.indexOf("IDAT");
  return inflateSync(png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4)));
}

test("the committed drawing is what the design says", () => {
  expect(committed("icon.svg").toString()).toBe(drawSvg());
});

test.each(pngs)("the committed $file is what the design says", ({ file, size }) => {
  // The compressed bytes may differ between versions of zlib.
  expect(pixels(committed(file)).equals(pixels(drawPng(size)))).toBe(true);
});

test("a PNG names its size, is transparent in the corner and blue inside", () => {
  const png = drawPng(64);
  expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([64, 64]);
  const rows = pixels(png);
  const pixel = (x: number, y: number) => [...rows.subarray(y * 257 + 1 + x * 4).subarray(0, 4)];
  expect(pixel(0, 0)[3]).toBe(0);
  expect(pixel(32, 4)).toEqual([39, 87, 196, 255]);
  expect(pixel(20, 44)).toEqual([255, 255, 255, 255]);
});
