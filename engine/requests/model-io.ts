import type { ModelConfig } from "../config/types.ts";
import type { TensorMetadata, WireDatatype } from "../types.ts";
import { wireDatatype } from "./datatypes.ts";

/** An input or output of a model, prepared for checking requests against it. */
export interface TensorSpec {
  readonly name: string;
  readonly datatype: WireDatatype;
  /** Without the batch dimension; −1 is variable. */
  readonly dims: readonly number[];
  /** The dims the model itself sees, where they differ. */
  readonly reshape: readonly number[] | undefined;
}

export interface InputSpec extends TensorSpec {
  readonly optional: boolean;
  readonly variable: boolean;
}

export interface OutputSpec extends TensorSpec {
  readonly labelFile: string;
}

/** A model version's tensors, from its completed configuration. */
export interface ModelIo {
  readonly model: string;
  readonly maxBatchSize: number;
  readonly inputs: readonly InputSpec[];
  readonly outputs: readonly OutputSpec[];
  readonly inputsByName: ReadonlyMap<string, InputSpec>;
  readonly outputsByName: ReadonlyMap<string, OutputSpec>;
}

export function modelIo(config: ModelConfig): ModelIo {
  const inputs = config.input.map((input) => ({
    name: input.name,
    datatype: wireDatatype(input.data_type),
    dims: input.dims,
    reshape: input.reshape?.shape,
    optional: input.optional,
    variable: input.dims.includes(-1),
  }));
  const outputs = config.output.map((output) => ({
    name: output.name,
    datatype: wireDatatype(output.data_type),
    dims: output.dims,
    reshape: output.reshape?.shape,
    labelFile: output.label_filename,
  }));
  return {
    model: config.name,
    maxBatchSize: config.max_batch_size,
    inputs,
    outputs,
    inputsByName: new Map(inputs.map((spec) => [spec.name, spec])),
    outputsByName: new Map(outputs.map((spec) => [spec.name, spec])),
  };
}

/** As ModelMetadata shows tensors: with the batch dimension where the model batches. */
export function tensorMetadata(io: ModelIo, specs: readonly TensorSpec[]): TensorMetadata[] {
  return specs.map(({ name, datatype, dims }) => ({
    name,
    datatype,
    shape: io.maxBatchSize > 0 ? [-1, ...dims] : [...dims],
  }));
}
