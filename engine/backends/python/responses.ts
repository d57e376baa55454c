import { type StatusCode, StatusError } from "../../../base/status-error.ts";
import { parseExactJson } from "../../config/json-text.ts";
import type { ModelIo, OutputSpec } from "../../requests/model-io.ts";
import { lendOutputs } from "../../requests/lent-outputs.ts";
import type { NormalizedRequest } from "../../requests/normalize.ts";
import { reshapeDims } from "../../requests/reshape.ts";
import type { InferRequest, OutputTensor, ParameterValue } from "../../types.ts";
import type { RequestResult } from "../backend.ts";
import type { Header } from "./frames.ts";
import { optionalText } from "./header-fields.ts";
import type { TensorReader } from "./tensors.ts";

/** By `TritonError`'s numbers. */
const CODES: readonly StatusCode[] = [
  "UNKNOWN",
  "INTERNAL",
  "NOT_FOUND",
  "INVALID_ARGUMENT",
  "UNAVAILABLE",
  "UNIMPLEMENTED",
  "ALREADY_EXISTS",
  "CANCELLED",
];

/** A status's number in `TritonError`; INTERNAL's if it has none. */
export function errorNumber(code: StatusCode): number {
  const number = CODES.indexOf(code);
  return number < 0 ? CODES.indexOf("INTERNAL") : number;
}

/**
 * A model's response to one request. A response that doesn't fit the model's configuration is an
 * error of that request.
 */
export function readResult(
  described: unknown,
  tensors: TensorReader,
  request: NormalizedRequest,
  io: ModelIo,
): RequestResult {
  if (typeof described !== "object" || described === null) {
    return new StatusError("INTERNAL", "the Python process sent no response for the request");
  }
  const header = described as Header;
  if (header["e"] !== undefined) return readError(header["e"]);
  const read = tensors.read(header["o"]);
  const lease = tensors.takeLease();
  try {
    const outputs = read.map((output) => clientOutput(output, io)).sort(inOrder(request, io));
    const parameters = readParameters(optionalText(header, "p"));
    if (lease) lendOutputs(outputs, lease);
    return { outputs, parameters };
  } catch (error) {
    return StatusError.from(error);
  }
}

/** Tensors as clients see them, with the configuration's names. */
function clientOutput(output: OutputTensor, { model, maxBatchSize, outputsByName }: ModelIo) {
  const spec = outputsByName.get(output.name);
  if (spec === undefined) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `unexpected inference output '${output.name}' for model '${model}'`,
    );
  }
  // numpy has no BF16: its bits come as integers (PYTHON-TENSOR-4).
  const isBf16 = spec.datatype === "BF16" && output.datatype === "UINT16";
  return {
    ...output,
    datatype: isBf16 ? spec.datatype : output.datatype,
    shape: clientShape(output.shape, spec, maxBatchSize > 0),
  };
}

function clientShape(shape: readonly number[], spec: OutputSpec, batches: boolean) {
  if (spec.reshape === undefined) return shape;
  if (!batches) return reshapeDims(shape, spec.reshape, spec.dims);
  return [...shape.slice(0, 1), ...reshapeDims(shape.slice(1), spec.reshape, spec.dims)];
}

/** In the request's order, or in the configuration's if it names none. */
function inOrder({ source }: { source: InferRequest }, { outputs }: ModelIo) {
  const names = (source.outputs.length > 0 ? source.outputs : outputs).map(({ name }) => name);
  return (a: OutputTensor, b: OutputTensor) => names.indexOf(a.name) - names.indexOf(b.name);
}

export function readError(value: unknown): StatusError {
  const [number, message] = Array.isArray(value) ? (value as unknown[]) : [];
  const code = typeof number === "number" ? CODES[number] : undefined;
  return new StatusError(code ?? "INTERNAL", typeof message === "string" ? message : "no message");
}

/** Strings, booleans and integers by name. Throws INTERNAL for anything else. */
export function readParameters(text: string): Record<string, ParameterValue> {
  if (text === "") return {};
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    value = undefined;
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries = isObject ? Object.entries(value as object) : undefined;
  if (entries?.every(([, one]) => ["string", "boolean", "number", "bigint"].includes(typeof one))) {
    return Object.fromEntries(entries) as Record<string, ParameterValue>;
  }
  throw new StatusError("INTERNAL", "the Python process sent parameters that aren't a JSON object");
}
