import { DEFAULT_LOG_SETTINGS } from "../../log/log.ts";
import { SharedMemory } from "../../shared-memory/shared-memory.ts";
import { DEFAULT_TRACE_SETTINGS } from "../../trace/trace-settings.ts";
import type {
  CacheObservation,
  BatchEvent,
  Engine,
  InferRequest,
  InferResponse,
  LogSettings,
  ModelStatistics,
  ModelTelemetry,
  OutputTensor,
  RequestTrace,
  Respond,
  TraceRecord,
  VersionSplit,
  WireDatatype,
} from "../../types.ts";
import { StatusError } from "../../../base/status-error.ts";

const duration = (count: number, ns: number) => ({ count, ns });

const STATISTICS: ModelStatistics = {
  name: "echo",
  version: "1",
  last_inference: 1795202986541,
  inference_count: 12,
  execution_count: 6,
  inference_stats: {
    success: duration(6, 2_481_893),
    fail: duration(1, 10_000),
    queue: duration(6, 294_727),
    compute_input: duration(6, 10_879),
    compute_infer: duration(6, 135_553),
    compute_output: duration(6, 289),
    cache_hit: duration(2, 4_000),
    cache_miss: duration(4, 9_000),
  },
  batch_stats: [
    {
      batch_size: 2,
      compute_input: duration(6, 10_879),
      compute_infer: duration(6, 135_553),
      compute_output: duration(6, 289),
    },
  ],
  memory_usage: [],
  response_stats: {},
};

const TELEMETRY: ModelTelemetry = {
  name: "echo",
  version: "1",
  loadId: "load-1",
  queued: 3,
  handedOver: 1,
  queueDepths: [{ level: 0, queued: 2, delayed: 0 }],
  refused: 5,
  executing: 2,
  instances: [{ name: "echo_0", kind: "KIND_CPU", deviceId: -1, provider: "cpu", busy: true }],
  failures: { REJECTED: 1, CANCELED: 0, BACKEND: 0, OTHER: 0 },
  loadSeconds: 0.25,
  latency: { indices: [40, 200], counts: [4, 2] },
  metricTags: { team: 'a"b' },
  cached: true,
  cacheLedger: { lookups: 9, hits: 5, misses: 4, savedNs: 110_000, missCostNs: 9_000 },
  cacheClients: [{ address: "127.0.0.1", userAgent: "curl/8", lookups: 9, hits: 5 }],
};

/** An engine with one model, `echo`, that returns its inputs; for tests of the protocols alone. */
export class EchoEngine implements Engine {
  readonly requests: InferRequest[] = [];
  readonly calls: unknown[] = [];
  /** The next infer calls return this instead of their inputs. */
  respond: ((request: InferRequest) => InferResponse | Promise<InferResponse>) | undefined;
  isReady = true;

  /** Holds infer calls from now on until `release`; the first one settles `entered`. */
  holdResponses(): { readonly entered: Promise<void>; readonly release: () => void } {
    const entered = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    this.respond = async (request) => {
      entered.resolve();
      await held.promise;
      return echo(request);
    };
    return { entered: entered.promise, release: held.resolve };
  }

  async infer(request: InferRequest): Promise<InferResponse> {
    this.requests.push(request);
    if (request.modelName !== "echo") throw unknownModel(request.modelName);
    return this.sharedMemory.infer(request, async (placed) =>
      this.respond ? await this.respond(placed) : echo(placed),
    );
  }

  /** Responds like `infer`, `responses` times, each with a decoupled model's final flag. */
  responses = 1;

  async inferStream(request: InferRequest, respond: Respond): Promise<void> {
    for (let i = 1; i <= this.responses; i++) {
      respond(await this.infer(request), i === this.responses);
    }
    if (this.responses === 0) respond(undefined, true);
  }

  live = () => true;
  ready = () => this.isReady;
  checkServerReady = async () => this.isReady;
  modelReady = (name: string) => name === "echo";
  checkReady = async (name: string) => name === "echo";
  serverMetadata = () => ({ name: "triton", version: "0.1.0", extensions: ["statistics"] });

