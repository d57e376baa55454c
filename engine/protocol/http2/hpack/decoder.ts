import { DynamicTable, type Field } from "./dynamic-table.ts";
import { HpackError } from "./hpack-error.ts";
import { decodeHuffman } from "./huffman.ts";

/** The initial table size, and all that we offer (RFC 9113, 6.5.2). */
export const DEFAULT_TABLE_BYTES = 4096;

/** Bytes of an integer after its prefix: nothing that we accept needs more than 28 bits. */
const MAX_INTEGER_BYTES = 4;

/** Decodes consecutive header blocks as the peer's encoder wrote them. */
export class HpackDecoder {
  readonly #table = new DynamicTable(DEFAULT_TABLE_BYTES);
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;

  /** While this doesn't change, the same block has the same fields. */
  get version(): number {
    return this.#table.version;
  }

  /** Calls `onField` for each field. Throws an HpackError for an invalid block. */
  decode(bytes: Buffer, start: number, end: number, onField: (field: Field) => void): void {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    let mayResize = true;
    while (this.#at < end) {
      const first = bytes[this.#at] as number;
      if (first >= 0x20 && first < 0x40) {
        if (!mayResize) throw new HpackError("a table size update stands behind a field");
        this.#resize(this.#integer(5));
        continue;
      }
      mayResize = false;
      if (first >= 0x80) onField(this.#indexed(this.#integer(7)));
      else if (first >= 0x40) {
        const field = this.#literal(6);
        this.#table.add(field);
        onField(field);
      } else onField(this.#literal(4));
    }
  }

  #resize(capacity: number): void {
    if (capacity > DEFAULT_TABLE_BYTES) {
      throw new HpackError(`a table of ${capacity} bytes: at most ${DEFAULT_TABLE_BYTES}`);
    }
    this.#table.resize(capacity);
  }

  #indexed(index: number): Field {
    const field = index === 0 ? undefined : this.#table.at(index);
    if (field === undefined) throw new HpackError(`no field has the index ${index}`);
    return field;
  }

  #literal(prefixBits: number): Field {
    const index = this.#integer(prefixBits);
    const name = index === 0 ? this.#string() : this.#indexed(index).name;
    return { name, value: this.#string() };
  }

  #integer(prefixBits: number): number {
    const most = (1 << prefixBits) - 1;
    let value = this.#next() & most;
    if (value < most) return value;
    for (let i = 0; i < MAX_INTEGER_BYTES; i++) {
      const byte = this.#next();
      value += (byte & 0x7f) << (7 * i);
      if (byte < 0x80) return value;
    }
    throw new HpackError("an integer is too long");
  }

  #string(): string {
    if (this.#at >= this.#end) throw new HpackError("a header block is cut short");
    const huffman = (this.#bytes[this.#at] as number) >= 0x80;
    const length = this.#integer(7);
    const start = this.#at;
    this.#at += length;
    if (this.#at > this.#end) throw new HpackError("a string is longer than its header block");
    return huffman
      ? decodeHuffman(this.#bytes, start, this.#at)
      : this.#bytes.toString("latin1", start, this.#at);
  }

  #next(): number {
    if (this.#at >= this.#end) throw new HpackError("a header block is cut short");
    return this.#bytes[this.#at++] as number;
  }
}
