import { stateInputs } from "../../config/sequence-tensors.ts";
import type { ModelConfig } from "../../config/types.ts";
import { ELEMENT_BYTES, elementCount } from "../../requests/datatypes.ts";
import { type InputSpec, modelIo } from "../../requests/model-io.ts";
import type { NormalizedInput } from "../../requests/normalize.ts";
import type { OutputTensor } from "../../types.ts";

/** The state of one sequence: inputs of its next request, in configuration order. */
export type States = readonly NormalizedInput[];

/** Bytes of `data_file`s by the name of the state's input. */
export type InitialStateData = ReadonlyMap<string, Uint8Array>;

/** The state that a model keeps from one request of a sequence to the next (rules SEQ-14 to SEQ-16). */
export class ImplicitState {
  /** State at the start of every sequence. */
  readonly initial: States;
  readonly #outputNames: readonly string[];

  constructor(config: ModelConfig, data: InitialStateData) {
    const states = config.sequence_batching?.state ?? [];
    const specs = modelIo({ ...config, input: stateInputs(config) }).inputs;
    const batch = config.max_batch_size > 0 ? [1] : [];
    this.#outputNames = states.map(({ output_name }) => output_name);
    this.initial = specs.map((spec, i) => {
      const dims = states[i]?.initial_state[0]?.dims ?? spec.dims.map((dim) => Math.max(1, dim));
      const shape = [...batch, ...dims];
      return stateInput(spec, shape, data.get(spec.name) ?? zeros(spec, shape));
    });
  }

  get outputNames(): readonly string[] {
    return this.#outputNames;
  }

  /** The state after a response: copies of its state outputs; missing ones keep their value. */
  next(states: States, outputs: readonly OutputTensor[]): States {
    return states.map((state, i) => {
      const output = outputs.find(({ name }) => name === this.#outputNames[i]);
      return output === undefined
        ? state
        : stateInput(state.spec, output.shape, output.data.slice());
    });
  }

  /** Requests whose states have different shapes can't share a batch (rule SEQ-16). */
  shapeKey(states: States): string {
    return states
      .map(({ spec, tensor }) => (spec.variable ? `${spec.name}:${tensor.shape.join("x")};` : ""))
      .join("");
  }
}

/** An input of the same shape with zeros or empty strings. */
export function zeroed({ spec, tensor }: NormalizedInput): NormalizedInput {
  const [first = 1, ...dims] = tensor.shape;
  // A batch size of 0 counts as 1.
  return stateInput(spec, tensor.shape, zeros(spec, [Math.max(1, first), ...dims]));
}

function zeros(spec: InputSpec, shape: readonly number[]): Uint8Array {
  // An empty string consists of its length: four bytes of 0.
  const width = spec.datatype === "BYTES" ? 4 : ELEMENT_BYTES[spec.datatype];
  return new Uint8Array(elementCount(shape) * width);
}

function stateInput(spec: InputSpec, shape: readonly number[], data: Uint8Array): NormalizedInput {
  const { name, datatype } = spec;
  return { spec, tensor: { name, datatype, shape, segments: [data], byteLength: data.byteLength } };
}
