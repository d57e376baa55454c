import type { ModelBatchInput, ModelConfig } from "../config/types.ts";
import type { TensorMetadata, WireDatatype } from "../types.ts";
import { wireDatatype } from "./datatypes.ts";

/** An input or output of a model, prepared for checking requests. */
export interface TensorSpec {
  readonly name: string;
  readonly datatype: WireDatatype;
  /** Without the batch dimension; −1 is variable. */
  readonly dims: readonly number[];
  /** The dims that the model itself sees, if they differ. */
  readonly reshape: readonly number[] | undefined;
}

export interface InputSpec extends TensorSpec {
  readonly optional: boolean;
  /** Requests in one batch must have equal shapes. */
  readonly variable: boolean;
  /** The model sees all requests' elements concatenated, as one dimension. */
  readonly ragged: boolean;
}

/** An input that is computed from the requests of a batch. */
export interface BatchInputSpec {
  readonly kind: ModelBatchInput["kind"];
  readonly names: readonly string[];
  readonly datatype: WireDatatype;
  readonly source: string;
}

export interface OutputSpec extends TensorSpec {
  readonly labelFile: string;
  /**
   * The input whose shapes the requests' parts have; undefined if the first dimension is the batch.
   */
  readonly shapedAs: string | undefined;
}

/** A model version's tensors, from its completed configuration. */
export interface ModelIo {
  readonly model: string;
  readonly maxBatchSize: number;
  /** Whether BYTES elements must be UTF-8: the runtime's binding supports no others. */
  readonly textOnly: boolean;
  readonly inputs: readonly InputSpec[];
  readonly outputs: readonly OutputSpec[];
  readonly batchInputs: readonly BatchInputSpec[];
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
    variable: input.dims.includes(-1) && !input.allow_ragged_batch,
    ragged: input.allow_ragged_batch,
  }));
  const outputs = config.output.map((output, i) => ({
    name: output.name,
    datatype: wireDatatype(output.data_type),
    dims: output.dims,
    reshape: output.reshape?.shape,
    labelFile: output.label_filename,
    shapedAs:
      config.batch_output.find(({ target_name }) => target_name.includes(output.name))
        ?.source_input[0] ?? echoedRagged(config, i),
  }));
  const batchInputs = config.batch_input.map((made) => ({
    kind: made.kind,
    names: made.target_name,
    datatype: wireDatatype(made.data_type),
    source: made.source_input[0] ?? "",
  }));
  return {
    model: config.name,
    maxBatchSize: config.max_batch_size,
    textOnly: config.backend === "onnxruntime",
    inputs,
    outputs,
    batchInputs,
    inputsByName: new Map(inputs.map((spec) => [spec.name, spec])),
    outputsByName: new Map(outputs.map((spec) => [spec.name, spec])),
  };
}

/** The ragged input whose shape an output of `identity` has for each request. */
function echoedRagged({ backend, input }: ModelConfig, output: number): string | undefined {
  const echoed = backend === "identity" ? input[output] : undefined;
  return echoed?.allow_ragged_batch ? echoed.name : undefined;
}

/** Tensors as in ModelMetadata: with the batch dimension if the model batches. */
export function tensorMetadata(io: ModelIo, specs: readonly TensorSpec[]): TensorMetadata[] {
  return specs.map(({ name, datatype, dims }) => ({
    name,
    datatype,
    shape: io.maxBatchSize > 0 ? [-1, ...dims] : [...dims],
  }));
}
