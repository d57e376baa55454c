import type { OutputDifference } from "../../contract/index.ts";
import { type ResponseTensor, isWireDatatype, KINDS, splitTexts } from "../../wire/index.ts";

export interface Tolerances {
  readonly absolute: number;
  readonly relative: number;
}

type Sums = { -readonly [K in keyof OutputDifference]: OutputDifference[K] } & { sum: number };

/** Sums up how the outputs of two responses to the same inputs differ. */
export class Differences {
  readonly #tolerances: Tolerances;
  readonly #byName = new Map<string, Sums>();

  constructor(tolerances: Tolerances) {
    this.#tolerances = tolerances;
  }

  add(a: readonly ResponseTensor[], b: readonly ResponseTensor[]): void {
    for (const one of a) {
      const sums = this.#of(one);
      const other = b.find(({ name }) => name === one.name);
      const unlike = other ? unlikeness(one, other) : "B does not give it.";
      if (unlike !== null || !other) {
        sums.unlike ??= unlike;
        sums.requestsBeyond += 1;
      } else if (one.datatype === "BYTES") this.#addTexts(sums, one, other);
      else this.#addNumbers(sums, one, other);
    }
    for (const other of b)
      if (!a.some(({ name }) => name === other.name))
        this.#of(other).unlike ??= "A does not give it.";
  }

  outputs(): OutputDifference[] {
    return [...this.#byName.values()].map(({ sum, ...summary }) => {
      const bounded = summary.elements - summary.unbounded;
      const mean = summary.meanAbsolute === null || bounded === 0 ? null : sum / bounded;
      return { ...summary, meanAbsolute: mean };
    });
  }

  #of({ name, datatype }: ResponseTensor): Sums {
    const known = this.#byName.get(name);
    if (known) return known;
    const numeric = datatype !== "BYTES" ? 0 : null;
    const made: Sums = {
      name,
      datatype,
      unlike: null,
      elements: 0,
      beyond: 0,
      requestsBeyond: 0,
      unbounded: 0,
      largestAbsolute: numeric,
      largestRelative: numeric,
      meanAbsolute: numeric,
      rows: null,
      flips: null,
      sum: 0,
    };
    this.#byName.set(name, made);
    return made;
  }

  #addTexts(sums: Sums, a: ResponseTensor, b: ResponseTensor): void {
    const [one, other] = [splitTexts(a.data) ?? [], splitTexts(b.data) ?? []];
    const beyond = one.filter(
      (text, index) => Buffer.compare(text, other[index] ?? Buffer.alloc(0)) !== 0,
    ).length;
    sums.elements += one.length;
    sums.beyond += beyond;
    if (beyond > 0) sums.requestsBeyond += 1;
  }

  #addNumbers(sums: Sums, a: ResponseTensor, b: ResponseTensor): void {
    const [one, other] = [listElements(a), listElements(b)];
    const exact = isExact(a.datatype);
    const { absolute, relative } = this.#tolerances;
    let beyond = 0;
    one.forEach((from, index) => {
      const to = other[index] ?? Number.NaN;
      const difference = subtract(from, to);
      const size = Math.abs(Number(from));
      // No tolerance covers the distance to an infinity.
      const allowed = exact || !Number.isFinite(difference) ? 0 : absolute + relative * size;
      if (difference > allowed) beyond += 1;
      if (!Number.isFinite(difference)) {
        sums.unbounded += 1;
        return;
      }
      sums.sum += difference;
      sums.largestAbsolute = Math.max(sums.largestAbsolute ?? 0, difference);
      if (size > 0 && Number.isFinite(size))
        sums.largestRelative = Math.max(sums.largestRelative ?? 0, difference / size);
    });
    sums.elements += one.length;
    sums.beyond += beyond;
    if (beyond > 0) sums.requestsBeyond += 1;
    const classes = a.shape.at(-1) ?? 0;
    if (exact || classes < 2) return;
    for (let row = 0; row < one.length; row += classes) {
      sums.rows = (sums.rows ?? 0) + 1;
      const flipped = findLargest(one, row, classes) === findLargest(other, row, classes) ? 0 : 1;
      sums.flips = (sums.flips ?? 0) + flipped;
    }
  }
}

/** Why two tensors can't be compared element by element; null if they can. */
function unlikeness(a: ResponseTensor, b: ResponseTensor): string | null {
  if (a.datatype !== b.datatype) return `A gives ${a.datatype}, B ${b.datatype}.`;
  if (a.shape.join() !== b.shape.join())
    return `A gives the shape [${a.shape.join(", ")}], B [${b.shape.join(", ")}].`;
  if (!isWireDatatype(a.datatype)) return `'${a.datatype}' is no datatype that can be compared.`;
  return null;
}

function isExact(datatype: string): boolean {
  return !isWireDatatype(datatype) || datatype === "BYTES" || KINDS[datatype].whole;
}

/** 64-bit integers as bigint, since a number would not hold them exactly. */
function listElements({ datatype, data }: ResponseTensor): (number | bigint)[] {
  if (!isWireDatatype(datatype) || datatype === "BYTES") return [];
  const { bytes, read } = KINDS[datatype];
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Array.from({ length: Math.floor(data.byteLength / bytes) }, (_, index) =>
    read(view, index * bytes),
  );
}

/** NaN equals NaN and an infinity equals itself; compared with anything else both are infinitely far. */
function subtract(a: number | bigint, b: number | bigint): number {
  if (Object.is(a, b) || a === b) return 0;
  if (typeof a === "bigint" && typeof b === "bigint") return Number(a > b ? a - b : b - a);
  const difference = Math.abs(Number(b) - Number(a));
  return Number.isNaN(difference) ? Number.POSITIVE_INFINITY : difference;
}

/** The first of several; NaN counts as the largest, as in NumPy's argmax. */
function findLargest(values: readonly (number | bigint)[], from: number, length: number): number {
  let largest = from;
  for (let index = from; index < from + length; index++) {
    const value = values[index] ?? 0;
    if (Number.isNaN(value)) return index - from;
    if (value > (values[largest] ?? 0)) largest = index;
  }
  return largest - from;
}
