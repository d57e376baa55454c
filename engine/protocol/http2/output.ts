import type { Socket } from "node:net";
import { type FrameHead, HEAD_BYTES, writeHead } from "./frames.ts";

const SLAB_BYTES = 64 * 1024;

/** Pieces from this length on are passed to the socket as they are: cheaper than a copy. */
const MIN_UNCOPIED_BYTES = 8 * 1024;

/**
 * Memory that the frames of all connections are written to on their way to the sockets. A full slab
 * is released after the writes that still use it.
 */
let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let filled = 0;
let begun = 0;

/**
 * Frames of one flush of one connection. All its methods are called within one turn of the event
 * loop.
 */
export class Output {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Bytes that the peer hasn't taken. */
  get unsent(): number {
    return this.#socket.writableLength + filled - begun;
  }

  frame(head: FrameHead, payload: Uint8Array): void {
    this.head(head);
    this.bytes(payload, 0, payload.length);
  }

  head(head: FrameHead): void {
    if (SLAB_BYTES - filled < HEAD_BYTES) this.#next();
    writeHead(slab, filled, head);
    filled += HEAD_BYTES;
  }

  /** Larger pieces must not change until they are sent. */
  bytes(bytes: Uint8Array, from: number, to: number): void {
    if (to - from >= MIN_UNCOPIED_BYTES) {
      this.flush();
      this.#socket.write(bytes.subarray(from, to));
      return;
    }
    let at = from;
    while (at < to) {
      if (filled === SLAB_BYTES) this.#next();
      const end = Math.min(to, at + SLAB_BYTES - filled);
      slab.set(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end), filled);
      filled += end - at;
      at = end;
    }
  }

  /** Passes the frames to the socket. */
  flush(): void {
    if (filled > begun) this.#socket.write(slab.subarray(begun, filled));
    begun = filled;
  }

  #next(): void {
    this.flush();
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    filled = 0;
    begun = 0;
  }
}
