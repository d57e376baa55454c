import { StatusError } from "../../../base/status-error.ts";
import type { InputSource, ModelDetail } from "../../contract/index.ts";
import { isWireDatatype } from "./elements.ts";
import { generatedBytes } from "./generated.ts";
import { type InputSpec } from "./tensor.ts";

/** Assumed size of a dynamic dimension if none is given and none is known to run. */
const ASSUMED_SIZE = 16;
/** The same for image inputs: the size of ImageNet models. */
const ASSUMED_IMAGE_SIZE = 224;

/** All requests of a run are kept encoded in the generator's memory. */
export const MAX_REQUEST_BYTES = 256 * 1024 * 1024;

export interface InputChoices {
  readonly batchSize: number;
  /** By input name, see {@link planInputs}. */
  readonly shapes: Readonly<Record<string, readonly number[]>>;
  /** By default generated, each input as its datatype allows. */
  readonly inputs?: InputSource;
}

const AUTO = { kind: "generated", byInput: {} } as const;

export interface PlannedInputs {
  readonly inputs: readonly InputSpec[];
  /** Dynamic dimensions with assumed sizes, by input name: shapes without the batch. */
  readonly assumed: Readonly<Record<string, number[]>>;
  /** Max bytes of one generated request; 0 where files decide, which prepareRequests checks. */
  readonly bytes: number;
}

/**
 * Complete shapes for all inputs of a model. `choices.shapes` gives, for an input with dynamic dimensions, all
 * dimensions without the batch, or only the dynamic ones in order. Throws FAILED_PRECONDITION naming an input that
 * can't be generated and why, and INVALID_ARGUMENT for choices that don't fit the model.
 */
export function planInputs(detail: ModelDetail, choices: InputChoices): PlannedInputs {
  const maxBatchSize = batchLimit(detail);
  checkModel(detail);
  checkChoices(detail, choices, maxBatchSize);
  const assumed: Record<string, number[]> = {};
  const inputs = detail.inputs.map((input): InputSpec => {
    if (!isWireDatatype(input.datatype)) {
      throw cannot(
        input.name,
        detail,
        `its datatype '${input.datatype}' is not one of the protocol's`,
      );
    }
    if (maxBatchSize > 0 && input.shape.length === 0) {
      throw cannot(input.name, detail, "the server reports no shape for it");
    }
    const dims = maxBatchSize > 0 ? input.shape.slice(1) : input.shape;
    const given = choices.shapes[input.name];
    const sizes = given
      ? fill(input.name, dims, given)
      : dims.map((dim) => (isDynamic(dim) ? assumedSize(input.name, choices.inputs) : dim));
    if (!given && dims.some(isDynamic)) assumed[input.name] = sizes;
    const shape = maxBatchSize > 0 ? [choices.batchSize, ...sizes] : sizes;
    const spec = { name: input.name, datatype: input.datatype, shape, dims };
    return isOptional(detail, input.name) ? { ...spec, optional: true } : spec;
  });
  const { inputs: source = AUTO } = choices;
  const bytes = source.kind === "generated" ? generatedBytes(inputs, source) : 0;
  return { inputs, assumed, bytes };
}

/** The configuration's max_batch_size; 0 if the model does not batch. */
export function batchLimit({ config }: ModelDetail): number {
  return Number(config?.max_batch_size ?? 0);
}

/** INVALID_ARGUMENT if the requests don't fit in the generator's memory. */
export function checkRequestBytes(distinctInputs: number, bytes: number): void {
  if (distinctInputs * bytes <= MAX_REQUEST_BYTES) return;
  const most = Math.floor(MAX_REQUEST_BYTES / bytes);
  throw new StatusError(
    "INVALID_ARGUMENT",
    most === 0
      ? `One request takes ${bytes} bytes, more than the ${MAX_REQUEST_BYTES} that a run may hold; use smaller shapes or a smaller batch size.`
      : `distinctInputs is ${distinctInputs}, and a request takes ${bytes} bytes: together more than the ${MAX_REQUEST_BYTES} that a run may hold; use at most ${most}.`,
  );
}

function isOptional({ config }: ModelDetail, name: string): boolean {
  const inputs = config?.["input"];
  if (!Array.isArray(inputs)) return false;
  return inputs.some((input) => input?.name === name && input.optional === true);
}

const isDynamic = (dim: number) => dim < 0;

function assumedSize(input: string, source: InputSource | undefined): number {
  return source?.kind === "images" && source.input === input ? ASSUMED_IMAGE_SIZE : ASSUMED_SIZE;
}

function checkModel(detail: ModelDetail): void {
  if (!detail.ready || detail.config === null) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      detail.reason === null
        ? `Model '${detail.name}' has no version that serves; load it first.`
        : `Model '${detail.name}' can't be loaded; fix it first: ${detail.reason}`,
    );
  }
  if (detail.inputs.length === 0) {
    throw new StatusError(
      "FAILED_PRECONDITION",
      `Model '${detail.name}' has no inputs to generate.`,
    );
  }
}

function checkChoices(detail: ModelDetail, choices: InputChoices, maxBatchSize: number): void {
  const most = Math.max(1, maxBatchSize);
  if (choices.batchSize > most) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      maxBatchSize === 0
        ? `batchSize is ${choices.batchSize}, but model '${detail.name}' does not batch; use 1.`
        : `batchSize is ${choices.batchSize}, but model '${detail.name}' has max_batch_size ${maxBatchSize}.`,
    );
  }
  const names = detail.inputs.map(({ name }) => name);
  const unknown = Object.keys(choices.shapes).find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `shapes names '${unknown}', which is no input of model '${detail.name}'; its inputs are ${names.join(", ")}.`,
    );
  }
}

function fill(name: string, dims: readonly number[], given: readonly number[]): number[] {
  const shown = `[${given.join(",")}]`;
  const dynamic = dims.filter(isDynamic).length;
  if (given.length === dynamic) {
    const sizes = given.values();
    return dims.map((dim) => (isDynamic(dim) ? (sizes.next().value as number) : dim));
  }
  if (given.length !== dims.length || dims.some((dim, i) => !isDynamic(dim) && dim !== given[i])) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `The shape ${shown} does not fit input '${name}', whose dimensions are [${dims.join(",")}] without the batch.`,
    );
  }
  return [...given];
}

function cannot(input: string, detail: ModelDetail, reason: string): StatusError {
  return new StatusError(
    "FAILED_PRECONDITION",
    `Input '${input}' of model '${detail.name}' cannot be generated: ${reason}.`,
    { details: { input, reason } },
  );
}