  modelMetadata(name: string) {
    if (name !== "echo") throw unknownModel(name);
    const tensor = (tensorName: string) => ({
      name: tensorName,
      datatype: "FP32" as const,
      shape: [-1, -1],
    });
    return {
      name,
      versions: ["1"],
      platform: "echo",
      inputs: [tensor("INPUT0")],
      outputs: [tensor("INPUT0")],
    };
  }

  modelConfig(name: string) {
    if (name !== "echo") throw unknownModel(name);
    return {
      name,
      platform: "",
      backend: "echo",
      runtime: "",
      version_policy: { latest: { num_versions: 1 } },
      max_batch_size: 8,
      input: [
        {
          name: "INPUT0",
          data_type: "TYPE_FP32" as const,
          format: "FORMAT_NONE" as const,
          dims: [-1],
          is_shape_tensor: false,
          allow_ragged_batch: false,
          optional: false,
          is_non_linear_format_io: false,
        },
      ],
      output: [],
      batch_input: [],
      batch_output: [],
      instance_group: [],
      default_model_filename: "",
      cc_model_filenames: {},
      metric_tags: {},
      parameters: {},
      model_warmup: [],
    };
  }

  checkDescribed = () => {};
  sharedMemory = new SharedMemory(false);
  modelStatistics = () => [STATISTICS];
  repositoryIndex = async (readyOnly: boolean) => [
    { name: "echo", version: "1", state: "READY" as const },
    ...(readyOnly ? [] : [{ name: "other" }]),
  ];
  loadModel = async (...call: unknown[]) => void this.calls.push(["load", ...call]);
  unloadModel = async (...call: unknown[]) => void this.calls.push(["unload", ...call]);
  telemetry = () => ({
    engineId: "engine-1",
    uptimeNs: 12_345_678_901_234,
    models: [TELEMETRY],
    cache: {
      capacityBytes: 1024,
      usedBytes: 256,
      entries: 3,
      lookups: 9,
      hits: 5,
      misses: 4,
      evictions: 1,
      lookupNs: 73_000,
      insertionNs: 57_000,
    },
  });
  listeners = new Set<(event: BatchEvent) => void>();
  watchBatches = (listener: (event: BatchEvent) => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };
  startTrace = (): RequestTrace | undefined => undefined;
  traces = (): TraceRecord[] => [];
  settings = DEFAULT_TRACE_SETTINGS;
  traceSettings = () => this.settings;
  updateTraceSettings = (...call: unknown[]) => {
    this.calls.push(["trace", ...call]);
    return this.settings;
  };
  log = DEFAULT_LOG_SETTINGS;
  logSettings = () => this.log;
  updateLogSettings = (changes: Partial<LogSettings>) => (this.log = { ...this.log, ...changes });
  split: VersionSplit = {};
  versionSplit = () => this.split;
  setVersionSplit = (_: string, split: VersionSplit) => void (this.split = split);
  customMetrics = () => [];
  cacheObservation = () => undefined;
  observeCache = async () => UNOBSERVED;
  stopObservingCache = () => undefined;
  close = async () => void this.calls.push(["close"]);
}

const UNOBSERVED: CacheObservation = {
  state: "observing",
  elapsedNs: 0,
  plannedNs: 1e9,
  requests: 0,
  sampledShare: 1,
  distinct: 0,
  distinctBytes: 0,
  curve: [],
  hashNs: 0,
  clients: [],
};

function unknownModel(name: string): StatusError {
  return new StatusError("NOT_FOUND", `Request for unknown model: '${name}' is not found`);
}

function echo(request: InferRequest): InferResponse {
  return {
    modelName: request.modelName,
    modelVersion: "1",
    id: request.id,
    parameters: {},
    outputs: request.inputs.map(
      (input): OutputTensor => ({
        name: input.name,
        datatype: input.datatype as WireDatatype,
        shape: input.shape,
        data: Buffer.concat(input.segments),
      }),
    ),
  };
}

/** Forwards each call to `current`, which lets one server serve a new engine per test. */
export function lateEngine(current: () => EchoEngine): EchoEngine {
  return new Proxy({} as EchoEngine, {
    get: (_, key: keyof EchoEngine) => {
      const engine = current();
      const value = engine[key];
      return typeof value === "function" ? (value as () => unknown).bind(engine) : value;
    },
  });
}
