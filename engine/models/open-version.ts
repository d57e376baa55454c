import { randomUUID } from "node:crypto";
import type { Backend } from "../backends/backend.ts";
import { normalizeConfig } from "../config/normalize.ts";
import type { ModelConfig } from "../config/types.ts";
import { requireValid, requireValidTensors } from "../config/validate.ts";
import type { StatusError } from "../../base/status-error.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import { InstancePool } from "../scheduling/instance-pool.ts";
import { readInitialStates } from "../scheduling/sequence/initial-state-files.ts";
import type { RateLimiter } from "../scheduling/rate-limiter.ts";
import type { TurnBudget } from "../scheduling/turn-budget.ts";
import type { ModelDirectory, VersionDirectory } from "../repository/model-directory.ts";
import { type AutoComplete, completeFromFile } from "../repository/resolve-config.ts";
import type { BatchFeed } from "./batch-feed.ts";
import type { ObservationSlot } from "../cache/observation/cache-observations.ts";
import type { Cache } from "./cache-step.ts";
import { instancePlaces } from "./instance-places.ts";
import { readLabels } from "./labels.ts";
import { loadMemory } from "./load-memory.ts";
import { LoadedVersion } from "./loaded-version.ts";
import type { ModelVersion } from "./model-version.ts";
import { refuseUnsupported } from "./unsupported.ts";
import { warmUp } from "./warm-up.ts";

export interface OpenVersionOptions {
  readonly directory: ModelDirectory;
  readonly version: VersionDirectory;
  readonly config: ModelConfig;
  readonly backend: Backend;
  readonly clock: EngineClock;
  readonly cache: Cache | undefined;
  readonly observation: ObservationSlot;
  readonly feed: BatchFeed;
  readonly engineStartedAt: number;
  /** Of the serving thread, for all models. */
  readonly turn: TurnBudget;
  /** Undefined: models with incomplete configurations are rejected. */
  readonly autoComplete: AutoComplete | undefined;
  /** Undefined if rate limiting is off. */
  readonly limiter: RateLimiter | undefined;
  /** All instances of the version ended and none can be replaced. */
  readonly onFailed: (error: StatusError) => void;
  readonly warn: (sentence: string) => void;
}

/** GPUs for groups that name none; detecting them may take seconds. */
async function gpusFor(config: ModelConfig, backend: Backend): Promise<readonly number[]> {
  const open = config.instance_group.some(
    ({ kind, gpus }) => kind === "KIND_GPU" && gpus.length === 0,
  );
  return open ? ((await backend.gpus?.()) ?? []) : [];
}

/** Adds what the model itself declares, if its backend reports it; checked. */
async function completeFromModel(options: OpenVersionOptions): Promise<ModelConfig> {
  const { config, backend, version, directory, autoComplete } = options;
  if (backend.completeConfig === undefined || autoComplete === undefined) {
    requireValidTensors(config);
    return config;
  }
  const completed = await backend.completeConfig({ directory: version.path, config });
  const normal = normalizeConfig(completed, { modelName: directory.name });
  requireValid(normal, { modelName: directory.name });
  requireValidTensors(normal);
  refuseUnsupported(normal);
  return normal;
}

/** Assumes as many bytes per instance as before. */
async function resize(
  pool: InstancePool,
  places: ReturnType<typeof instancePlaces>,
  loaded: LoadedVersion | undefined,
): Promise<void> {
  const before = pool.status().length;
  await pool.resize(places);
  const bytes = loaded?.statistics.memoryBytes ?? null;
  if (!loaded || bytes === null || before === 0) return;
  loaded.statistics.memoryBytes = Math.round((bytes / before) * places.length);
}

/**
 * Loads one version: its instances, its configuration completed from the model file, its labels.
 */
export async function openVersion(options: OpenVersionOptions): Promise<ModelVersion> {
  const releaseFiles = await options.directory.hold?.(options.version);
  const end = loadMemory.begin();
  let loaded: LoadedVersion | undefined;
  try {
    loaded = await open(options, releaseFiles);
    return loaded;
  } finally {
    const bytes = end();
    if (loaded) loaded.statistics.memoryBytes = bytes;
    else releaseFiles?.();
  }
}

async function open(
  options: OpenVersionOptions,
  releaseFiles: (() => void) | undefined,
): Promise<LoadedVersion> {
  const { directory, version, backend, clock } = options;
  refuseUnsupported(options.config);
  const startedAt = clock.now();
  const config = await completeFromModel(options);
  let loaded: LoadedVersion | undefined;
  const pool = await InstancePool.open({
    places: instancePlaces(config, await gpusFor(config, backend)),
    limiter: options.limiter,
    async create(place, instanceCount, onLost) {
      const instance = await backend.createInstance({
        ...place,
        directory: version.path,
        config,
        instanceCount,
        onLost,
      });
      try {
        const completed = completeFromFile(config, instance.signature, options.autoComplete);
        await warmUp(instance, completed, directory.path);
        return instance;
      } catch (error) {
        await instance.close();
        throw error;
      }
    },
    onFreed: (inTurn) => loaded?.instanceFreed(inTurn),
    onExhausted: options.onFailed,
    restartDelaysMs: backend.restartDelaysMs ?? [],
    clock,
  });
  try {
    const completed = completeFromFile(config, pool.signature, options.autoComplete);
    loaded = new LoadedVersion({
      config: completed,
      version: version.version,
      loadId: randomUUID(),
      loadSeconds: (clock.now() - startedAt) / 1e9,
      pool,
      clock,
      feed: options.feed,
      engineStartedAt: options.engineStartedAt,
      turn: options.turn,
      resize: async (changed) => {
        const places = instancePlaces(changed, await gpusFor(changed, backend));
        await resize(pool, places, loaded);
      },
      labels: await readLabels(directory.path, completed),
      warn: options.warn,
      initialStates: await readInitialStates(directory.path, completed),
      cache: completed.response_cache?.enable ? options.cache : undefined,
      observation: options.observation,
      releaseFiles,
    });
    return loaded;
  } catch (error) {
    await pool.close();
    throw error;
  }
}
