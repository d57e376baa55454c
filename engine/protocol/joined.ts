import type { Steps } from "../../base/steps.ts";

/** Bytes copied per step. */
const STEP_BYTES = 1024 * 1024;

/**
 * Joins `segments` into one buffer of `length` bytes, in steps; a single segment is returned as it
 * is.
 */
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
