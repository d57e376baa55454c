import type { WireDatatype } from "../../../engine/types.ts";
import { KINDS } from "./elements.ts";

/** One input as sent: the shape is complete, with the batch dimension if the model batches. */
export interface InputSpec {
  readonly name: string;
  readonly datatype: WireDatatype;
  readonly shape: readonly number[];
  /** What the model declares per item: without the batch, -1 for any size. Absent: like `shape`. */
  readonly dims?: readonly number[];
  /** The model also runs without it. */
  readonly optional?: boolean;
}

export function elementsIn(shape: readonly number[]): number {
  return shape.reduce((product, dim) => product * dim, 1);
}

/** The first dimension of the shape is the batch. */
export function isBatched({ shape, dims }: InputSpec, batchSize: number): boolean {
  return dims ? dims.length < shape.length : shape[0] === batchSize;
}

/** The shape of one item of a request of `batchSize`. */
export function itemShape(input: InputSpec, batchSize: number): readonly number[] {
  return isBatched(input, batchSize) ? input.shape.slice(1) : input.shape;
}

/** Bytes of such a tensor whose BYTES elements have at most `textBytes`. */
export function tensorBytes({ datatype, shape }: InputSpec, textBytes: number): number {
  const each = datatype === "BYTES" ? 4 + textBytes : KINDS[datatype].bytes;
  return elementsIn(shape) * each;
}
