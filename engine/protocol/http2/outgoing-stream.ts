import type { OutgoingField } from "./hpack/encoder.ts";

/** Headers that a stream will send. */
export interface OutgoingHeaders {
  readonly fields: readonly OutgoingField[];
  /** The fields are always the same object. */
  readonly constant: boolean;
  /** Nothing follows them. */
  readonly ends: boolean;
}

/** Writes `bytes` from `from` to `to`. */
export type WritePart = (bytes: Uint8Array, from: number, to: number) => void;

/** What one stream will send, in order and as far as the peer's windows allow. */
export abstract class OutgoingStream {
  /** 0 for a client's stream that hasn't started. */
  id: number;
  sendWindow: number;
  /** False once it was reset or its connection was lost. */
  isOpen = true;
  /** It is waiting for the next flush of its connection. */
  isReady = false;
  /** The queued data ends our side, without trailers. */
  endsWithData = false;
  readonly #parts: Uint8Array[] = [];
  #partAt = 0;
  #queuedBytes = 0;

  constructor(id: number, sendWindow: number) {
    this.id = id;
    this.sendWindow = sendWindow;
  }

  /** We have closed our side, and the peer should close its own. */
  abstract readonly stopsPeer: boolean;
  /** Takes the headers to send, once. */
  abstract takeHeaders(): OutgoingHeaders | undefined;
  /** Takes the trailers if they may be sent now, once. */
  abstract takeTrailers(): readonly OutgoingField[] | undefined;

  /** Queued bytes. */
  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** Takes the next bytes of data, in pieces. */
  takeData(length: number, write: WritePart): void {
    let left = length;
    this.#queuedBytes -= length;
    while (left > 0) {
      const part = this.#parts[0] as Uint8Array;
      const end = Math.min(part.byteLength, this.#partAt + left);
      write(part, this.#partAt, end);
      left -= end - this.#partAt;
      this.#partAt = end;
      if (end < part.byteLength) break;
      this.#parts.shift();
      this.#partAt = 0;
    }
  }

  protected queue(bytes: Uint8Array): void {
    if (bytes.byteLength === 0) return;
    this.#parts.push(bytes);
    this.#queuedBytes += bytes.byteLength;
  }

  /** Drops queued data. */
  protected dropData(): void {
    this.#parts.length = 0;
    this.#partAt = 0;
    this.#queuedBytes = 0;
  }
}
