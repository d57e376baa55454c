import { StatusError } from "../../../base/status-error.ts";
import type { Distribution, ModelDetail, TrialRequest } from "../../contract/index.ts";
import {
  checkPriority,
  checkRequestBytes,
  isDecoupled,
  isSequenceModel,
  type InputSpec,
  planInputs,
  prepareRequests,
  type RequestParameters,
  requestParameters,
} from "../index.ts";
import type { KeptConnections } from "./kept-connections.ts";
import { typedTensor } from "./typed-values.ts";

/** An input as sent: little endian, each BYTES element after its u32 length. */
export interface InputTensor extends InputSpec {
  readonly data: Uint8Array;
}

export interface RequestedOutput {
  readonly name: string;
  readonly classification: number;
}

/** A request with all its tensors. */
export interface PreparedRequest {
  readonly model: string;
  readonly modelVersion: string;
  readonly id: string;
  readonly inputs: readonly InputTensor[];
  /** None: all. */
  readonly outputs: readonly RequestedOutput[];
  readonly parameters: RequestParameters;
  readonly decoupled: boolean;
  readonly deadlineMs: number;
  /** Tensors go as JSON over HTTP; absent: in binary. */
  readonly asJson?: boolean;
  /** Sent over these; absent: over a new connection. */
  readonly kept?: KeptConnections;
}

/**
 * Generates or parses the tensors of a request. INVALID_ARGUMENT names the invalid input or field; FAILED_PRECONDITION
 * if the model does not serve or an input can't be generated. `byInput`: how inputs without values are generated.
 */
export async function prepareRequest(
  detail: ModelDetail,
  request: TrialRequest,
  byInput: Readonly<Record<string, Distribution>> = {},
): Promise<PreparedRequest> {
  check(detail, request);
  const { model, modelVersion, batchSize, shapes, seed } = request;
  const { inputs, bytes } = planInputs(detail, { batchSize, shapes });
  checkRequestBytes(1, bytes);
  const isLeftOut = ({ name }: InputSpec) => request.leftOut.includes(name);
  const needed = inputs.find((input) => isLeftOut(input) && !input.optional);
  if (needed) {
    throw invalid("leftOut", `Input '${needed.name}' is not optional: it cannot be left out.`);
  }
  const sent = inputs.filter((input) => !isLeftOut(input));
  const drawn = await prepareRequests({
    model,
    modelVersion,
    inputs,
    batchSize,
    seed,
    source: { kind: "generated", byInput },
    distinctInputs: 1,
    reuse: { kind: "turns" },
    checkOutputs: false,
  });
  const contents = drawn.contentsFor(0);
  const toTensor = (input: InputSpec): InputTensor => {
    const text = Object.hasOwn(request.values, input.name) ? request.values[input.name] : undefined;
    if (text !== undefined) return { ...input, ...typedTensor(input, text, batchSize) };
    return { ...input, data: contents[inputs.indexOf(input)] as Uint8Array };
  };
  return {
    model,
    modelVersion,
    id: request.id,
    inputs: sent.map(toTensor),
    outputs: request.outputs,
    parameters: requestParameters(request),
    decoupled: isDecoupled(detail),
    deadlineMs: request.deadlineMs,
  };
}

function check(detail: ModelDetail, request: TrialRequest): void {
  const { leftOut, modelVersion, outputs, priority, sequence, values, wire } = request;
  const name = `Model '${detail.name}'`;
  const inputs = detail.inputs.map((input) => input.name);
  checkNames(name, Object.keys(values), { field: "values", kind: "inputs" }, inputs);
  checkNames(name, leftOut, { field: "leftOut", kind: "inputs" }, inputs);
  const outputNames = detail.outputs.map((output) => output.name);
  const wanted = outputs.map((output) => output.name);
  checkNames(name, wanted, { field: "outputs", kind: "outputs" }, outputNames);
  const versions = detail.versions.flatMap(({ version, state }) =>
    state === "READY" ? [version] : [],
  );
  const reportsVersions = detail.versions.length > 0;
  if (modelVersion !== "" && reportsVersions && !versions.includes(modelVersion)) {
    throw invalid(
      "modelVersion",
      `${name} does not serve version '${modelVersion}'; it serves ${versions.join(", ") || "none"}.`,
    );
  }
  if (wire === "http" && isDecoupled(detail)) {
    throw invalid(
      "wire",
      `${name} is decoupled: it gives any number of responses, over a gRPC stream. Choose gRPC.`,
    );
  }
  if (sequence === null && isSequenceModel(detail)) {
    throw invalid("sequence", `${name} takes sequences; give the request's sequence an id.`);
  }
  checkPriority(detail, priority);
}

function checkNames(
  model: string,
  given: readonly string[],
  { field, kind }: { readonly field: string; readonly kind: "inputs" | "outputs" },
  known: readonly string[],
): void {
  const unknown = given.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw invalid(
    field,
    `${model} has no ${kind.slice(0, -1)} '${unknown}'; its ${kind} are ${known.join(", ")}.`,
  );
}

function invalid(field: string, message: string): StatusError {
  return new StatusError("INVALID_ARGUMENT", message, { details: { field } });
}
