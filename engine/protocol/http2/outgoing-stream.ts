import type { OutgoingField } from "./hpack/encoder.ts";

/** Headers that a stream is to send. */
export interface OutgoingHeaders {
  readonly fields: readonly OutgoingField[];
  /** The fields are the same object each time. */
  readonly constant: boolean;
  /** Nothing follows them. */
  readonly ends: boolean;
}

/** Writes `bytes` from `from` to `to`. */
export type WritePart = (bytes: Uint8Array, from: number, to: number) => void;

/** What one stream is to send, in the order and as far as its peer's windows allow. */
export abstract class OutgoingStream {
  /** 0 for a client's stream that has not begun. */
  id: number;
  sendWindow: number;
  /** False once it was reset or its connection lost. */
  isOpen = true;
  /** It waits for its connection's next flush. */
  isReady = false;
  /** Our side ends with the data that is queued, without trailers. */
  endsWithData = false;
  readonly #parts: Uint8Array[] = [];
  #partAt = 0;
  #queuedBytes = 0;

  constructor(id: number, sendWindow: number) {
    this.id = id;
    this.sendWindow = sendWindow;
  }

  /** Our side has ended, and the peer's is to end too. */
  abstract readonly stopsPeer: boolean;
  /** The headers that are to be sent, once. */
  abstract takeHeaders(): OutgoingHeaders | undefined;
  /** The trailers that are to be sent now, once. */
  abstract takeTrailers(): readonly OutgoingField[] | undefined;

  /** Bytes of data that are to be sent. */
  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** The next bytes of data, in pieces. */
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

  /** Forgets the data that is to be sent. */
  protected dropData(): void {
    this.#parts.length = 0;
    this.#partAt = 0;
    this.#queuedBytes = 0;
  }
}
