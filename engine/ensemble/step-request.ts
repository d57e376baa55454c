import type { ModelIo } from "../requests/model-io.ts";
import type { InferRequest, InputTensor, ParameterValue, RequestTrace } from "../types.ts";
import type { Mapping, PlanStep } from "./plan.ts";
import { handedOnShape, type SequenceParameters, type TensorValue } from "./tensors.ts";

export interface StepRequestOptions {
  /** The client's request to the ensemble. */
  readonly source: InferRequest;
  readonly step: PlanStep;
  /** Inputs and outputs of the step's model. */
  readonly io: ModelIo;
  /** By ensemble tensor. */
  readonly values: ReadonlyMap<string, TensorValue | undefined>;
  readonly outputs: readonly Mapping[];
  readonly trace: RequestTrace;
}

/** The request of a step to its model (rules ENSEMBLE-5 to ENSEMBLE-7). */
export function stepRequest({ source, step, io, values, outputs, trace }: StepRequestOptions): {
  request: InferRequest;
  sequence: SequenceParameters;
  /** 0 if the model doesn't batch. */
  batchSize: number;
} {
  const batches = io.maxBatchSize > 0;
  const inputs: InputTensor[] = [];
  let override: SequenceParameters | undefined;
  for (const { model, tensor } of step.inputs) {
    const value = values.get(tensor);
    override ??= value?.sequence;
    if (value?.tensor === undefined) continue;
    const dims = io.inputsByName.get(model)?.dims ?? [];
    const shape = handedOnShape(value.tensor.shape, value.batchSize, dims, batches);
    inputs.push({ ...value.tensor, name: model, shape });
  }
  const sequence = override ?? sequenceForStep(source.parameters, NO_SEQUENCE);
  const { id, signal, client, callDepth } = source;
  return {
    request: {
      modelName: step.modelName,
      modelVersion: step.modelVersion,
      id,
      parameters: handedOnParameters(source.parameters, override),
      inputs,
      outputs: outputs.map(({ model }) => ({ name: model, classification: 0 })),
      trace,
      ...(signal && { signal }),
      ...(client && { client }),
      ...(callDepth !== undefined && { callDepth }),
    },
    sequence,
    batchSize: batches ? Math.max(1, inputs[0]?.shape[0] ?? 1) : 0,
  };
}

const NO_SEQUENCE: SequenceParameters = {
  sequence_id: 0,
  sequence_start: false,
  sequence_end: false,
};

/** The sequence parameters in `parameters`; `inherited` without any. */
export function sequenceForStep(
  parameters: Readonly<Record<string, ParameterValue>>,
  inherited: SequenceParameters,
): SequenceParameters {
  const { sequence_id, sequence_start, sequence_end } = parameters;
  if (sequence_id === undefined && sequence_start === undefined && sequence_end === undefined) {
    return inherited;
  }
  return {
    sequence_id: sequence_id ?? inherited.sequence_id,
    sequence_start: sequence_start ?? false,
    sequence_end: sequence_end ?? false,
  };
}

function handedOnParameters(
  parameters: Readonly<Record<string, ParameterValue>>,
  override: SequenceParameters | undefined,
): Record<string, ParameterValue> {
  const own = Object.entries(parameters).filter(
    ([name]) => !name.startsWith("triton_") && !(override && name in override),
  );
  const inSequence = override !== undefined && isSequence(override);
  return { ...Object.fromEntries(own), ...(inSequence ? override : {}) };
}

/** Whether to pass on sequence parameters: models without sequences don't need them. */
function isSequence({ sequence_id, sequence_start, sequence_end }: SequenceParameters): boolean {
  const none = sequence_id === 0 || sequence_id === 0n || sequence_id === "";
  return !none || sequence_start === true || sequence_end === true;
}
