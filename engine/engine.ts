import { randomUUID } from "node:crypto";
import type { ModelServices } from "./backends/backend.ts";
import { Backends } from "./backends/backends.ts";
import { autoGpus } from "./backends/onnxruntime/gpu-devices.ts";
import type { PythonSettings } from "./backends/python/settings.ts";
import { cacheKeyMaker } from "./cache/cache-key.ts";
import { CacheObservations } from "./cache/observation/cache-observations.ts";
import { ResponseCache } from "./cache/response-cache.ts";
import { DEFAULT_MAX_BATCH_SIZE } from "./config/complete.ts";
import { requireCacheable, requireValidTensors } from "./config/validate.ts";
import { openEnsemble } from "./ensemble/open-ensemble.ts";
import { Log, type LogLevel } from "./log/log.ts";
import { observed } from "./observe.ts";
import { StatusError } from "../base/status-error.ts";
import { borrowComposed, findComposingVersions } from "./repository/composition.ts";
import type { ModelConfig } from "./config/types.ts";
import type { ModelDirectory } from "./repository/model-directory.ts";
import { refuseForeignEnvironment } from "./repository/override-environment.ts";
import { ModelFolders } from "./repository/model-folders.ts";
import { BatchFeed } from "./models/batch-feed.ts";
import type { ModelVersion } from "./models/model-version.ts";
import { openVersion } from "./models/open-version.ts";
import { openSources } from "./repository/open-sources.ts";
import { pollRegularly } from "./repository/poller.ts";
import { type ModelControlMode, ModelRepository } from "./repository/repository.ts";
import { readConfig } from "./repository/resolve-config.ts";
import { tensorMetadata } from "./requests/model-io.ts";
import { checkDescribed } from "./requests/normalize.ts";
import { type EngineClock, engineClock } from "./scheduling/clock.ts";
import { RateLimiter, type ResourceLimit } from "./scheduling/rate-limiter.ts";
import { TurnBudget } from "./scheduling/turn-budget.ts";
import { CustomMetrics } from "./statistics/custom-metrics.ts";
import { Tracer } from "./trace/tracer.ts";
import { SharedMemory } from "./shared-memory/shared-memory.ts";
import type { StoreSettings } from "./stores/open-stores.ts";
import type { Engine, InferRequest, LogSettings, ServerMetadata, TraceSettings } from "./types.ts";
import { shownName } from "./repository/model-name.ts";

export interface EngineOptions {
  /** Model repositories, folders or URLs of object stores; a model that is in several of them is not loaded. */
  readonly modelRepository: string | readonly string[];
  /** Use configs/NAME.pbtxt as the configuration of models that have it. */
  readonly modelConfigName?: string | undefined;
  /** Default "none": all models are loaded at the start and stay loaded. */
  readonly modelControlMode?: ModelControlMode;
  /** Explicit mode: models to load at the start; "*" loads all. */
  readonly loadModels?: readonly string[];
  /** Poll mode: seconds between polls of the repository; default 15. */
  readonly repositoryPollSeconds?: number;
  /** Bytes of the response cache; 0 or absent turns it off. */
  readonly cacheBytes?: number;
  /** False rejects models with an incomplete configuration; default true. */
  readonly autoCompleteConfig?: boolean;
  /**
   * Max batch size of ONNX models that can batch and don't set it; default 4, 0 for no batching.
   */
  readonly defaultMaxBatchSize?: number;
  /** "execution_count" makes instances wait for the resources of their groups' rate limiters; default "off". */
  readonly rateLimit?: "off" | "execution_count";
  /** Amounts of the resources; default: as much as the neediest instance needs. */
  readonly rateLimitResources?: readonly ResourceLimit[];
  /** Default true: ready only while every known model is ready or was unloaded by a call. */
  readonly strictReadiness?: boolean;
  /** Shown in the server's metadata. */
  readonly version?: string;
  /** Receives log sentences that the settings allow, one per line without a prefix. */
  readonly log?: (line: string, level: LogLevel) => void;
  /** Log settings at the start. */
  readonly logSettings?: Partial<LogSettings>;
  /**
   * Initial trace settings, to which they are reset. INVALID_ARGUMENT for settings that can't be
   * sampled.
   */
  readonly traceSettings?: Partial<TraceSettings>;
  readonly clock?: EngineClock;
  /** Folder and limit of the download cache for object stores. */
  readonly stores?: StoreSettings;
  /** Aborts downloads, also while models are loaded at the start. */
  readonly stop?: AbortSignal;
  /** Settings for Python models. */
  readonly python?: PythonSettings;
  /** Clients may register system shared memory for their tensors; default false. */
  readonly allowClientSharedMemory?: boolean;
}

