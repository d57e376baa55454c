import { build, decodeFromCompressedBase64, type Histogram } from "hdr-histogram-js";
import { StatusError } from "../../../base/status-error.ts";

/** A histogram from its compressed V2 encoding in base64. INVALID_ARGUMENT where the text is invalid. */
export function decodeHistogram(encoded: string): Histogram {
  try {
    return decodeFromCompressedBase64(encoded);
  } catch (cause) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `histogram is '${encoded.slice(0, 20)}'; give the compressed V2 encoding of an HDR histogram in base64.`,
      { cause },
    );
  }
}

/** The histogram of all values of several encoded ones. */
export function mergeHistograms(encoded: readonly string[]): Histogram {
  const sum = build({ bitBucketSize: 64, numberOfSignificantValueDigits: 3, autoResize: true });
  for (const one of encoded) sum.add(decodeHistogram(one));
  return sum;
}
