import { DEFAULT_TABLE_BYTES } from "./decoder.ts";
import { DynamicTable, type Field, fieldSize } from "./dynamic-table.ts";
import { encodeHuffman } from "./huffman.ts";
import { STATIC_TABLE } from "./static-table.ts";

export interface OutgoingField extends Field {
  /** Sent often: added to the dynamic table while there is room. */
  readonly indexed?: boolean;
}

const staticNames = new Map<string, number>();
const staticFields = new Map<string, number>();
for (const [i, [name, value]] of STATIC_TABLE.entries()) {
  if (!staticNames.has(name)) staticNames.set(name, i + 1);
  staticFields.set(`${name}\0${value}`, i + 1);
}

/**
 * Encodes header blocks for one connection. A constant block is encoded once; its bytes are reused
 * until the dynamic table changes.
 */
export class HpackEncoder {
  readonly #table = new DynamicTable(DEFAULT_TABLE_BYTES);
  /** For each field, how many had been added when it was, itself included. */
  readonly #added = new Map<string, number>();
  readonly #cached = new Map<readonly OutgoingField[], { bytes: Buffer; version: number }>();
  #mayIndex = true;
  #announceEmptyTable = false;

  /** The peer's SETTINGS_HEADER_TABLE_SIZE. Below the default, the dynamic table isn't used. */
  limitTable(bytes: number): void {
    if (bytes >= DEFAULT_TABLE_BYTES || !this.#mayIndex) return;
    this.#mayIndex = false;
    this.#announceEmptyTable = true;
    this.#table.resize(0);
    this.#added.clear();
  }

  encode(fields: readonly OutgoingField[]): Buffer {
    const bytes: number[] = [];
    if (this.#announceEmptyTable) {
      bytes.push(0x20);
      this.#announceEmptyTable = false;
    }
    for (const field of fields) this.#field(bytes, field);
    return Buffer.from(bytes);
  }

  /** Like `encode`, for fields that are always the same object. */
  encodeConstant(fields: readonly OutgoingField[]): Buffer {
    const cached = this.#cached.get(fields);
    if (cached?.version === this.#table.version && !this.#announceEmptyTable) return cached.bytes;
    const { version } = this.#table;
    const announced = this.#announceEmptyTable;
    const bytes = this.encode(fields);
    if (version === this.#table.version && !announced) this.#cached.set(fields, { bytes, version });
    return bytes;
  }

  #field(bytes: number[], field: OutgoingField): void {
    const { name, value, indexed = false } = field;
    const key = `${name}\0${value}`;
    const known = staticFields.get(key) ?? this.#dynamicIndex(key);
    if (known !== undefined) {
      integer(bytes, { value: known, prefixBits: 7, flags: 0x80 });
      return;
    }
    // Nothing is evicted, so a field's index follows from how many were added after it.
    const fits = this.#table.size + fieldSize(field) <= this.#table.capacity;
    const add = indexed && this.#mayIndex && fits;
    const index = staticNames.get(name) ?? 0;
    integer(
      bytes,
      add
        ? { value: index, prefixBits: 6, flags: 0x40 }
        : { value: index, prefixBits: 4, flags: 0 },
    );
    if (index === 0) string(bytes, name);
    string(bytes, value);
    if (!add) return;
    this.#table.add(field);
    this.#added.set(key, this.#added.size + 1);
  }

  #dynamicIndex(key: string): number | undefined {
    const added = this.#added.get(key);
    return added === undefined ? undefined : STATIC_TABLE.length + this.#added.size - added + 1;
  }
}

interface PrefixedInteger {
  readonly value: number;
  readonly prefixBits: number;
  readonly flags: number;
}

function integer(bytes: number[], { value, prefixBits, flags }: PrefixedInteger): void {
  const most = (1 << prefixBits) - 1;
  if (value < most) {
    bytes.push(flags | value);
    return;
  }
  bytes.push(flags | most);
  let rest = value - most;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  bytes.push(rest);
}

function string(bytes: number[], text: string): void {
  const plain = Buffer.from(text, "latin1");
  const coded = encodeHuffman(plain);
  const huffman = coded.length < plain.length;
  const shorter = huffman ? coded : plain;
  integer(bytes, { value: shorter.length, prefixBits: 7, flags: huffman ? 0x80 : 0 });
  for (const byte of shorter) bytes.push(byte);
}
