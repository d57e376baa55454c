import jpeg from "jpeg-js";
import { PNG } from "pngjs";
import { inflateSync } from "node:zlib";
import { invalid } from "./invalid.ts";

/** Red, green, blue and alpha of each pixel, a byte each, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Larger ones are rejected before decoding. */
const MAX_MEGAPIXELS = 25;
const MAX_DECODER_MIB = 512;
const PNG_SIGNATURE = "89504e470d0a1a0a";
/** Signature, length, "IHDR", width, height, depth, colour, compression, filter, interlace. */
const PNG_HEAD_BYTES = 33;
/** Bytes per pixel, by colour type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Writers leave some bytes after the last row. */
const MAX_SURPLUS = 65_536;
type Pass = readonly [x: number, y: number, dx: number, dy: number];
const WHOLE: readonly Pass[] = [[0, 0, 1, 1]];
/** First column and row, and steps, of each pass of an interlaced image. */
const ADAM7: readonly Pass[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
];

/**
 * Decodes a PNG or JPEG file, distinguished by its first bytes. INVALID_ARGUMENT, beginning with `place`, for a broken
 * one.
 */
export function decodeImage(bytes: Buffer, place: string): Picture {
  const isPng = bytes.toString("hex", 0, 8) === PNG_SIGNATURE;
  if (!isPng && bytes.toString("hex", 0, 2) !== "ffd8") {
    throw invalid(place, "it is neither a PNG nor a JPEG file.");
  }
  if (isPng) checkPng(bytes, place);
  try {
    const { width, height, data } = isPng ? PNG.sync.read(bytes) : decodeJpeg(bytes);
    if (data.length === width * height * 4) return { width, height, data };
  } catch (error) {
    throw invalid(place, `the image is broken: ${(error as Error).message}.`);
  }
  throw invalid(place, "the image is broken: pixels are missing.");
}

function decodeJpeg(bytes: Buffer): Picture {
  return jpeg.decode(bytes, {
    useTArray: true,
    formatAsRGBA: true,
    tolerantDecoding: false,
    maxResolutionInMP: MAX_MEGAPIXELS,
    maxMemoryUsageInMB: MAX_DECODER_MIB,
  });
}

/** Checks sizes first, since the decoder allocates what the header requests and expands data without limit. */
function checkPng(bytes: Buffer, place: string): void {
  if (bytes.length < PNG_HEAD_BYTES) throw invalid(place, "the image ends within its head.");
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  if (width * height > MAX_MEGAPIXELS * 1e6) {
    throw invalid(
      place,
      `the image has ${width} × ${height} pixels, more than ${MAX_MEGAPIXELS} million.`,
    );
  }
  const bits = (bytes[24] as number) * (SAMPLES[bytes[25] as number] ?? 0);
  const wanted = pngBytes(width, height, bits, bytes[28] === 1);
  let found: number;
  try {
    const options = { maxOutputLength: wanted + MAX_SURPLUS };
    found = inflateSync(Buffer.concat(pngData(bytes)), options).length;
  } catch (error) {
    throw invalid(place, `the image is broken: ${(error as Error).message}.`);
  }
  if (found < wanted) throw invalid(place, "the image is broken: pixels are missing.");
}

/** Bytes of the rows, each after its filter. */
function pngBytes(width: number, height: number, bits: number, interlaced: boolean): number {
  const passes = interlaced ? ADAM7 : WHOLE;
  return passes.reduce((sum, [x, y, dx, dy]) => {
    const columns = Math.max(0, Math.ceil((width - x) / dx));
    const rows = Math.max(0, Math.ceil((height - y) / dy));
    return columns === 0 ? sum : sum + rows * (1 + Math.ceil((columns * bits) / 8));
  }, 0);
}

function pngData(bytes: Buffer): Buffer[] {
  const data: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") {
      data.push(bytes.subarray(at + 8, at + 8 + length));
    }
    at += 12 + length;
  }
  return data;
}
