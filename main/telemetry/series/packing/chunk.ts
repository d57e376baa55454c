import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ByteReader, ByteWriter } from "./bytes.ts";
import type { Layout } from "./layout.ts";
import { copyPart, type Source, type Target } from "./pack.ts";
import { rounded, type Rounding } from "./rounding.ts";

interface PackedRow {
  readonly t: number;
  readonly bytes: Uint8Array;
}

/**
 * Packs rows of one layout: for each column similar numbers are stored together, the first bytes of all before the
 * second, so that they deflate to a third of the separate rows. Numbers are rounded (see rounding.ts).
 */
export function packChunk(layout: Layout, rows: readonly PackedRow[]): Uint8Array {
  const times = new ByteWriter();
  const lines = rows.map(({ bytes }) => new ByteReader(bytes));
  const writer = new ByteWriter(64 * 1024);
  times.whole(rows.length);
  let before = 0;
  for (const { t } of rows) {
    times.whole(Math.max(0, t - before));
    before = t;
  }
  writer.bytes(times.take());
  const seconds = new Columns();
  for (const line of lines) {
    seconds.number(line.number(), "exact");
    seconds.endRow();
  }
  seconds.writeTo(writer);
  for (const column of layout.columns) {
    const columns = new Columns();
    for (const line of lines) {
      copyPart(line, columns, column);
      columns.endRow();
    }
    columns.writeTo(writer);
  }
  return deflateRawSync(writer.take());
}

/** Reads what {@link packChunk} wrote. */
export function unpackChunk(layout: Layout, chunk: Uint8Array): PackedRow[] {
  const reader = new ByteReader(new Uint8Array(inflateRawSync(chunk)));
  const count = reader.whole();
  let t = 0;
  const times = Array.from({ length: count }, () => (t += reader.whole()));
  const rows = times.map(() => new ByteWriter(4096));
  const seconds = new ReadColumns(reader);
  for (const row of rows) {
    row.number(seconds.number());
    seconds.endRow();
  }
  for (const column of layout.columns) {
    const columns = new ReadColumns(reader);
    for (const row of rows) {
      copyPart(columns, row, column);
      columns.endRow();
    }
  }
  return rows.map((row, index) => ({ t: times[index] ?? 0, bytes: row.take() }));
}

/** One column of all rows: how to read it, and the first, second, … number of each row. */
class Columns implements Target {
  readonly #marks = new ByteWriter(256);
  readonly #numbers: number[][] = [];
  #at = 0;

  byte(value: number): void {
    this.#marks.byte(value);
  }

  whole(value: number): void {
    this.#marks.whole(value);
  }

  number(value: number, rounding: Rounding): void {
    const bits = rounded(value, rounding);
    const column = this.#numbers[this.#at++];
    if (column) column.push(bits);
    else this.#numbers.push([bits]);
  }

  endRow(): void {
    this.#at = 0;
  }

  writeTo(writer: ByteWriter): void {
    const marks = this.#marks.take();
    writer.whole(marks.length);
    writer.bytes(marks);
    writer.whole(this.#numbers.length);
    for (const bits of this.#numbers) {
      writer.whole(bits.length);
      for (let shift = 24; shift >= 0; shift -= 8)
        for (const each of bits) writer.byte((each >>> shift) & 255);
    }
  }
}

class ReadColumns implements Source {
  readonly #marks: ByteReader;
  readonly #numbers: { readonly bytes: Uint8Array; at: number }[];
  #at = 0;

  constructor(reader: ByteReader) {
    this.#marks = new ByteReader(reader.bytes(reader.whole()));
    this.#numbers = Array.from({ length: reader.whole() }, () => ({
      bytes: reader.bytes(reader.whole() * 4),
      at: 0,
    }));
  }

  byte(): number {
    return this.#marks.byte();
  }

  whole(): number {
    return this.#marks.whole();
  }

  number(): number {
    const column = this.#numbers[this.#at++];
    if (!column) throw new RangeError("a chunk ends before its rows do");
    const { bytes } = column;
    const count = bytes.length / 4;
    const at = column.at++;
    const part = (plane: number) => bytes[plane * count + at] ?? 0;
    bitsView.setUint32(0, ((part(0) << 24) | (part(1) << 16) | (part(2) << 8) | part(3)) >>> 0);
    return bitsView.getFloat32(0);
  }

  endRow(): void {
    this.#at = 0;
  }
}

const bitsView = new DataView(new ArrayBuffer(4));
