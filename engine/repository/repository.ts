import type { ModelConfig } from "../config/types.ts";
import { StatusError } from "../protocol/status.ts";
import type { InferRequest, LoadParameters, ModelIndexEntry, VersionSplit } from "../types.ts";
import type { ModelVersion } from "../models/model-version.ts";
import { dependentsOf, inLoadOrder, unloadedWith } from "./dependencies.ts";
import { listModels } from "./model-directory.ts";
import { ModelEntry, type ModelEntryOptions } from "./model-entry.ts";

export type ModelControlMode = "none" | "explicit" | "poll";

export interface RepositoryOptions {
  readonly path: string;
  readonly mode: ModelControlMode;
  readonly entry: (name: string) => Omit<ModelEntryOptions, "onLost" | "log">;
  /** One line for each load that failed while nobody waited for it. */
  readonly log: (line: string) => void;
}

/** The models of one repository directory. */
export class ModelRepository {
  readonly #options: RepositoryOptions;
  readonly #entries = new Map<string, ModelEntry>();
  #closing = false;

  constructor(options: RepositoryOptions) {
    this.#options = options;
  }

  /** Loads the named models, "*" standing for all; failures show in the index and the log. */
  async loadAtStart(names: readonly string[]): Promise<void> {
    const wanted = names.includes("*") ? await listModels(this.#options.path) : names;
    for (const name of wanted) this.#entry(name).explicit = true;
    await this.#loadAll(wanted, (entry) => entry.load());
  }

  /** Loads a model, before it what it is composed of, and after it what is composed of it. */
  async load(name: string, parameters: LoadParameters): Promise<void> {
    this.#checkExplicit();
    const entry = this.#entry(name);
    entry.explicit = true;
    let failure: unknown;
    await this.#loadAll(
      [name],
      async (one) => {
        if (one !== entry) return one.load();
        return one.load(parameters).catch((error: unknown) => void (failure = error));
      },
      parameters,
    );
    if (failure !== undefined) throw failure;
  }

