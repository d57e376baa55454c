import type { FigureId } from "../../../contract/index.ts";
import type { Breakdown } from "../../../servers/index.ts";
import type { Delta } from "../../delta/delta.ts";
import type { DeltaPart } from "../../delta/delta-part.ts";
import { listFigureIds } from "../../delta/part-figures.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";
import type { Column, Layout } from "./layout.ts";
import type { Rounding } from "./rounding.ts";

/** Flags in a column's first byte. Without KNOWN nothing follows; with ZERO no numbers but those of the other flags. */
const KNOWN = 1;
const ZERO = 2;
/** Its own seconds (rates) or readings (gauges), if they differ from the row's, or from one. */
const OWN = 4;
const RANGES = 8;
const BY = 16;

const writer = new ByteWriter(16 * 1024);

/**
 * Packs the numbers of an interval with the columns of `layout`: about one byte for an idle figure, five for others.
 */
export function pack({ seconds, parts }: Pick<Delta, "seconds" | "parts">): Uint8Array {
  const rowSeconds = Math.fround(seconds);
  writer.number(rowSeconds);
  for (const part of parts) if (part.form !== "unavailable") packPart(part, rowSeconds);
  return writer.take();
}

export function unpack(layout: Layout, bytes: Uint8Array): Pick<Delta, "seconds" | "parts"> {
  const reader = new ByteReader(bytes);
  const seconds = reader.number();
  return { seconds, parts: layout.columns.map((column) => unpackPart(reader, column, seconds)) };
}

/** Length of a row's interval. */
export function readSeconds(bytes: Uint8Array): number {
  return new ByteReader(bytes).number();
}

/** Columns of a row by ascending index; other columns are skipped. */
export function unpackSome(
  layout: Layout,
  bytes: Uint8Array,
  places: readonly number[],
): Map<number, DeltaPart> {
  const reader = new ByteReader(bytes);
  const seconds = reader.number();
  const parts = new Map<number, DeltaPart>();
  let at = 0;
  for (const place of places) {
    for (; at < place; at++) {
      const column = layout.columns[at];
      if (column) skipPart(reader, column);
    }
    const column = layout.columns[at++];
    if (column) parts.set(place, unpackPart(reader, column, seconds));
  }
  return parts;
}

type KnownPart = Exclude<DeltaPart, { form: "unavailable" }>;

function packPart(part: KnownPart, rowSeconds: number): void {
  const [known, zero, own] = toFlags(part, rowSeconds);
  if (!known) return writer.byte(0);
  const { ranges } = part;
  const by = readBreakdown(part);
  writer.byte(KNOWN | (zero ? ZERO : 0) | (own ? OWN : 0) | (ranges ? RANGES : 0) | (by ? BY : 0));
  if (own)
    writer.number(part.form === "rate" ? part.seconds : (part as { readings: number }).readings);
  if (!zero) packNumbers(part);
  if (by) packCounts(by);
  if (!ranges) return;
  for (const figure of listFigureIds(part)) {
    const [least, most] = ranges[figure] ?? [Number.NaN, Number.NaN];
    writer.number(least);
    writer.number(most);
  }
}

function readBreakdown(part: KnownPart): Breakdown | undefined {
  return part.form === "gauge" || part.form === "rate" ? part.by : undefined;
}

function toFlags(part: KnownPart, rowSeconds: number): readonly [boolean, boolean, boolean] {
  switch (part.form) {
    case "gauge":
      return [part.readings > 0, part.sum === 0, part.readings !== 1];
    case "rate":
      return [part.seconds > 0, part.growth === 0, Math.fround(part.seconds) !== rowSeconds];
    case "ratio":
      return [part.whole > 0 || part.part > 0, false, false];
    case "histogram":
      return [part.count > 0, false, false];
    case "latency":
      return [part.latency.indices.length > 0, false, false];
  }
}

function packNumbers(part: KnownPart): void {
  switch (part.form) {
    case "gauge":
      return writer.number(part.sum);
    case "rate":
      return writer.number(part.growth);
    case "ratio":
      writer.number(part.part);
      return writer.number(part.whole);
    case "histogram": {
      writer.number(part.sum);
      writer.number(part.count);
      return packCounts(
        part.counts.flatMap((count, index) => (count > 0 ? [[index, count] as const] : [])),
      );
    }
    case "latency": {
      const { indices, counts } = part.latency;
      return packCounts(indices.map((index, at) => [index, counts[at] ?? 0] as const));
    }
  }
}

/** Indices ascend. */
function packCounts(filled: readonly (readonly [index: number, count: number])[]): void {
  writer.whole(filled.length);
  let before = 0;
  for (const [index, count] of filled) {
    writer.whole(index - before);
    writer.number(count);
    before = index;
  }
}

