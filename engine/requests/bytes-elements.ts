import { StatusError } from "../protocol/status.ts";

/** Where each BYTES element begins, and where the last one ends: `count` + 1 offsets. */
export function bytesOffsets(data: Uint8Array, count: number, tensor: string): number[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const offsets = [0];
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
    at += 4 + length;
    offsets.push(at);
  }
  if (offsets.length - 1 !== count) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `unexpected number of string elements ${offsets.length - 1} for inference input '${tensor}', expecting ${count}`,
    );
  }
  return offsets;
}

/** BYTES elements as text; bytes that are not UTF-8 are replaced, because the runtime's strings are UTF-8. */
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