  /** Unloading what is not loaded is no error. `withParts`: also what only it was composed of (rule L17). */
  async unload(name: string, withParts: boolean): Promise<void> {
    this.#checkExplicit();
    const names = withParts
      ? unloadedWith(
          name,
          this.#composing,
          (part) => this.#entries.get(part)?.explicit !== false,
          (part) => this.#dependents(part),
        )
      : [name];
    await Promise.all(names.map((one) => this.#unload(one)));
    await this.#recompose(names);
  }

  /** Brings what is loaded in line with the directory: new, changed and vanished models. */
  async poll(): Promise<void> {
    const names = await listModels(this.#options.path);
    const gone = [...this.#entries.keys()].filter(
      (name) => !names.includes(name) && this.#entries.get(name)?.wanted,
    );
    await Promise.all(gone.map((one) => this.#unload(one)));
    for (const name of names) this.#entry(name).explicit = true;
    await this.#loadAll(names, (entry) => entry.loadChanged());
    await this.#recompose(gone);
  }

  /** Throws NOT_FOUND in Triton's words. */
  find(name: string, version: string): ModelVersion {
    const versions = this.#entries.get(name)?.versions;
    const loaded = version === "" ? versions?.newest : versions?.find(version);
    if (loaded !== undefined) return loaded;
    const which = version === "" ? "" : ` version ${version}`;
    throw new StatusError("NOT_FOUND", `Request for unknown model: '${name}'${which} is not found`);
  }

  /** What serves, with the version policy of now. Throws as {@link find}. */
  config(name: string, version: string): ModelConfig {
    const { config } = this.find(name, version);
    const policy = this.#entry(name).versionPolicy;
    return policy === undefined ? config : { ...config, version_policy: policy };
  }

  /** As {@link find}; a request without a version goes where the model's version split sends it. */
  route(request: InferRequest): ModelVersion {
    const { modelName, modelVersion } = request;
    const chosen =
      modelVersion === "" ? this.#entries.get(modelName)?.chooseVersion(request) : undefined;
    return chosen ?? this.find(modelName, modelVersion);
  }

  versionSplit(name: string): VersionSplit {
    this.find(name, "");
    return this.#entry(name).versionSplit;
  }

  setVersionSplit(name: string, split: VersionSplit): void {
    this.find(name, "");
    this.#entry(name).setVersionSplit(split);
  }

  has(name: string, version: string): boolean {
    const versions = this.#entries.get(name)?.versions;
    return (version === "" ? versions?.newest : versions?.find(version)) !== undefined;
  }

  /** Also of a model that has no entry yet: undefined. */
  entry(name: string): ModelEntry | undefined {
    return this.#entries.get(name);
  }

  /** Loaded versions of one model, or of all when the name is empty. */
  serving(name = ""): ModelVersion[] {
    return [...this.#entries.values()]
      .filter((entry) => name === "" || entry.name === name)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => entry.versions.serving);
  }

  async index(): Promise<ModelIndexEntry[]> {
    const known = [...this.#entries.values()].filter((entry) => entry.versions.known);
    const names = new Set(await listModels(this.#options.path));
    for (const { name } of known) names.add(name);
    return [...names].sort().flatMap((name) => this.#entries.get(name)?.index() ?? [{ name }]);
  }

  /** Whether every version known is ready or was unloaded on purpose. */
  allReady(): boolean {
    return [...this.#entries.values()]
      .flatMap((entry) => entry.index())
      .every(
        ({ state, reason }) =>
          state === undefined ||
          state === "READY" ||
          state === "UNLOADING" ||
          reason === "unloaded",
      );
  }

  async close(): Promise<void> {
    this.#closing = true;
    const entries = [...this.#entries.values()];
    await Promise.all(entries.map((entry) => entry.unload()));
    await Promise.all(entries.map((entry) => entry.settled()));
  }

  #entry(name: string): ModelEntry {
    let entry = this.#entries.get(name);
    if (entry === undefined) {
      entry = new ModelEntry({
        ...this.#options.entry(name),
        log: this.#options.log,
        onLost: () => void this.#recompose([name]),
      });
      this.#entries.set(name, entry);
    }
    return entry;
  }

  async #unload(name: string): Promise<void> {
    await this.#entries.get(name)?.unload();
  }

  readonly #composing = (name: string): readonly string[] =>
    this.#entries.get(name)?.composing ?? [];

  #dependents(name: string): string[] {
    return [...this.#entries.keys()].filter((other) => this.#composing(other).includes(name));
  }

  /** Each model after those that it is composed of, others side by side; `parameters` are the first one's. */
  async #loadAll(
    names: readonly string[],
    load: (entry: ModelEntry) => Promise<void>,
    parameters: LoadParameters = {},
  ): Promise<void> {
    const parts = await this.#withParts(names, parameters);
    const order = inLoadOrder(names, (name) => parts.get(name) ?? []);
    const before = new Map(order.map((name) => [name, this.#entry(name).versions.serving]));
    const loads = new Map<string, Promise<void>>();
    for (const name of order) {
      const first = Promise.all((parts.get(name) ?? []).flatMap((part) => loads.get(part) ?? []));
      const loading = first.then(() => load(this.#entry(name)));
      loads.set(
        name,
        loading.catch((error: Error) => this.#options.log(error.message.trim())),
      );
    }
    await Promise.all(loads.values());
    await this.#recompose(
      order.filter((name) => before.get(name) !== this.#entry(name).versions.serving),
    );
  }

  /** What each model is composed of, and what these are, and so on. */
  async #withParts(
    names: readonly string[],
    parameters: LoadParameters,
  ): Promise<Map<string, readonly string[]>> {
    const parts = new Map<string, readonly string[]>();
    for (let level = [...new Set(names)]; level.length > 0; ) {
      const found = await Promise.all(
        level.map((name) => this.#entry(name).peek(name === names[0] ? parameters : {})),
      );
      level.forEach((name, i) => parts.set(name, found[i] ?? []));
      level = [...new Set(found.flat())].filter((name) => !parts.has(name));
    }
    return parts;
  }

  /** Brings ensembles in line with a change of the models that they are composed of. */
  async #recompose(changed: readonly string[]): Promise<void> {
    if (changed.length === 0 || this.#closing) return;
    for (const name of dependentsOf(changed, [...this.#entries.keys()], this.#composing)) {
      try {
        await this.#entry(name).recompose();
      } catch (error) {
        this.#options.log((error as Error).message.trim());
      }
    }
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
