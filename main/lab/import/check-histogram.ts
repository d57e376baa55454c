import { inflateSync } from "node:zlib";
import { decodeHistogram } from "../statistics/index.ts";
import { refuse } from "./imported.ts";

const MAX_CHARACTERS = 2 * 1024 * 1024;
const MAX_BYTES = 16 * 1024 * 1024;
/** Cookie and length precede the compressed part. */
const HEADER_BYTES = 8;

/** Rejects what would not decode later, or only into very much memory. An empty text is allowed. */
export function checkHistogram(encoded: string, where: string): void {
  if (encoded === "") return;
  if (encoded.length > MAX_CHARACTERS) {
    refuse(where, `has ${encoded.length} characters; at most ${MAX_CHARACTERS} are read.`);
  }
  try {
    inflateSync(Buffer.from(encoded, "base64").subarray(HEADER_BYTES), {
      maxOutputLength: MAX_BYTES,
    });
    decodeHistogram(encoded);
  } catch {
    refuse(where, "is no HDR histogram in the compressed V2 encoding, base64.");
  }
}
