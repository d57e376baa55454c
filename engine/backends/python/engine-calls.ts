import { StatusError } from "../../../base/status-error.ts";
import { releaseOf } from "../../requests/lent-outputs.ts";
import type { NormalizedRequest } from "../../requests/normalize.ts";
import type { MetricHandles } from "../../statistics/custom-metrics.ts";
import type { InferRequest, InferResponse, ParameterValue, RequestTrace } from "../../types.ts";
import type { ModelServices } from "../backend.ts";
import type { Header } from "./frames.ts";
import {
  flagField,
  integerField,
  listField,
  optionalText,
  realField,
  textField,
  textMapField,
  textsField,
} from "./header-fields.ts";
import type { ModelCalls } from "./model-calls.ts";
import { parametersText, SEQUENCE_END, SEQUENCE_START } from "./request-frames.ts";
import { errorNumber, readParameters } from "./responses.ts";
import type { SharedMemory } from "./shared-memory.ts";
import { sendTensors, type TensorReader } from "./tensors.ts";

export interface EngineCallsOptions {
  readonly model: string;
  readonly services: ModelServices;
  readonly calls: ModelCalls;
  readonly metrics: MetricHandles;
  readonly send: (header: Header, parts?: readonly Uint8Array[]) => void;
  readonly memory: () => SharedMemory | undefined;
}

/** A batch with active requests. */
interface Batch {
  readonly depth: number;
  /** By the request's key. */
  readonly traces: ReadonlyMap<number, RequestTrace>;
  open: number;
  /** `execute` has returned: the instance takes other batches. */
  returned: boolean;
}

/**
 * Handles what the model in one process requests from the engine: requests to other models, loads,
 * metrics.
 */
export class EngineCalls {
  readonly #options: EngineCallsOptions;
  readonly #batches = new Map<number, Batch>();
  readonly #inFlight = new Map<number, AbortController>();

  constructor(options: EngineCallsOptions) {
    this.#options = options;
  }

  /** `keys` are those of the requests. */
  begin(batch: number, keys: readonly number[], requests: readonly NormalizedRequest[]): void {
    const traces = new Map<number, RequestTrace>();
    let depth = 0;
    for (const [i, { source }] of requests.entries()) {
      depth = Math.max(depth, source.callDepth ?? 0);
      if (source.trace) traces.set(keys[i] ?? 0, source.trace);
    }
    this.#batches.set(batch, { depth, traces, open: requests.length, returned: false });
  }

  /** The batch's `execute` has returned. */
  returned(batch: number): void {
    const found = this.#batches.get(batch);
    if (found) found.returned = true;
  }

  /** One of the batch's requests has ended. */
  end(batch: number): void {
    const found = this.#batches.get(batch);
    if (found === undefined) return;
    found.open -= 1;
    if (found.open === 0) this.#batches.delete(batch);
  }

