import { isAscii, isUtf8 } from "node:buffer";
import { StatusError } from "../../base/status-error.ts";

/** Elements of a BYTES input: each costs the server far more memory than its bytes (rule REQUEST-R13). */
export const MAX_TEXT_ELEMENTS = 1024 * 1024;

export function tooManyTexts(input: string, elements: number): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `input '${input}' has ${elements} elements of datatype BYTES: at most ${MAX_TEXT_ELEMENTS} are taken`,
  );
}

/** Offsets of the BYTES elements and the end of the last one: `count` + 1 values. */
export function bytesOffsets(data: Uint8Array, count: number, tensor: string): number[] {
  const offsets = [0];
  eachBytesElement(data, count, tensor, (_start, end) => offsets.push(end));
  return offsets;
}

/**
 * Calls `take` with the bounds of each BYTES element. INVALID_ARGUMENT with Triton's message if
 * they don't add up.
 */
export function eachBytesElement(
  data: Uint8Array,
  count: number,
  tensor: string,
  take: (start: number, end: number, index: number) => void,
): void {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let index = 0;
  let at = 0;
  while (at < data.byteLength) {
    if (at + 4 > data.byteLength) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `incomplete string length indicator for inference input '${tensor}', expecting 4 bytes but only ${data.byteLength - at} bytes available. Please make sure the string length indicator is in one buffer.`,
      );
    }
    const length = view.getUint32(at, true);
    if (at + 4 + length > data.byteLength) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `incomplete string data for inference input '${tensor}', expecting string of length ${length} but only ${data.byteLength - at - 4} bytes available.`,
      );
    }
    take(at + 4, at + 4 + length, index);
    at += 4 + length;
    index += 1;
  }
  if (index !== count) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `unexpected number of string elements ${index} for inference input '${tensor}', expecting ${count}`,
    );
  }
}

/**
 * The index of the first BYTES element that isn't UTF-8; −1 if all are. The elements must add up.
 */
export function firstElementNotUtf8(data: Uint8Array, count: number, tensor: string): number {
  // The length prefixes of short elements, the usual case, are ASCII too.
  if (isAscii(data)) return -1;
  let found = -1;
  eachBytesElement(data, count, tensor, (start, end, index) => {
    if (found < 0 && !isUtf8(data.subarray(start, end))) found = index;
  });
  return found;
}

/**
 * BYTES elements as strings; invalid UTF-8 is replaced, because the runtime's strings are UTF-8.
 */
export function decodeStrings(data: Uint8Array, count: number, tensor: string): string[] {
  const offsets = bytesOffsets(data, count, tensor);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return Array.from({ length: count }, (_, i) =>
    decoder.decode(data.subarray((offsets[i] ?? 0) + 4, offsets[i + 1])),
  );
}

export function encodeStrings(strings: readonly string[]): Uint8Array {
  const elements = strings.map((text) => Buffer.from(text, "utf8"));
  const data = Buffer.alloc(elements.reduce((sum, { length }) => sum + 4 + length, 0));
  let at = 0;
  for (const element of elements) {
    at = data.writeUInt32LE(element.length, at);
    at += element.copy(data, at);
  }
  return data;
}
