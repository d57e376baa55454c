import { checkModels } from "../ensemble/check-models.ts";
import type { ModelConfig } from "../config/types.ts";
import { cycleThrough } from "../config/validation/cycles.ts";
import type { ModelVersion } from "../models/model-version.ts";
import { type StatusDetails, StatusError } from "../../base/status-error.ts";
import type { ModelEntry } from "./model-entry.ts";
import type { Borrowed } from "./version-table.ts";

type FindEntry = (name: string) => ModelEntry | undefined;

const invalid = (message: string, details: StatusDetails = {}) =>
  new StatusError("INVALID_ARGUMENT", message, { details });

/**
 * The loaded models of an ensemble's steps, in order; empty for other models. Throws INVALID_ARGUMENT in Triton's words if
 * a model is missing or doesn't match; `details.unloaded` is set if one was never loaded or was unloaded.
 */
export function findComposingVersions(
  config: ModelConfig,
  find: FindEntry,
): readonly ModelVersion[] {
  const { name } = config;
  const steps = config.ensemble_scheduling?.step ?? [];
  if (steps.length === 0) return [];
  const names = new Set(steps.map((step) => step.model_name));
  const missing = [...names].filter((part) => !find(part)?.wanted).sort();
  if (missing.length > 0) {
    throw invalid(
      `ensemble ${name} contains models that are not available or ambiguous: ${missing.join(", ")}`,
      { unloaded: true },
    );
  }
  const cycle = cycleThrough(name, (part) =>
    part === name ? [...names] : (find(part)?.composing ?? []),
  );
  if (cycle !== undefined) throw invalid(cycle);
  const models = steps.map((step) => {
    const entry = find(step.model_name) as ModelEntry;
    return loadedVersion(name, entry, String(step.model_version));
  });
  checkModels(
    config,
    models.map((model) => model.config),
  );
  return models;
}

function loadedVersion(ensemble: string, entry: ModelEntry, version: string): ModelVersion {
  const { name, failure, versions } = entry;
  const prefix = `ensemble '${ensemble}' depends on '${name}'`;
  if (versions.newest === undefined) {
    if (failure === undefined) throw invalid(`${prefix} which has no loaded version.`);
    const isEnsemble = entry.composing.length > 0;
    throw invalid(
      isEnsemble
        ? `${prefix} which is not valid. Model '${name}' failed with error: ${failure.message}`
        : `${prefix} which has no loaded version. Model '${name}' loading failed with error: ${failure.message}`,
    );
  }
  const loaded = version === "-1" ? versions.newest : versions.find(version);
  if (loaded === undefined) {
    throw invalid(`${prefix} whose required version ${version} is not loaded.`);
  }
  return loaded;
}

/** The models of an ensemble; they are not freed before `release` is called. */
export function borrowComposed(
  config: ModelConfig,
  find: FindEntry,
): { models: readonly ModelVersion[]; release: () => void } {
  const models = findComposingVersions(config, find);
  const borrows = models.map((model) => {
    // It was found above, so it exists.
    return find(model.config.name)?.versions.borrow(model.version) as Borrowed;
  });
  return {
    models: borrows.map(({ version }) => version),
    release: () => {
      for (const borrow of borrows) borrow.release();
    },
  };
}
