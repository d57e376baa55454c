import { StatusError } from "../../base/status-error.ts";
import type { ModelConfig } from "../config/types.ts";
import type { ModelVersion } from "../models/model-version.ts";
import type { InferRequest, LoadParameters, ModelIndexEntry, VersionSplit } from "../types.ts";
import type { ModelEntry } from "./model-entry.ts";
import { DUPLICATE_REASON, type ModelFolders, notUnique } from "./model-folders.ts";
import { ModelGraph, type ModelGraphOptions } from "./model-graph.ts";
import { checkModelName, shownName } from "./model-name.ts";

export type ModelControlMode = "none" | "explicit" | "poll";

export interface RepositoryOptions extends ModelGraphOptions {
  readonly folders: ModelFolders;
  readonly mode: ModelControlMode;
}

/** The models of the repository. */
export class ModelRepository {
  readonly #options: RepositoryOptions;
  readonly #models: ModelGraph;
  /** As of the last poll. */
  #duplicates: ReadonlySet<string> = new Set();

  constructor(options: RepositoryOptions) {
    this.#options = options;
    this.#models = new ModelGraph(options);
  }

  /** Loads the named models ("*": all of them); failures are reported in the index and the log. */
  async loadAtStart(names: readonly string[]): Promise<void> {
    const wanted = names.includes("*") ? (await this.#listUnique()).unique : names;
    this.#log(await this.#models.load(wanted, (entry) => entry.load()));
  }

  /** Loads a model after its parts, then the ensembles that are composed of it. */
  async load(name: string, parameters: LoadParameters): Promise<void> {
    this.#checkExplicit();
    checkModelName(name);
    const failures = await this.#models.load(
      [name],
      (entry) => entry.load(entry.name === name ? parameters : {}),
      parameters,
    );
    const own = failures.get(name);
    this.#log(failures);
    if (own !== undefined) throw own;
  }

  /** Does nothing for a model that isn't loaded. `withParts`: also unloads parts that only it needs (rule LOAD-17). */
  async unload(name: string, withParts: boolean): Promise<void> {
    this.#checkExplicit();
    await this.#models.unload(withParts ? this.#models.unloadedWith(name) : [name]);
  }