const EXTENSIONS = [
  "classification",
  "sequence",
  "model_repository",
  "model_repository(unload_dependents)",
  "schedule_policy",
  "model_configuration",
  "binary_tensor_data",
  "parameters",
  "statistics",
  "trace",
  "logging",
  "batchdeck_telemetry",
  "batchdeck_version_split",
  "batchdeck_cache_observation",
];

/** The only one of Triton's own parameters that clients may send. */
const CLIENT_PARAMETER = "triton_enable_empty_final_response";

/**
 * Starts an engine. Throws NOT_FOUND if the repository can't be read; a model that fails appears in
 * the index.
 */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { modelRepository, modelControlMode: mode = "none" } = options;
  const clock = options.clock ?? engineClock;
  const engineId = randomUUID();
  const startedAt = clock.now();
  const log = new Log(options.log ?? (() => {}), options.logSettings);
  const logError = (sentence: string) => log.write("error", sentence);
  const tracer = new Tracer({
    clock,
    wallMs: Date.now,
    settings: options.traceSettings,
    serviceName: "batchdeck",
    onError: logError,
  });
  const responses = options.cacheBytes ? new ResponseCache(options.cacheBytes) : undefined;
  const cache = responses && { responses, key: await cacheKeyMaker() };
  const observations = new CacheObservations(clock);
  const feed = new BatchFeed();
  const turn = new TurnBudget(clock);
  const limiter =
    options.rateLimit === "execution_count"
      ? new RateLimiter(options.rateLimitResources)
      : undefined;
  const autoComplete =
    (options.autoCompleteConfig ?? true)
      ? { defaultMaxBatchSize: options.defaultMaxBatchSize ?? DEFAULT_MAX_BATCH_SIZE }
      : undefined;
  const stopping = new AbortController();
  const { sources, close: closeSources } = await openSources([modelRepository].flat(), {
    settings: options.stores,
    stop: AbortSignal.any([stopping.signal, ...(options.stop ? [options.stop] : [])]),
  });
  const folders = new ModelFolders(sources, {
    configName: options.modelConfigName,
    log: logError,
  });
  try {
    await folders.list();
  } catch (error) {
    await closeSources();
    throw error;
  }
  const gpus = await autoGpus();

  const metrics = new CustomMetrics();
  // Called once models run, if there is a repository.
  const models: ModelServices = {
    infer: async (request) => repository.route(request).infer(request),
    inferStream: async (request, respond) =>
      repository.route(request).inferStream(request, respond),
    loadModel: (name, parameters) => repository.load(name, parameters),
    unloadModel: (name, withParts) => repository.unload(name, withParts),
    checkReady: (name, version) => checkReady(name, version),
    executedVersions: (name, version) => executedVersions(repository, name, version),
    instanceCount: (name, version) =>
      repository.has(name, version)
        ? repository.find(name, version).telemetry().instances.length
        : 0,
  };
  const backends = new Backends(
    { clock, log: (level, sentence) => log.write(level, sentence), models, metrics },
    options.python ?? {},
  );
  const checkReady = async (name: string, version: string) => {
    return repository.has(name, version) && checkVersionReady(repository.find(name, version));
  };
  const checkVersionReady = async ({ config, version, steps }: ModelVersion): Promise<boolean> => {
    const own = backends.checkReady(config.name, version);
    const answers = await Promise.all([own, ...(steps ?? []).map(checkVersionReady)]);
    return answers.every(Boolean);
  };
  const readServedConfig = (directory: ModelDirectory, override: string | undefined) => {
    const usesNoGpu = (config: ModelConfig) => backends.usesNoGpu(config);
    const config = readConfig(directory, override, gpus, usesNoGpu);
    if (override !== undefined && options.python?.allowsLoadedCode !== true) {
      refuseForeignEnvironment(config, () => readConfig(directory, undefined, gpus, usesNoGpu));
    }
    return config;
  };
  const findEntry = (name: string) => repository.entry(name);
  const repository: ModelRepository = new ModelRepository({
    folders,
    mode,
    log: logError,
    // The start logs all versions as a table, the end logs none.
    info: (sentence) => started && live && log.write("info", sentence),
    entry: (name) => ({
      name,
      readDirectory: () => folders.read(name),
      readConfig: readServedConfig,
      composed: (config) => findComposingVersions(config, findEntry),
      open: async (directory, version, config, onFailed) => {
        const observation = observations.slot(name);
        if (config.ensemble_scheduling !== undefined) {
          requireValidTensors(config);
          const composed = borrowComposed(config, findEntry);
          return openEnsemble({
            directory,
            version,
            config,
            clock,
            cache,
            observation,
            ...composed,
          });
        }
        return openVersion({
          directory,
          version,
          config,
          onFailed,
          clock,
          cache,
          observation,
          feed,
          engineStartedAt: startedAt,
          turn,
          backend: backends.find(config),
          autoComplete,
          limiter,
          warn: (sentence) => log.write("warning", sentence),
        });
      },
    }),
  });
  let started = false;
  let live = true;
  await repository.loadAtStart(mode === "explicit" ? (options.loadModels ?? []) : ["*"]);
  started = true;
  const stopPolling =
    mode === "poll"
      ? pollRegularly(repository, options.repositoryPollSeconds ?? 15, logError)
      : async () => {};
  const isStrict = options.strictReadiness ?? true;
  const ready = () => live && (!isStrict || repository.allReady());
  const refuseWhenStopping = () => {
    if (!live) throw new StatusError("UNAVAILABLE", "Server is stopping");
  };

  const sharedMemory = new SharedMemory(options.allowClientSharedMemory ?? false);
  const observers = { clock, log };
  /** The model version that serves a request. */
  const accept = (request: InferRequest) => {
    refuseWhenStopping();
    checkParameters(request);
    return repository.route(request);
  };
  const refuseUnknown = (model: string) => {
    if (model === "" || repository.has(model, "")) return;
    throw new StatusError("INVALID_ARGUMENT", `Request for unknown model : ${shownName(model)}`);
  };

  return {
    infer: (request) =>
      observed(request, observers, (asked) =>
        sharedMemory.infer(asked, (placed) => accept(placed).infer(placed)),
      ),
    inferStream: (request, respond) =>
      observed(request, observers, (asked) =>
        sharedMemory.inferStream(asked, respond, (placed, reply) =>
          accept(placed).inferStream(placed, reply),
        ),
      ),
    sharedMemory,
    checkDescribed(request) {
      const { modelName, modelVersion } = request;
      const newest = repository.find(modelName, modelVersion);
      // A version split may send it to any version that serves.
      const candidates = modelVersion === "" ? repository.serving(modelName) : [newest];
      const refusals = candidates.map(({ io }) => catchRefusal(() => checkDescribed(io, request)));
      if (!refusals.includes(undefined)) checkDescribed(newest.io, request);
    },
    live: () => live,
    ready,
    async checkServerReady() {
      if (!ready() || !isStrict) return ready();
      return (await Promise.all(repository.serving().map(checkVersionReady))).every(Boolean);
    },
    modelReady: (name, version) => repository.has(name, version),
    checkReady,
    serverMetadata: (): ServerMetadata => ({
      name: "batchdeck",
      version: options.version ?? "0.0.0",
      extensions: sharedMemory.allowed ? [...EXTENSIONS, "system_shared_memory"] : EXTENSIONS,
    }),
    modelMetadata(name, version) {
      const { config, io } = repository.find(name, version);
      return {
        name,
        versions: repository.serving(name).map((loaded) => loaded.version),
        platform: config.platform || config.backend,
        inputs: tensorMetadata(io, io.inputs),
        outputs: tensorMetadata(io, io.outputs),
      };
    },
    modelConfig: (name, version) => structuredClone(repository.config(name, version)),
    modelStatistics(name, version) {
      return versionsWithStatistics(repository, name, version).map((loaded) =>
        loaded.statistics.snapshot(loaded.config.name, loaded.version),
      );
    },
    async repositoryIndex(readyOnly) {
      const index = await repository.index();
      return readyOnly ? index.filter(({ state }) => state === "READY") : index;
    },
    async loadModel(name, parameters) {
      refuseWhenStopping();
      await repository.load(name, parameters);
    },
    unloadModel: (name, withParts) => repository.unload(name, withParts),
    telemetry() {
      const cacheTelemetry = responses?.telemetry();
      return {
        engineId,
        uptimeNs: clock.now() - startedAt,
        models: repository.serving().map((loaded) => loaded.telemetry()),
        ...(cacheTelemetry ? { cache: cacheTelemetry } : {}),
      };
    },
    customMetrics: () => metrics.families(),
    cacheObservation(modelName) {
      refuseUnknown(modelName);
      return observations.result(modelName);
    },
    async observeCache(modelName, seconds) {
      const { config } = repository.find(modelName, "");
      requireCacheable({ ...config, response_cache: { enable: true } });
      return observations.start(modelName, seconds);
    },
    stopObservingCache(modelName) {
      refuseUnknown(modelName);
      return observations.stop(modelName);
    },
    watchBatches: (listener) => feed.listen(listener),
    startTrace: (modelName, requestId) => tracer.start(modelName, requestId),
    traces: (afterId) => tracer.after(afterId),
    traceSettings(modelName) {
      refuseUnknown(modelName);
      return tracer.settings(modelName);
    },
    updateTraceSettings(modelName, changes) {
      refuseUnknown(modelName);
      return tracer.update(modelName, changes);
    },
    logSettings: () => log.settings,
    updateLogSettings: (changes) => log.update(changes),
    versionSplit: (modelName) => repository.versionSplit(modelName),
    setVersionSplit: (modelName, split) => repository.setVersionSplit(modelName, split),
    async close() {
      live = false;
      stopping.abort();
      await stopPolling();
      await repository.close();
      await backends.close();
      await closeSources();
      sharedMemory.close();
      await tracer.close();
    },
  };
}

