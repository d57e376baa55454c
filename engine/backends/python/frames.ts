import { StatusError } from "../../../base/status-error.ts";

/** Prefix of each frame: the lengths of its JSON header and of the bytes after it. */
const LENGTHS = 8;
const MAX_HEADER = 64 * 1024 * 1024;
const MAX_PAYLOAD = 2 ** 31 - 1;

/** Alignment of tensors after a header. */
export const ALIGNMENT = 16;

export type Header = Readonly<Record<string, unknown>>;

/** A frame for a Python process; `parts` start at multiples of {@link ALIGNMENT}. */
export function encodeFrame(header: Header, parts: readonly Uint8Array[]): Uint8Array {
  const text = JSON.stringify(header);
  const headerLength = Buffer.byteLength(text);
  const payloadLength = parts.reduce((sum, part) => sum + padded(part.byteLength), 0);
  const frame = Buffer.allocUnsafe(LENGTHS + headerLength + payloadLength);
  frame.writeUInt32LE(headerLength, 0);
  frame.writeUInt32LE(payloadLength, 4);
  frame.write(text, LENGTHS);
  let at = LENGTHS + headerLength;
  for (const part of parts) {
    frame.set(part, at);
    at += padded(part.byteLength);
  }
  return frame;
}

export function padded(byteLength: number): number {
  return Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT;
}

/** Parses frames from a Python process, however they are split. */
export class FrameReader {
  readonly #take: (header: Header, payload: Uint8Array) => void;
  #pieces: Uint8Array[] = [];
  #length = 0;
  /** Of the incomplete frame. */
  #need = LENGTHS;

  /** `take` gets memory of its own. */
  constructor(take: (header: Header, payload: Uint8Array) => void) {
    this.#take = take;
  }

  /** Throws INTERNAL for an invalid frame. */
  push(piece: Uint8Array): void {
    this.#pieces.push(piece);
    this.#length += piece.byteLength;
    while (this.#length >= this.#need) {
      const bytes = this.#joined();
      const lengths = frameLengths(bytes);
      const end = LENGTHS + lengths.header + lengths.payload;
      if (bytes.byteLength < end) {
        this.#need = end;
        return;
      }
      this.#pieces = bytes.byteLength > end ? [bytes.subarray(end)] : [];
      this.#length = bytes.byteLength - end;
      this.#need = LENGTHS;
      const start = LENGTHS + lengths.header;
      // A view would keep all of a pooled buffer.
      this.#take(
        parseHeader(bytes.subarray(LENGTHS, start)),
        new Uint8Array(bytes.subarray(start, end)),
      );
    }
  }

  #joined(): Uint8Array {
    const [only] = this.#pieces;
    if (this.#pieces.length === 1 && only) return only;
    const bytes = Buffer.concat(this.#pieces);
    this.#pieces = [bytes];
    return bytes;
  }
}

function frameLengths(bytes: Uint8Array): { header: number; payload: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = view.getUint32(0, true);
  const payload = view.getUint32(4, true);
  if (header <= MAX_HEADER && payload <= MAX_PAYLOAD) return { header, payload };
  throw new StatusError(
    "INTERNAL",
    `the Python process sent a frame of ${header} and ${payload} bytes, at most ${MAX_HEADER} and ${MAX_PAYLOAD} are read`,
  );
}

function parseHeader(bytes: Uint8Array): Header {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      return value as Header;
    }
  } catch {
    // Reported below.
  }
  throw new StatusError("INTERNAL", "the Python process sent a frame that is no JSON object");
}
