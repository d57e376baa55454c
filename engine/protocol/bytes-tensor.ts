import type { InputTensor } from "../types.ts";

export type Segments = Pick<InputTensor, "segments" | "byteLength">;

/**
 * A BYTES tensor of these elements: each one is preceded by its length (u32). The elements are not
 * copied.
 */
export function bytesSegments(elements: readonly Uint8Array[]): Segments {
  const prefixes = new DataView(new ArrayBuffer(elements.length * 4));
  const segments: Uint8Array[] = [];
  let byteLength = prefixes.byteLength;
  elements.forEach((element, i) => {
    prefixes.setUint32(i * 4, element.byteLength, true);
    segments.push(new Uint8Array(prefixes.buffer, i * 4, 4), element);
    byteLength += element.byteLength;
  });
  return { segments, byteLength };
}