/** Ids of the versions that run for a request, each "MODEL/VERSION"; an ensemble's steps may be ensembles themselves. */
function executedVersions(repository: ModelRepository, name: string, version: string): string[] {
  if (!repository.has(name, version)) return [];
  const found = repository.find(name, version);
  const steps = found.config.ensemble_scheduling?.step ?? [];
  if (steps.length === 0) {
    // Any of several versions may serve it.
    const isSplit = version === "" && Object.keys(repository.versionSplit(name)).length > 1;
    return isSplit ? [] : [`${name}/${found.version}`];
  }
  const ids = steps.flatMap(({ model_name: step, model_version: wanted }) =>
    executedVersions(repository, step, Number(wanted) < 0 ? "" : String(wanted)),
  );
  return [...new Set(ids)];
}

/** Loaded versions. Without any, Triton's INVALID_ARGUMENT, unlike for other calls. */
function versionsWithStatistics(
  repository: ModelRepository,
  name: string,
  version: string,
): ModelVersion[] {
  const serving = repository.serving(name);
  if (name === "") return serving;
  if (serving.length === 0) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `requested model '${shownName(name)}' is not available`,
    );
  }
  if (version === "") return serving;
  if (repository.has(name, version)) return [repository.find(name, version)];
  throw new StatusError(
    "INVALID_ARGUMENT",
    `requested model version is not available for model '${name}'`,
  );
}

function catchRefusal(check: () => void): unknown {
  try {
    check();
    return undefined;
  } catch (error) {
    return error;
  }
}

function checkParameters({ parameters }: InferRequest): void {
  for (const name of Object.keys(parameters)) {
    if (name.startsWith("triton_") && name !== CLIENT_PARAMETER) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        "parameter keys starting with 'triton_' are reserved for Triton usage and should not be specified.",
      );
    }
  }
}
