import { dimsMatch } from "../config/validation/check.ts";
import type { InputTensor, OutputTensor, ParameterValue } from "../types.ts";

/** What a sequence's requests carry. */
export interface SequenceParameters {
  readonly sequence_id: ParameterValue;
  readonly sequence_start: ParameterValue;
  readonly sequence_end: ParameterValue;
}

/** One tensor on its way through the graph; the bytes are views of what the client or a step gave. */
export interface EnsembleTensor {
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly segments: readonly Uint8Array[];
  readonly byteLength: number;
}

/** A value of an ensemble tensor. `tensor` is undefined where an optional input or an output was left out. */
export interface TensorValue {
  readonly tensor: EnsembleTensor | undefined;
  /** Of the request that made it: 0 where its model does not batch. */
  readonly batchSize: number;
  /** Of the step that made it; undefined for what the client sent. */
  readonly sequence: SequenceParameters | undefined;
}

/** Values of one ensemble tensor, in order: a decoupled step gives several. */
export class TensorSeries {
  readonly #readers: number;
  readonly #values = new Map<number, { readonly value: TensorValue; unread: number }>();
  #next = 0;

  /** `readers`: how often each value is taken. */
  constructor(readers: number) {
    this.#readers = readers;
  }

  /** Returns the value's place in the series. */
  add(value: TensorValue): number {
    this.#values.set(this.#next, { value, unread: this.#readers });
    return this.#next++;
  }

  has(iteration: number): boolean {
    return this.#values.has(iteration);
  }

  /** Forgets the value after its last reader. */
  take(iteration: number): TensorValue | undefined {
    const entry = this.#values.get(iteration);
    if (entry === undefined) return undefined;
    entry.unread -= 1;
    if (entry.unread === 0) this.#values.delete(iteration);
    return entry.value;
  }
}

/**
 * A tensor's shape where it goes between a model that batches and one that does not (rule ENSEMBLE-6): `dims` are the
 * receiver's, without batch dimension; `batchSize` is 0 where the sender does not batch.
 */
export function handedOnShape(
  shape: readonly number[],
  batchSize: number,
  dims: readonly number[],
  batches: boolean,
): readonly number[] {
  if (batches === batchSize > 0) return shape;
  if (batches) return dimsMatch(dims, shape) ? [1, ...shape] : shape;
  return !dimsMatch(dims, shape) && batchSize === 1 ? shape.slice(1) : shape;
}

export function fromInput({ datatype, shape, segments, byteLength }: InputTensor): EnsembleTensor {
  return { datatype, shape, segments, byteLength };
}

export function fromOutput({ datatype, shape, data }: OutputTensor): EnsembleTensor {
  return { datatype, shape, segments: [data], byteLength: data.byteLength };
}
