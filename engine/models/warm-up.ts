import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { BackendInstance } from "../backends/backend.ts";
import { BufferPool } from "../backends/buffer-pool.ts";
import { gatherBatch } from "../backends/gather.ts";
import type { ModelConfig, ModelWarmup, WarmupInput } from "../config/types.ts";
import { StatusError } from "../../base/status-error.ts";
import { fileOfModel, readFileOfModel } from "../repository/repository-file.ts";
import { ELEMENT_BYTES, elementCount, wireDatatype } from "../requests/datatypes.ts";
import { type ModelIo, modelIo } from "../requests/model-io.ts";
import type { NormalizedInput, NormalizedRequest } from "../requests/normalize.ts";
import type { InputTensor } from "../types.ts";

/** Random bytes for warm-up data; injected in tests. */
export type FillRandom = (bytes: Uint8Array) => void;

/** A multiplicative congruential generator: warm-up data needs no better randomness. */
const fillRandom: FillRandom = (bytes) => {
  let state = 1;
  for (let i = 0; i < bytes.length; i++) {
    state = Math.imul(state, 48271) >>> 1 || 1;
    bytes[i] = state;
  }
};

/**
 * Runs the configuration's warm-up samples on a new instance (SCHED-WU1 to SCHED-WU5). `directory`
 * is the model's. Throws INVALID_ARGUMENT with Triton's message if a sample can't be built or
 * fails.
 */
export async function warmUp(
  instance: BackendInstance,
  config: ModelConfig,
  directory: string,
  random: FillRandom = fillRandom,
): Promise<void> {
  const io = modelIo(config);
  const buffers = new BufferPool(() => 1);
  for (const sample of config.model_warmup) {
    if (sample.batch_size === 0) continue;
    checkSize(sample);
    const request = await sampleRequest(sample, config, directory, random);
    const requests = Array.from({ length: sample.batch_size }, () => request);
    for (let run = 0; run < Math.max(1, sample.count); run++) {
      try {
        if (instance.executeRequests)
          await executeRequests(instance.executeRequests.bind(instance), requests, io);
        else await execute(instance, gatherBatch(requests, buffers, io));
      } catch (thrown) {
        const { message } = StatusError.from(thrown);
        throw invalid(`failed to run warmup sample '${sample.name}': ${message}; `, thrown);
      }
      // A backend may finish at once, and other models' requests must not wait for the last run.
      await setImmediate();
    }
  }
}

async function execute(
  instance: BackendInstance,
  batch: Parameters<BackendInstance["execute"]>[0],
): Promise<void> {
  if (instance.executeDecoupled === undefined) {
    await instance.execute(batch);
    return;
  }
  const { promise, resolve } = Promise.withResolvers<void>();
  let open = batch.items.length;
  await instance.executeDecoupled(batch, (_index, _response, final) => {
    if (final) open -= 1;
    if (open === 0) resolve();
    return true;
  });
  await promise;
}

/** Rejects if one of them fails. */
async function executeRequests(
  run: NonNullable<BackendInstance["executeRequests"]>,
  requests: readonly NormalizedRequest[],
  io: ModelIo,
): Promise<void> {
  const over = requests.map(() => Promise.withResolvers<void>());
  // Handled even if the run itself rejects.
  const all = Promise.all(over.map(({ promise }) => promise));
  all.catch(() => {});
  const { results } = await run(requests, io, (index, result, final) => {
    if (result instanceof StatusError) over[index]?.reject(result);
    else if (final) over[index]?.resolve();
    return true;
  });
  for (const [index, result] of results.entries()) {
    if (result instanceof StatusError) over[index]?.reject(result);
    else if (result !== undefined) over[index]?.resolve();
  }
  await all;
}

