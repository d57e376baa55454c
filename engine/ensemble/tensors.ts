import { dimsMatch } from "../config/validation/check.ts";
import type { InputTensor, OutputTensor, ParameterValue } from "../types.ts";

/** Sequence parameters of a request. */
export interface SequenceParameters {
  readonly sequence_id: ParameterValue;
  readonly sequence_start: ParameterValue;
  readonly sequence_end: ParameterValue;
}

/** A tensor passed through the graph; its bytes are views of what the client or a step provided. */
export interface EnsembleTensor {
  readonly datatype: string;
  readonly shape: readonly number[];
  readonly segments: readonly Uint8Array[];
  readonly byteLength: number;
}

/** A value of an ensemble tensor. `tensor` is undefined if an optional input or an output was left out. */
export interface TensorValue {
  readonly tensor: EnsembleTensor | undefined;
  /** Batch size of the request that produced it: 0 if its model doesn't batch. */
  readonly batchSize: number;
  /** Sequence of the step that produced it; undefined for the client's inputs. */
  readonly sequence: SequenceParameters | undefined;
}

/** Values of one ensemble tensor, in order: a decoupled step produces several. */
export class TensorSeries {
  readonly #readers: number;
  readonly #values = new Map<number, { readonly value: TensorValue; unread: number }>();
  #next = 0;

  /** `readers`: how often each value is taken. */
  constructor(readers: number) {
    this.#readers = readers;
  }

  /** Returns the index of the value. */
  add(value: TensorValue): number {
    this.#values.set(this.#next, { value, unread: this.#readers });
    return this.#next++;
  }

  has(iteration: number): boolean {
    return this.#values.has(iteration);
  }

  /** Drops the value after its last reader has taken it. */
  take(iteration: number): TensorValue | undefined {
    const entry = this.#values.get(iteration);
    if (entry === undefined) return undefined;
    entry.unread -= 1;
    if (entry.unread === 0) this.#values.delete(iteration);
    return entry.value;
  }
}

/**
 * A tensor's shape when passed between a model that batches and one that doesn't (rule ENSEMBLE-6). `dims`: those of the
 * receiver, without batch dimension; `batchSize`: 0 if the sender doesn't batch.
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
