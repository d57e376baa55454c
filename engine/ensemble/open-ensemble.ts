import { randomUUID } from "node:crypto";
import type { ModelConfig } from "../config/types.ts";
import { requireCacheable } from "../config/validate.ts";
import type { ObservationSlot } from "../cache/observation/cache-observations.ts";
import type { Cache } from "../models/cache-step.ts";
import { type Labels, readLabels } from "../models/labels.ts";
import type { ModelVersion } from "../models/model-version.ts";
import { refuseUnsupported } from "../models/unsupported.ts";
import type { ModelDirectory, VersionDirectory } from "../repository/model-directory.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import { checkModels } from "./check-models.ts";
import { EnsembleVersion } from "./ensemble-version.ts";
import { ensemblePlan } from "./plan.ts";

export interface OpenEnsembleOptions {
  readonly directory: ModelDirectory;
  readonly version: VersionDirectory;
  readonly config: ModelConfig;
  /** The models of the steps, in order; owned by the ensemble until it calls `release`. */
  readonly models: readonly ModelVersion[];
  readonly release: () => void;
  readonly cache: Cache | undefined;
  readonly observation: ObservationSlot;
  readonly clock: EngineClock;
}

/** Loads one version of an ensemble. Throws INVALID_ARGUMENT if it doesn't match its models. */
export async function openEnsemble(options: OpenEnsembleOptions): Promise<ModelVersion> {
  const { version, models, release, clock } = options;
  const startedAt = clock.now();
  try {
    const config = checkModels(
      options.config,
      models.map((model) => model.config),
    );
    refuseUnsupported(config);
    requireCacheable(config);
    const own = await readOwnLabels(options, config);
    return new EnsembleVersion({
      config,
      version: version.version,
      loadId: randomUUID(),
      loadSeconds: (clock.now() - startedAt) / 1e9,
      labels: withModelsLabels(own, config, models),
      models,
      release,
      cache: config.response_cache?.enable ? options.cache : undefined,

      observation: options.observation,
      clock,
    });
  } catch (error) {
    release();
    throw error;
  }
}

async function readOwnLabels(
  { directory, version }: OpenEnsembleOptions,
  config: ModelConfig,
): Promise<Labels> {
  const releaseFiles = await directory.hold?.(version);
  try {
    return await readLabels(directory.path, config);
  } finally {
    releaseFiles?.();
  }
}

/** An output without labels of its own gets those of the model that produces it. */
function withModelsLabels(
  own: Labels,
  config: ModelConfig,
  models: readonly ModelVersion[],
): Labels {
  const labels = new Map<string, readonly string[]>();
  for (const { index, outputs } of ensemblePlan(config).steps) {
    for (const { model, tensor } of outputs) {
      const list = models[index]?.labels.get(model);
      if (list !== undefined) labels.set(tensor, list);
    }
  }
  return new Map([...labels, ...own]);
}
