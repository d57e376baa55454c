import type { InferRequest, InputTensor, ParameterValue, TensorMetadata } from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";
import type { JsonObject } from "./json.ts";
import { tensorFromJson } from "./json-tensor.ts";
import { optionalString } from "./json.ts";
import { parameterValue } from "./json-parameters.ts";

/**
 * Converts a generate call's JSON into a request: members named like an input are tensors
 * (PROTO-105).
 */
export function generateRequest(
  json: JsonObject,
  inputs: readonly TensorMetadata[],
): Pick<InferRequest, "id" | "inputs" | "parameters" | "outputs"> {
  const byName = new Map(inputs.map((input) => [input.name, input]));
  const tensors: InputTensor[] = [];
  const parameters: Record<string, ParameterValue> = {};
  const take = (name: string, value: unknown) => {
    const input = byName.get(name);
    if (input) tensors.push(toInputTensor(input, value));
    else parameters[name] = parameterValue(name, value);
  };
  const { id: _, parameters: nested, ...rest } = json;
  for (const [name, value] of Object.entries(rest)) take(name, value);
  if (nested !== undefined) {
    for (const [name, value] of Object.entries(nestedParameters(nested, byName))) take(name, value);
  }
  return { id: optionalString(json, "id"), inputs: tensors, parameters, outputs: [] };
}

function nestedParameters(value: unknown, inputs: ReadonlyMap<string, unknown>): JsonObject {
  if (inputs.has("parameters")) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      "Keyword 'parameters' for nested schema also given as input tensor name",
    );
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as JsonObject;
  }
  throw new StatusError("INVALID_ARGUMENT", "Expected JSON object for keyword: 'parameters'");
}

function toInputTensor({ name, datatype, shape }: TensorMetadata, value: unknown): InputTensor {
  const given = shapeFor(name, shape, Array.isArray(value) ? value.length : 1);
  return { name, datatype, shape: given, ...tensorFromJson(name, datatype, given, value) };
}

/**
 * The innermost variable dimension takes the remaining elements; other variable dimensions are 1.
 */
function shapeFor(name: string, shape: readonly number[], elements: number): number[] {
  let rest = elements;
  for (const dim of shape) if (dim !== -1) rest /= dim;
  const fitted = [...shape];
  for (let i = fitted.length - 1; i >= 0; i--) {
    if (fitted[i] !== -1) continue;
    fitted[i] = rest;
    rest = 1;
  }
  if (rest === 1 && fitted.every(Number.isSafeInteger)) return fitted;
  throw new StatusError(
    "INVALID_ARGUMENT",
    `The schema can not convert input '${name}' to tensor with proper shape`,
  );
}
