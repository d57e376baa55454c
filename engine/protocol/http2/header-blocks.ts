import { ConnectionError, ERROR, FLAG, type FrameHead } from "./frames.ts";
import { HpackDecoder } from "./hpack/decoder.ts";
import { HpackError } from "./hpack/hpack-error.ts";
import type { HeaderList } from "./header-list.ts";

/** Limits of one header block: compressed bytes and frames. */
const MAX_BLOCK_BYTES = 64 * 1024;
const MAX_CONTINUATIONS = 16;

const PRIORITY_BYTES = 5;

/** Number of cached blocks: headers and trailers of the most frequent messages. */
const MAX_KNOWN = 4;

export interface HeaderBlock {
  readonly streamId: number;
  readonly endsStream: boolean;
  readonly list: HeaderList;
}

interface KnownBlock {
  readonly bytes: Buffer;
  readonly list: HeaderList;
}

/** Assembles and decodes the header blocks of a connection from HEADERS and CONTINUATION frames. */
export class HeaderBlocks {
  readonly #decoder = new HpackDecoder();
  #streamId = 0;
  #endsStream = false;
  #isOpen = false;
  #parts: Buffer[] = [];
  #bytes = 0;
  #list: HeaderList;
  readonly #newList: () => HeaderList;
  /** Blocks that changed no table, with their fields: peers repeat the same ones. */
  #known: KnownBlock[] = [];
  #knownVersion = 0;

  constructor(newList: () => HeaderList) {
    this.#newList = newList;
    this.#list = newList();
  }

  /** The stream whose block is incomplete. */
  get streamId(): number | undefined {
    return this.#isOpen ? this.#streamId : undefined;
  }

  /** True when the block is complete. */
  begin({ flags, streamId }: FrameHead, bytes: Buffer, start: number, end: number): boolean {
    let from = start;
    let to = end;
    if ((flags & FLAG.padded) !== 0) {
      if (from >= to) throw new ConnectionError(ERROR.frameSize, "HEADERS without padding length");
      to -= bytes[from++] as number;
    }
    if ((flags & FLAG.priority) !== 0) from += PRIORITY_BYTES;
    if (from > to) {
      const short = from > end;
      throw new ConnectionError(
        short ? ERROR.frameSize : ERROR.protocol,
        "HEADERS are shorter than their padding and priority",
      );
    }
    this.#streamId = streamId;
    this.#endsStream = (flags & FLAG.endStream) !== 0;
    this.#checkSize(to - from);
    if ((flags & FLAG.endHeaders) !== 0) {
      this.#decode(bytes, from, to);
      return true;
    }
    this.#isOpen = true;
    this.#parts = [Buffer.from(bytes.subarray(from, to))];
    this.#bytes = to - from;
    return false;
  }

  /** True when the block is complete. */
  add({ flags }: FrameHead, bytes: Buffer): boolean {
    this.#bytes += bytes.length;
    this.#checkSize(this.#bytes);
    if (this.#parts.length > MAX_CONTINUATIONS) {
      throw new ConnectionError(ERROR.enhanceYourCalm, "a header block comes in too many frames");
    }
    this.#parts.push(Buffer.from(bytes));
    if ((flags & FLAG.endHeaders) === 0) return false;
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#isOpen = false;
    this.#decode(whole, 0, whole.length);
    return true;
  }

  /** The completed block. */
  take(): HeaderBlock {
    return { streamId: this.#streamId, endsStream: this.#endsStream, list: this.#list };
  }

  #decode(bytes: Buffer, start: number, end: number): void {
    const { version } = this.#decoder;
    if (version !== this.#knownVersion) this.#known = [];
    for (const known of this.#known) {
      if (known.bytes.length !== end - start || known.bytes.compare(bytes, start, end) !== 0)
        continue;
      this.#list = known.list;
      return;
    }
    const list = this.#newList();
    try {
      this.#decoder.decode(bytes, start, end, list.add);
    } catch (error) {
      if (!(error instanceof HpackError)) throw error;
      throw new ConnectionError(ERROR.compression, error.message);
    }
    this.#list = list;
    if (version !== this.#decoder.version) return;
    this.#knownVersion = version;
    if (this.#known.length === MAX_KNOWN) this.#known.shift();
    this.#known.push({ bytes: Buffer.from(bytes.subarray(start, end)), list });
  }

  #checkSize(bytes: number): void {
    if (bytes <= MAX_BLOCK_BYTES) return;
    throw new ConnectionError(
      ERROR.enhanceYourCalm,
      `a header block of more than ${MAX_BLOCK_BYTES} bytes`,
    );
  }
}
