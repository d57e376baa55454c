import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Backend, InstanceOptions } from "../backends/backend.ts";
import type { CacheKeyMaker } from "../cache/cache-key.ts";
import type { ResponseCache } from "../cache/response-cache.ts";
import type { ModelConfig } from "../config/types.ts";
import { StatusError } from "../protocol/status.ts";
import type { Clock } from "../scheduling/clock.ts";
import { InstancePool } from "../scheduling/instance-pool.ts";
import { LoadedVersion } from "./loaded-version.ts";
import type { ModelDirectory, VersionDirectory } from "./model-directory.ts";
import { completeFromFile } from "./resolve-config.ts";
import { refuseUnsupported } from "./unsupported.ts";

export interface OpenVersionOptions {
  readonly directory: ModelDirectory;
  readonly version: VersionDirectory;
  readonly config: ModelConfig;
  readonly backend: Backend;
  readonly clock: Clock;
  readonly cache: { readonly responses: ResponseCache; readonly key: CacheKeyMaker } | undefined;
  readonly autoComplete: boolean;
  /** Every instance of the version ended and none can be replaced. */
  readonly onFailed: (error: StatusError) => void;
}

/** Loads one version: its instances, what its model file adds to the configuration, its labels. */
export async function openVersion(options: OpenVersionOptions): Promise<LoadedVersion> {
  const { directory, version, config, backend, clock } = options;
  refuseUnsupported(config);
  const startedAt = clock.now();
  const places = instancePlaces(config);
  let loaded: LoadedVersion | undefined;
  const pool = await InstancePool.open({
    count: places.length,
    create: (index, onLost) =>
      backend.createInstance({
        ...(places[index] as (typeof places)[number]),
        directory: version.path,
        config,
        instanceCount: places.length,
        onLost,
      }),
    onFreed: () => loaded?.instanceFreed(),
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
      instanceCount: places.length,
      clock,
      labels: await readLabels(directory.path, completed),
      cache: completed.response_cache?.enable ? options.cache : undefined,
    });
    return loaded;
  } catch (error) {
    await pool.close();
    throw error;
  }
}

/** One name and kind for each instance of each group. */
function instancePlaces(config: ModelConfig): Pick<InstanceOptions, "name" | "kind">[] {
  return config.instance_group
    .filter(({ passive }) => !passive)
    .flatMap(({ name, kind, count }) =>
      Array.from({ length: Math.max(1, count) }, (_, i) => ({ name: `${name}_${i}`, kind })),
    );
}

async function readLabels(
  directory: string,
  config: ModelConfig,
): Promise<Map<string, readonly string[]>> {
  const labels = new Map<string, readonly string[]>();
  for (const { name, label_filename } of config.output) {
    if (label_filename === "") continue;
    const path = join(directory, label_filename);
    try {
      const text = await readFile(path, "utf8");
      labels.set(name, text.trimEnd().split(/\r?\n/));
    } catch (error) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `output '${name}' has label_filename "${label_filename}", but '${path}' can't be read (${(error as Error).message})`,
        { cause: error },
      );
    }
  }
  return labels;
}