  /** The process has ended. */
  close(): void {
    for (const controller of this.#inFlight.values()) controller.abort();
    this.#inFlight.clear();
    this.#batches.clear();
    this.#options.metrics.close();
  }

  /** Throws INTERNAL for an invalid frame. */
  take(type: string, header: Header, tensors: TensorReader): void {
    const { services, metrics } = this.#options;
    switch (type) {
      case "infer":
        return this.#infer(header, tensors);
      case "cancelcall":
        return this.#inFlight.get(integerField(header, "n"))?.abort();
      case "load":
        return this.#answer(header, async () => {
          await services.loadModel(textField(header, "m"), loadParameters(header));
          return {};
        });
      case "unload":
        return this.#answer(header, async () => {
          await services.unloadModel(textField(header, "m"), flagField(header, "dependents"));
          return {};
        });
      case "isready":
        return this.#answer(header, async () => ({
          ready: await services.checkReady(textField(header, "m"), textField(header, "v")),
        }));
      case "family":
        return this.#answer(header, () => {
          const kind = textField(header, "kind");
          metrics.family(textField(header, "name"), textField(header, "help"), kind);
          return {};
        });
      case "metric":
        return this.#answer(header, () => ({ id: metrics.metric(metricDescription(header)) }));
      case "value":
        // As text: JSON has neither NaN nor infinity.
        return this.#answer(header, () => ({
          value: String(metrics.value(integerField(header, "id"))),
        }));
      case "change":
        return metrics.change(
          integerField(header, "id"),
          textField(header, "op"),
          realField(header, "value"),
        );
      case "forget":
        return metrics.forget(integerField(header, "id"));
      default:
        throw new StatusError("INTERNAL", `the Python process sent a frame of type '${type}'`);
    }
  }

  /** Sends the result of `answer`, or its error. */
  #answer(header: Header, answer: () => Header | Promise<Header>): void {
    const n = integerField(header, "n");
    const { send } = this.#options;
    void (async () => answer())().then(
      (found) => send({ t: "reply", n, ...found }),
      (thrown: unknown) => send({ t: "reply", n, e: errorFields(thrown) }),
    );
  }

  #infer(header: Header, tensors: TensorReader): void {
    const n = integerField(header, "n");
    const controller = new AbortController();
    const request = this.#request(header, tensors, controller.signal);
    this.#inFlight.set(n, controller);
    void this.#run(n, request, flagField(header, "dec"), this.#batchOf(header));
  }

  async #run(
    n: number,
    request: InferRequest,
    decoupled: boolean,
    batch: Batch | undefined,
  ): Promise<void> {
    const { services, calls, send } = this.#options;
    let end = () => {};
    try {
      calls.checkDepth(request.callDepth ?? 0, request.modelName);
      // An instance whose execute has returned can take the batches that this call may wait for.
      if (batch?.returned === false) {
        end = calls.begin({
          instance: this,
          model: this.#options.model,
          targets: services.executedVersions(request.modelName, request.modelVersion),
        });
      }
      if (decoupled) {
        await services.inferStream(request, (response, final) => this.#reply(n, response, final));
      } else {
        this.#reply(n, await services.infer(request), true);
      }
    } catch (thrown) {
      send({ t: "reply", n, r: { e: errorFields(decoupledHint(thrown, request)) }, final: true });
    } finally {
      end();
      this.#inFlight.delete(n);
    }
  }

  #reply(n: number, response: InferResponse | undefined, final: boolean): void {
    const { send, memory } = this.#options;
    if (response === undefined) return send({ t: "reply", n, final });
    const outputs = response.outputs.map(({ data, ...output }) => ({
      ...output,
      segments: [data],
      byteLength: data.byteLength,
    }));
    const { entries, slot, parts } = sendTensors(outputs, memory());
    const parameters = parametersText(Object.entries(response.parameters));
    const r = { o: entries, ...(parameters !== "{}" && { p: parameters }) };
    send({ t: "reply", n, r, final, ...(slot !== undefined && { s: slot }) }, parts);
    // The frame and the shared memory have copies.
    releaseOf(response.outputs)?.();
  }

  #request(header: Header, tensors: TensorReader, signal: AbortSignal): InferRequest {
    const version = integerField(header, "v");
    const modelName = textField(header, "m");
    const batch = this.#batchOf(header);
    const trace = header["tr"] === null ? undefined : batch?.traces.get(integerField(header, "tr"));
    return {
      modelName,
      modelVersion: version < 0 ? "" : String(version),
      id: optionalText(header, "id"),
      parameters: callParameters(header),
      inputs: tensors.read(listField(header, "i")).map(({ data, ...input }) => ({
        ...input,
        segments: [data],
        byteLength: data.byteLength,
      })),
      outputs: textsField(header, "o").map((name) => ({ name, classification: 0 })),
      signal,
      callDepth: (batch?.depth ?? 0) + 1,
      ...(trace && { trace: trace.child(modelName) }),
    };
  }

  #batchOf(header: Header): Batch | undefined {
    return header["b"] === null ? undefined : this.#batches.get(integerField(header, "b"));
  }
}

function callParameters(header: Header): Record<string, ParameterValue> {
  const flags = integerField(header, "f");
  const timeout = integerField(header, "to");
  const correlation = textField(header, "c");
  const parameters = readParameters(textField(header, "p"));
  if (correlation.startsWith("=") && correlation !== "=") {
    parameters["sequence_id"] = correlation.slice(1);
  } else if (/^#\d{1,20}$/.test(correlation) && correlation !== "#0") {
    parameters["sequence_id"] = BigInt(correlation.slice(1));
  }
  if ((flags & SEQUENCE_START) !== 0) parameters["sequence_start"] = true;
  if ((flags & SEQUENCE_END) !== 0) parameters["sequence_end"] = true;
  if (timeout > 0) parameters["timeout"] = timeout;
  return parameters;
}

function loadParameters(header: Header) {
  const config = textField(header, "config");
  const files = new Map<string, Uint8Array>();
  for (const [path, content] of textMapField(header, "files")) {
    files.set(path.replace(/^file:/, ""), Buffer.from(content, "base64"));
  }
  return { ...(config !== "" && { config }), ...(files.size > 0 && { files }) };
}

function metricDescription(header: Header) {
  const buckets = header["buckets"] === undefined ? undefined : listField(header, "buckets");
  return {
    family: textField(header, "family"),
    labels: textMapField(header, "labels"),
    buckets: buckets?.map(Number),
  };
}

function decoupledHint(thrown: unknown, { modelName }: InferRequest): StatusError {
  const error = StatusError.from(thrown);
  if (error.details.decoupled !== true) return error;
  return new StatusError(
    "UNIMPLEMENTED",
    `Model ${modelName} is using the decoupled. The current BLS request call doesn't support models using the decoupled transaction policy. Please use 'decoupled=True' argument to the 'exec' or 'async_exec' calls for decoupled models.`,
  );
}

function errorFields(thrown: unknown): readonly [number, string] {
  const { code, message } = StatusError.from(thrown);
  return [errorNumber(code), message];
}