function* unpackCounts(reader: ByteReader): Generator<readonly [index: number, count: number]> {
  let at = 0;
  for (let filled = reader.whole(); filled > 0; filled--) {
    at += reader.whole();
    yield [at, reader.number()];
  }
}

function unpackPart(reader: ByteReader, column: Column, rowSeconds: number): DeltaPart {
  const flags = reader.byte();
  const known = (flags & KNOWN) !== 0;
  const full = known && (flags & ZERO) === 0;
  const own = (flags & OWN) !== 0 ? reader.number() : null;
  const numbers = unpackNumbers(reader, column, { known, full, own, rowSeconds });
  const part = (flags & BY) === 0 ? numbers : { ...numbers, by: [...unpackCounts(reader)] };
  return (flags & RANGES) !== 0 ? { ...part, ranges: unpackRanges(reader, part) } : part;
}

interface PackedPart {
  /** It has a value in the row. */
  readonly known: boolean;
  /** Its value is not zero. */
  readonly full: boolean;
  /** Its own readings or seconds, if they differ from the row's. */
  readonly own: number | null;
  readonly rowSeconds: number;
}

function unpackNumbers(
  reader: ByteReader,
  column: Column,
  { known, full, own, rowSeconds }: PackedPart,
): DeltaPart {
  const next = () => (full ? reader.number() : 0);
  switch (column.form) {
    case "gauge":
      return { ...column, sum: next(), readings: known ? (own ?? 1) : 0 };
    case "rate":
      return { ...column, growth: next(), seconds: known ? (own ?? rowSeconds) : 0 };
    case "ratio":
      return { ...column, part: next(), whole: next() };
    case "histogram": {
      const [sum, count] = [next(), next()];
      const counts = column.bounds.map(() => 0);
      if (full) for (const [at, value] of unpackCounts(reader)) counts[at] = value;
      return { ...column, sum, count, counts };
    }
    case "latency": {
      const filled = full ? [...unpackCounts(reader)] : [];
      const latency = { indices: filled.map(([at]) => at), counts: filled.map(([, n]) => n) };
      return { ...column, latency };
    }
    case "unavailable":
      return { ...column, hint: "" };
  }
}

function unpackRanges(reader: ByteReader, part: DeltaPart): NonNullable<DeltaPart["ranges"]> {
  const ranges: Partial<Record<FigureId, readonly [number, number]>> = {};
  for (const figure of listFigureIds(part)) {
    const [least, most] = [reader.number(), reader.number()];
    if (!Number.isNaN(least)) ranges[figure] = [least, most];
  }
  return ranges;
}

const NUMBERS = { gauge: 4, rate: 4, ratio: 8, histogram: 8, latency: 0, unavailable: 0 } as const;

const hasCounts = ({ form }: Column) => form === "histogram" || form === "latency";

function skipPart(reader: ByteReader, column: Column): void {
  const flags = reader.byte();
  if ((flags & OWN) !== 0) reader.skip(4);
  if ((flags & KNOWN) !== 0 && (flags & ZERO) === 0) {
    reader.skip(NUMBERS[column.form]);
    if (hasCounts(column)) skipCounts(reader);
  }
  if ((flags & BY) !== 0) skipCounts(reader);
  if ((flags & RANGES) !== 0) reader.skip(8 * listFigureIds(column as DeltaPart).length);
}

function skipCounts(reader: ByteReader): void {
  for (let filled = reader.whole(); filled > 0; filled--) {
    reader.whole();
    reader.skip(4);
  }
}

/** Source of packed parts. */
export interface Source {
  byte(): number;
  whole(): number;
  number(): number;
}

/** Destination of packed parts; may round numbers as requested. */
export interface Target {
  byte(value: number): void;
  whole(value: number): void;
  number(value: number, rounding: Rounding): void;
}

/** Copies one part in the format of {@link pack}. */
export function copyPart(from: Source, to: Target, column: Column): void {
  const flags = from.byte();
  to.byte(flags);
  if ((flags & OWN) !== 0) to.number(from.number(), "near");
  if ((flags & KNOWN) !== 0 && (flags & ZERO) === 0) copyNumbers(from, to, column);
  if ((flags & BY) !== 0) copyCounts(from, to);
  if ((flags & RANGES) === 0) return;
  for (const _ of listFigureIds(column as DeltaPart)) {
    to.number(from.number(), "down");
    to.number(from.number(), "up");
  }
}

function copyNumbers(from: Source, to: Target, column: Column): void {
  for (let bytes = NUMBERS[column.form]; bytes > 0; bytes -= 4) to.number(from.number(), "near");
  if (hasCounts(column)) copyCounts(from, to);
}

function copyCounts(from: Source, to: Target): void {
  const filled = from.whole();
  to.whole(filled);
  for (let index = 0; index < filled; index++) {
    to.whole(from.whole());
    to.number(from.number(), "near");
  }
}
