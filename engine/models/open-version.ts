import { randomUUID } from "node:crypto";
import type { Backend } from "../backends/backend.ts";
import type { ModelConfig } from "../config/types.ts";
import type { StatusError } from "../../base/status-error.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import { InstancePool } from "../scheduling/instance-pool.ts";
import { readInitialStates } from "../scheduling/sequence/initial-state-files.ts";
import type { RateLimiter } from "../scheduling/rate-limiter.ts";
import type { ModelDirectory, VersionDirectory } from "../repository/model-directory.ts";
import { type AutoComplete, completeFromFile } from "../repository/resolve-config.ts";
import type { BatchFeed } from "./batch-feed.ts";
import type { ObservationSlot } from "../cache/observation/cache-observations.ts";
import type { Cache } from "./cache-step.ts";
import { instancePlaces } from "./instance-places.ts";
import { readLabels } from "./labels.ts";
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
  /** Undefined: models whose configuration is not complete are rejected. */
  readonly autoComplete: AutoComplete | undefined;
  /** Undefined where rate limiting is off. */
  readonly limiter: RateLimiter | undefined;
  /** Every instance of the version ended and none can be replaced. */
  readonly onFailed: (error: StatusError) => void;
  readonly warn: (sentence: string) => void;
}

/** The GPUs of groups that name none; looking for them may take seconds. */
async function gpusFor(config: ModelConfig, backend: Backend): Promise<readonly number[]> {
  const open = config.instance_group.some(
    ({ kind, gpus }) => kind === "KIND_GPU" && gpus.length === 0,
  );
  return open ? ((await backend.gpus?.()) ?? []) : [];
}

/** Loads one version: its instances, what its model file adds to the configuration, its labels. */
export async function openVersion(options: OpenVersionOptions): Promise<ModelVersion> {
  const { directory, version, config, backend, clock } = options;
  refuseUnsupported(config);
  const startedAt = clock.now();
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
      resize: async (changed) =>
        pool.resize(instancePlaces(changed, await gpusFor(changed, backend))),
      labels: await readLabels(directory.path, completed),
      warn: options.warn,
      initialStates: await readInitialStates(directory.path, completed),
      cache: completed.response_cache?.enable ? options.cache : undefined,
      observation: options.observation,
    });
    return loaded;
  } catch (error) {
    await pool.close();
    throw error;
  }
}
