import jpeg from "jpeg-js";
import { PNG } from "pngjs";
import { inflateSync } from "node:zlib";
import { invalid } from "./invalid.ts";

/** Red, green, blue and opacity of each pixel, a byte each, row by row. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** Larger ones are refused before they are decoded. */
const MOST_MEGAPIXELS = 25;
const MOST_DECODER_MIB = 512;
const PNG_SIGNATURE = "89504e470d0a1a0a";
/** Signature, length, "IHDR", width, height, depth, colour, compression, filter, interlace. */
const PNG_HEAD_BYTES = 33;

/** A PNG or JPEG file, told apart by its first bytes. INVALID_ARGUMENT, beginning with `place`, for a broken one. */
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
    maxResolutionInMP: MOST_MEGAPIXELS,
    maxMemoryUsageInMB: MOST_DECODER_MIB,
  });
}

/** The decoder allocates what the head asks for, and expands interlaced images without a bound. */
function checkPng(bytes: Buffer, place: string): void {
  if (bytes.length < PNG_HEAD_BYTES) throw invalid(place, "the image ends within its head.");
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  if (width * height > MOST_MEGAPIXELS * 1e6) {
    throw invalid(
      place,
      `the image has ${width} × ${height} pixels, more than ${MOST_MEGAPIXELS} million.`,
    );
  }
  if (bytes[28] === 0) return;
  // At most 8 bytes a pixel, and for each of seven passes a byte a row.
  const most = width * height * 8 + 7 * height + 1024;
  try {
    inflateSync(Buffer.concat(pngData(bytes)), { maxOutputLength: most });
  } catch (error) {
    throw invalid(place, `the image is broken: ${(error as Error).message}.`);
  }
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