  /** Loads new and changed models and unloads those that were removed. */
  async poll(): Promise<void> {
    const { unique, outOfReach } = await this.#listUnique();
    const names = unique.filter((name) => !outOfReach.has(name));
    const failures = await this.#models.load(names, (entry) => entry.loadChanged());
    // The next poll logs and unloads models that appeared in another directory since this one was listed.
    this.#log(new Map([...failures].filter(([, error]) => !isDuplicate(error))));
    await this.#models.unload(
      this.#models
        .all()
        .flatMap(({ name, wanted }) => (wanted && !unique.includes(name) ? name : [])),
    );
  }

  /** Throws NOT_FOUND in Triton's words, or INVALID_ARGUMENT for an invalid version. */
  find(name: string, version: string): ModelVersion {
    const loaded = this.#lookup(name, version);
    if (loaded !== undefined) return loaded;
    const which = version === "" ? "" : ` version ${requestVersion(version)}`;
    const shown = shownName(name);
    throw new StatusError(
      "NOT_FOUND",
      `Request for unknown model: '${shown}'${which} is not found`,
    );
  }

  /** The served configuration with the current version policy. Throws as {@link find}. */
  config(name: string, version: string): ModelConfig {
    const { config } = this.find(name, version);
    const policy = this.#models.get(name)?.versionPolicy;
    return policy === undefined ? config : { ...config, version_policy: policy };
  }

  /** As {@link find}; requests without a version follow the model's version split. */
  route(request: InferRequest): ModelVersion {
    const { modelName, modelVersion } = request;
    const chosen =
      modelVersion === "" ? this.#models.get(modelName)?.chooseVersion(request) : undefined;
    return chosen ?? this.find(modelName, modelVersion);
  }

  versionSplit(name: string): VersionSplit {
    this.find(name, "");
    return this.#models.ensure(name).versionSplit;
  }

  setVersionSplit(name: string, split: VersionSplit): void {
    this.find(name, "");
    this.#models.ensure(name).setVersionSplit(split);
  }

  /** Throws INVALID_ARGUMENT for an invalid version. */
  has(name: string, version: string): boolean {
    return this.#lookup(name, version) !== undefined;
  }

  /** Undefined for a model without an entry. */
  entry(name: string): ModelEntry | undefined {
    return this.#models.get(name);
  }

  /** Loaded versions of one model, or of all models if the name is empty. */
  serving(name = ""): ModelVersion[] {
    return this.#models
      .all()
      .filter((entry) => name === "" || entry.name === name)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => entry.versions.serving);
  }

  async index(): Promise<ModelIndexEntry[]> {
    const known = this.#models.all().filter((entry) => entry.versions.known);
    const listed = await this.#options.folders.list();
    const names = new Set(listed.names);
    for (const { name } of known) names.add(name);
    return [...names].sort().flatMap((name): ModelIndexEntry[] => {
      const entry = this.#models.get(name);
      const isServing = (entry?.versions.serving.length ?? 0) > 0;
      if (listed.duplicates.has(name) && !isServing)
        return [{ name, state: "UNAVAILABLE", reason: DUPLICATE_REASON }];
      return entry?.index() ?? [{ name }];
    });
  }

  /** Whether every known version is ready or was unloaded on purpose. */
  allReady(): boolean {
    if (this.#duplicates.size > 0) return false;
    return this.#models
      .all()
      .flatMap((entry) => entry.index())
      .every(
        ({ state, reason }) =>
          state === undefined ||
          state === "READY" ||
          state === "UNLOADING" ||
          reason === "unloaded",
      );
  }

  close(): Promise<void> {
    return this.#models.close();
  }

  #lookup(name: string, version: string): ModelVersion | undefined {
    const versions = this.#models.get(name)?.versions;
    if (version === "") return versions?.newest;
    return versions?.find(version) ?? versions?.find(requestVersion(version));
  }

  /** Names of the models that are in exactly one directory; the others are logged once. */
  async #listUnique(): Promise<{ unique: string[]; outOfReach: ReadonlySet<string> }> {
    const { names, duplicates, outOfReach } = await this.#options.folders.list();
    for (const name of duplicates)
      if (!this.#duplicates.has(name)) this.#options.log(notUnique(name));
    this.#duplicates = duplicates;
    return { unique: names.filter((name) => !duplicates.has(name)), outOfReach };
  }

  #log(failures: ReadonlyMap<string, Error>): void {
    for (const { message } of failures.values()) this.#options.log(message.trim());
  }

  #checkExplicit(): void {
    if (this.#options.mode !== "explicit") {
      throw new StatusError(
        "UNAVAILABLE",
        "explicit model load / unload is not allowed if polling is enabled",
      );
    }
  }
}

const isDuplicate = (error: Error): boolean => StatusError.from(error).details.duplicate === true;

const MAX_INT64 = 2n ** 63n - 1n;

/** Normalizes a request's version: "01" is "1". Throws INVALID_ARGUMENT in Triton's words (rule LOAD-24). */
function requestVersion(text: string): string {
  const number = /^[+-]?\d{1,40}$/.test(text) ? BigInt(text) : undefined;
  if (number === undefined || number > MAX_INT64 || number < -MAX_INT64) {
    throw invalid(
      `failed to get model version from specified version string '${shownName(text)}' (details: stol)`,
      text,
    );
  }
  if (number < 0n) throw invalid(`invalid model version specified '${shownName(text)}' `, text);
  return number.toString();
}

function invalid(message: string, value: string): StatusError {
  return new StatusError(
    "INVALID_ARGUMENT",
    `${message}, version should be an integral value > 0`,
    { details: { field: "model_version", value: shownName(value) } },
  );
}
