import type { ModelIo } from "../../requests/model-io.ts";
import type { NormalizedInput, NormalizedRequest } from "../../requests/normalize.ts";
import { reshapeDims } from "../../requests/reshape.ts";
import type { InferRequest, ParameterValue } from "../../types.ts";
import type { SentTensor } from "./tensors.ts";

/** Triton's numbers. */
export const SEQUENCE_START = 1;
export const SEQUENCE_END = 2;

/**
 * Parameters that protocols and schedulers handle: the model sees them as fields of the request.
 */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  "sequence_id",
  "sequence_start",
  "sequence_end",
  "priority",
  "timeout",
  "binary_data_output",
]);

/** A request as a frame describes it, without its tensors. Default values are left out. */
export function requestFields(key: number, { source, timeoutUs }: NormalizedRequest) {
  const { id, parameters, outputs, trace } = source;
  const correlation = correlationText(parameters["sequence_id"]);
  const flags = requestFlags(source);
  const own = parametersText(Object.entries(parameters).filter(([name]) => isModels(name)));
  return {
    k: key,
    ...(id !== "" && { id }),
    ...(correlation !== "" && { c: correlation }),
    ...(flags !== 0 && { f: flags }),
    ...(timeoutUs > 0 && { to: timeoutUs }),
    ...(own !== "{}" && { p: own }),
    ...(outputs.length > 0 && { o: outputs.map(({ name }) => name) }),
    ...(trace && { tr: true }),
  };
}

/** The inputs with the shapes that the model sees. */
export function requestTensors({ inputs }: NormalizedRequest, io: ModelIo): SentTensor[] {
  return inputs.map((input) => ({
    ...input.tensor,
    name: input.spec.name,
    datatype: input.spec.datatype,
    shape: modelShape(input, io.maxBatchSize > 0),
  }));
}

function modelShape({ spec, tensor }: NormalizedInput, batches: boolean): readonly number[] {
  const { shape } = tensor;
  if (spec.reshape === undefined) return shape;
  if (!batches) return reshapeDims(shape, spec.dims, spec.reshape);
  return [shape[0] ?? 1, ...reshapeDims(shape.slice(1), spec.dims, spec.reshape)];
}

/** A number as "#7", a string as "=seven"; empty if absent. */
function correlationText(id: ParameterValue | undefined): string {
  if (id === undefined || id === "" || typeof id === "boolean") return "";
  return typeof id === "string" ? `=${id}` : `#${BigInt.asUintN(64, BigInt(id))}`;
}

function requestFlags({ parameters }: InferRequest): number {
  const start = parameters["sequence_start"] === true ? SEQUENCE_START : 0;
  const end = parameters["sequence_end"] === true ? SEQUENCE_END : 0;
  return start | end;
}

const isModels = (parameter: string): boolean =>
  !OWN_FIELDS.has(parameter) && !parameter.startsWith("triton_");

/** As JSON, with full precision of integers. */
export function parametersText(parameters: readonly (readonly [string, ParameterValue])[]): string {
  const fields = parameters.map(
    ([name, value]) =>
      `${JSON.stringify(name)}: ${typeof value === "bigint" ? value : JSON.stringify(value)}`,
  );
  return `{${fields.join(", ")}}`;
}
