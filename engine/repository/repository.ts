import { StatusError } from "../protocol/status.ts";
import type { ModelIndexEntry } from "../types.ts";
import type { ModelVersion } from "../models/model-version.ts";
import { listModels } from "./model-directory.ts";
import { ModelEntry, type ModelEntryOptions } from "./model-entry.ts";

export type ModelControlMode = "none" | "explicit" | "poll";

export interface RepositoryOptions {
  readonly path: string;
  readonly mode: ModelControlMode;
  readonly entry: (name: string) => ModelEntryOptions;
  /** One line for each load that failed while nobody waited for it. */
  readonly log: (line: string) => void;
}

/** The models of one repository directory. */
export class ModelRepository {
  readonly #options: RepositoryOptions;
  readonly #entries = new Map<string, ModelEntry>();

  constructor(options: RepositoryOptions) {
    this.#options = options;
  }

  /** Loads the named models, "*" standing for all; failures show in the index and the log. */
  async loadAtStart(names: readonly string[]): Promise<void> {
    const all = await listModels(this.#options.path);
    const wanted = names.includes("*") ? all : names;
    await Promise.all(wanted.map((name) => this.#loadLogged(name)));
  }

  /** Throws UNAVAILABLE unless the control mode is explicit. */
  async load(name: string, override: string | undefined): Promise<void> {
    this.#checkExplicit();
    await this.#entry(name).load(override);
  }

  /** Unloading what is not loaded is no error. */
  async unload(name: string): Promise<void> {
    this.#checkExplicit();
    await this.#entries.get(name)?.unload();
  }

  /** Brings what is loaded in line with the directory: new, changed and vanished models. */
  async poll(): Promise<void> {
    const names = await listModels(this.#options.path);
    const gone = [...this.#entries.values()].filter(({ name }) => !names.includes(name));
    await Promise.all([
      ...names.map((name) => this.#loadLogged(name, true)),
      ...gone.map((entry) => entry.unload()),
    ]);
  }

  /** Throws NOT_FOUND in Triton's words. */
  find(name: string, version: string): ModelVersion {
    const loaded = this.#entries.get(name)?.find(version);
    if (loaded !== undefined) return loaded;
    const which = version === "" ? "" : ` version ${version}`;
    throw new StatusError("NOT_FOUND", `Request for unknown model: '${name}'${which} is not found`);
  }

  has(name: string, version: string): boolean {
    return this.#entries.get(name)?.find(version) !== undefined;
  }

  /** Loaded versions of one model, or of all when the name is empty. */
  serving(name = ""): ModelVersion[] {
    return [...this.#entries.values()]
      .filter((entry) => name === "" || entry.name === name)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => entry.serving());
  }

  async index(): Promise<ModelIndexEntry[]> {
    const known = [...this.#entries.values()].filter((entry) => entry.known);
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
    await Promise.all(
      [...this.#entries.values()].map(async (entry) => {
        await entry.unload();
        await entry.settled();
      }),
    );
  }

  #entry(name: string): ModelEntry {
    let entry = this.#entries.get(name);
    if (entry === undefined) {
      entry = new ModelEntry(this.#options.entry(name));
      this.#entries.set(name, entry);
    }
    return entry;
  }

  async #loadLogged(name: string, onlyChanged = false): Promise<void> {
    try {
      const entry = this.#entry(name);
      await (onlyChanged ? entry.loadChanged() : entry.load());
    } catch (error) {
      this.#options.log((error as Error).message.trim());
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