async function sampleRequest(
  sample: ModelWarmup,
  config: ModelConfig,
  directory: string,
  random: FillRandom,
): Promise<NormalizedRequest> {
  const io = modelIo(config);
  const inputs: NormalizedInput[] = [];
  for (const [name, input] of Object.entries(sample.inputs)) {
    const datatype = wireDatatype(input.data_type);
    const shape = io.maxBatchSize > 0 ? [1, ...input.dims] : input.dims;
    const data = await sampleData(name, input, directory, random);
    const tensor: InputTensor = {
      name,
      datatype,
      shape,
      segments: [data],
      byteLength: data.byteLength,
    };
    inputs.push({ spec: io.inputsByName.get(name) ?? addedSpec(name, input), tensor });
  }
  inputs.sort((a, b) => io.inputs.indexOf(a.spec) - io.inputs.indexOf(b.spec));
  return {
    source: {
      modelName: config.name,
      modelVersion: "",
      id: "",
      parameters: {},
      inputs: inputs.map(({ tensor }) => tensor),
      outputs: [],
    },
    batchSize: io.maxBatchSize > 0 ? 1 : 0,
    items: 1,
    inputs,
    shapeKey: "",
    priority: 0,
    timeoutUs: 0,
  };
}

/** Limit of a batch of warm-up data, including the overhead of each request. */
const MAX_BYTES = 2 ** 31;
const REQUEST_BYTES = 256;
const MAX_TEXT_FILE_BYTES = 1024 * 1024 * 1024;

/** Before anything is allocated, because configurations may come over the network. */
function checkSize({ name, batch_size, inputs }: ModelWarmup): void {
  let bytes = REQUEST_BYTES;
  for (const { data_type, dims } of Object.values(inputs)) {
    const datatype = wireDatatype(data_type);
    bytes += Math.abs(elementCount(dims)) * (datatype === "BYTES" ? 4 : ELEMENT_BYTES[datatype]);
  }
  if (bytes * batch_size <= MAX_BYTES) return;
  throw invalid(
    `warmup sample '${name}' with batch_size ${batch_size} would take more than ${MAX_BYTES} bytes`,
  );
}

/** An input that the sequence batcher adds to requests: a control or a state. */
function addedSpec(name: string, { data_type, dims }: WarmupInput): NormalizedInput["spec"] {
  return {
    name,
    datatype: wireDatatype(data_type),
    dims,
    reshape: undefined,
    optional: false,
    variable: false,
    ragged: false,
  };
}

async function sampleData(
  name: string,
  input: WarmupInput,
  directory: string,
  random: FillRandom,
): Promise<Uint8Array> {
  const datatype = wireDatatype(input.data_type);
  if (input.dims.some((dim) => dim < 0)) {
    throw invalid(
      `warmup setting expects all variable-size dimensions are specified for input '${name}'`,
    );
  }
  const elements = elementCount(input.dims);
  // Zeros are empty strings.
  const byteLength = elements * (datatype === "BYTES" ? 4 : ELEMENT_BYTES[datatype]);
  if (input.input_data_file !== undefined) {
    return fileData(input.input_data_file, datatype === "BYTES" ? 0 : byteLength, directory);
  }
  if (input.zero_data === undefined && input.random_data === undefined) {
    throw invalid(`warmup setting expects input '${name}' to have input_data_type set`);
  }
  const data = new Uint8Array(byteLength);
  if (input.random_data && datatype !== "BYTES") random(data);
  return data;
}

/**
 * Reads from Triton's warmup folder at least `atLeast` bytes, and uses that many, or all if it is
 * 0.
 */
async function fileData(file: string, atLeast: number, directory: string): Promise<Uint8Array> {
  const path = fileOfModel(directory, join(directory, "warmup", file), "input_data_file");
  const most = atLeast === 0 ? MAX_TEXT_FILE_BYTES : atLeast;
  const { bytes: data, isWhole } = await readFileOfModel(directory, path, most).catch(
    (error: Error) => {
      throw invalid(`warmup data file '${path}' can't be read (${error.message})`, error);
    },
  );
  if (atLeast === 0 && !isWhole) {
    throw invalid(`warmup data file '${path}' has more than ${most / 2 ** 20} MiB`);
  }
  if (data.byteLength < atLeast) {
    throw invalid(
      `warmup setting expects ${atLeast} bytes, but the data provided from ${file} only has ${data.byteLength} bytes`,
    );
  }
  return data;
}

function invalid(message: string, cause?: unknown): StatusError {
  return new StatusError("INVALID_ARGUMENT", message, { cause });
}
