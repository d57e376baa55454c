import type { IncomingMessage } from "node:http";
import { receivedMemory } from "../received-memory.ts";
import { StatusError } from "../../../base/status-error.ts";

/** A request's body as received: chunks in order, not joined. */
export interface Body {
  readonly chunks: readonly Uint8Array[];
  readonly byteLength: number;
}

/** Triton's limit for a request's body. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** 0 if no length was announced. */
export function announcedBytes(request: IncomingMessage): number {
  return Number(request.headers["content-length"] ?? 0);
}

/**
 * Reads the body. RESOURCE_EXHAUSTED if it is larger than `limit` bytes; the rest is then left
 * unread. CANCELLED if the client disconnects first.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  const announced = announcedBytes(request);
  if (announced > limit) return Promise.reject(tooLarge(announced, limit));
  const chunks: Buffer[] = [];
  let byteLength = 0;
  return new Promise((resolve, reject) => {
    request.on("data", (chunk: Buffer) => {
      receivedMemory.add(chunk.byteLength);
      byteLength += chunk.byteLength;
      if (byteLength <= limit) chunks.push(chunk);
      else {
        chunks.length = 0;
        request.pause();
        reject(tooLarge(byteLength, limit));
      }
    });
    request.once("end", () => resolve({ chunks, byteLength }));
    // "close" also follows "end", and replaces "error", which has no listener.
    request.once("close", () => {
      if (!request.complete)
        reject(new StatusError("CANCELLED", "the client closed the connection within its request"));
    });
  });
}

/** The error for a body over the limit. */
export function tooLarge(bytes: number, limit: number): StatusError {
  return new StatusError(
    "RESOURCE_EXHAUSTED",
    `the request's body has at least ${bytes} bytes, which exceeds the maximum allowed value of ${limit}. Use --http-max-input-size to increase the limit.`,
  );
}

/** Views of `length` bytes from `start`; the range must be within the body. */
export function sliceSegments(body: Body, start: number, length: number): Uint8Array[] {
  const segments: Uint8Array[] = [];
  let chunkStart = 0;
  for (const chunk of body.chunks) {
    const from = Math.max(start - chunkStart, 0);
    const to = Math.min(start + length - chunkStart, chunk.byteLength);
    if (from < to) segments.push(chunk.subarray(from, to));
    chunkStart += chunk.byteLength;
    if (chunkStart >= start + length) break;
  }
  return segments;
}

/** `length` bytes from `start` as one buffer: a view if one chunk has them all, else a copy. */
export function sliceBytes(body: Body, start: number, length: number): Buffer {
  const segments = sliceSegments(body, start, length);
  const [only] = segments;
  if (segments.length !== 1 || only === undefined) return Buffer.concat(segments);
  return Buffer.from(only.buffer as ArrayBuffer, only.byteOffset, only.byteLength);
}
