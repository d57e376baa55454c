import type { Steps } from "../../base/steps.ts";

/** Bytes that are copied between two steps. */
const STEP_BYTES = 1024 * 1024;

/** `segments` in one piece of `length` bytes, in steps: the one segment there is, or a copy of all. */
export function* joinedSegments(segments: readonly Uint8Array[], length: number): Steps<Buffer> {
  const [only] = segments;
  if (segments.length === 1 && only !== undefined) {
    return Buffer.from(only.buffer as ArrayBuffer, only.byteOffset, only.byteLength);
  }
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  let copied = 0;
  for (const segment of segments) {
    bytes.set(segment, at);
    at += segment.byteLength;
    copied += segment.byteLength;
    if (copied < STEP_BYTES) continue;
    copied = 0;
    yield;
  }
  return bytes;
}
