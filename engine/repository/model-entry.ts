import type { ModelConfig } from "../config/types.ts";
import type { ModelVersion } from "../models/model-version.ts";
import { StatusError } from "../../base/status-error.ts";
import type { InferRequest, LoadParameters, ModelIndexEntry, VersionSplit } from "../types.ts";
import { loadError, pollError, formatLoadReason } from "./load-errors.ts";
import type { ModelDirectory } from "./model-directory.ts";
import { nextOverride, type Override, sameFiles } from "./override.ts";
import { type OverrideFiles, writeOverrideFiles } from "./override-files.ts";
import { VersionLoader, type VersionLoaderOptions, type Wanted } from "./version-loader.ts";
import { checkVersionSplit, VersionSplitter } from "./version-split.ts";
import type { VersionTable } from "./version-table.ts";

export interface ModelEntryOptions extends Omit<VersionLoaderOptions, "name"> {
  readonly name: string;
  /** Undefined if the model has no directory. */
  readonly readDirectory: () => Promise<ModelDirectory | undefined>;
  /** Parses, validates and normalizes; throws a StatusError that says what is wrong. */
  readonly readConfig: (directory: ModelDirectory, override: string | undefined) => ModelConfig;
}

/** Loads, reloads and unloads one model, one operation at a time (rules LOAD-1 to LOAD-12 of SPEC.md). */
export class ModelEntry {
  readonly name: string;
  /** Whether a load call named this model, rather than an ensemble that it is part of. */
  explicit = false;
  readonly #options: ModelEntryOptions;
  readonly #loader: VersionLoader;
  #override: Override | undefined;
  /** What the last load read from the files, until the model is unloaded. */
  #wanted: Wanted | undefined;
  /** The files of the last load, successful or not. */
  #attempted: ModelDirectory | undefined;
  /** Why the last load failed, in Triton's words. */
  #failure: StatusError | undefined;
  #splitter: VersionSplitter | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #busy = false;
  /** Settles when files of overrides are removed. */
  #disposed: Promise<void> = Promise.resolve();

  constructor(options: ModelEntryOptions) {
    this.name = options.name;
    this.#options = options;
    this.#loader = new VersionLoader({
      ...options,
      onLost: (error) => {
        this.#failure = error;
        options.onLost(error);
      },
    });
  }

  get versions(): VersionTable {
    return this.#loader.table;
  }

  /** Names of the models that it is composed of; empty unless it is an ensemble to be loaded. */
  get composing(): readonly string[] {
    return composingNames(this.#wanted?.config);
  }

  get wanted(): boolean {
    return this.#wanted !== undefined;
  }

  /** Whether the entry can be dropped: no load is queued, and none has reached a version or read files. */
  get isUnknown(): boolean {
    return !this.#busy && !this.wanted && !this.versions.known && this.#attempted === undefined;
  }

  get failure(): StatusError | undefined {
    return this.#failure;
  }

  get versionPolicy(): ModelConfig["version_policy"] {
    return this.#loader.versionPolicy;
  }

  /** Empty: the newest version gets all traffic. */
  get versionSplit(): VersionSplit {
    return this.#splitter?.split ?? {};
  }

  /** Throws INVALID_ARGUMENT for an invalid split, and keeps the current one. */
  setVersionSplit(split: VersionSplit): void {
    const serving = this.versions.serving.map(({ version }) => version);
    checkVersionSplit(this.name, split, serving);
    const any = Object.keys(split).length > 0;
    this.#splitter = any ? new VersionSplitter({ ...split }) : undefined;
  }

  /** The version that serves a request without a version. */
  chooseVersion(request: InferRequest): ModelVersion | undefined {
    if (this.#splitter === undefined) return this.versions.newest;
    return this.#splitter.choose(this.versions.serving, request);
  }

  /** Loads or reloads. The current versions keep serving until the new ones do, and if the load fails. */
  load(parameters: LoadParameters = {}): Promise<void> {
    return this.#inTurn(() => this.#load(parameters));
  }

  /** {@link load} if the files changed since the last attempt, successful or not. */
  loadChanged(): Promise<void> {
    return this.#inTurn(async () => {
      const directory = await this.#options.readDirectory();
      if (directory === undefined || sameFiles(directory, this.#attempted)) return;
      await this.#load({});
    });
  }

  /** Names of the models that {@link load} would need, so that they can be loaded first. */
  async peek({ config: text }: LoadParameters): Promise<readonly string[]> {
    try {
      const directory = (await this.#options.readDirectory()) ?? emptyDirectory(this.name);
      const override = nextOverride(this.#override, text, directory);
      return composingNames(this.#options.readConfig(directory, override?.text));
    } catch {
      return [];
    }
  }

  /**
   * Called after a change of the models that this ensemble is composed of: reloads it, or takes it out of service if they no
   * longer serve it (rule LOAD-16). Throws the load's error.
   */
  recompose(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#wanted === undefined) return;
      try {
        await this.#loader.replaceChanged(this.#wanted);
        this.#failure = undefined;
      } catch (thrown) {
        this.#failure = StatusError.from(thrown);
        const reason = this.#failure.details.unloaded
          ? "unloaded"
          : formatLoadReason(this.#failure);
        for (const { version } of this.versions.serving) this.#loader.retire(version, reason);
        this.#loader.forget();
        throw thrown;
      }
    });
  }

  /** Takes all versions out of service after their accepted requests; drops the override. */
  unload(): Promise<void> {
    return this.#inTurn(async () => {
      this.#loader.forget();
      this.#wanted = undefined;
      this.#attempted = undefined;
      this.#failure = undefined;
      this.explicit = false;
      this.#splitter = undefined;
      for (const { version } of this.versions.serving) this.#loader.retire(version);
      this.versions.unload();
      this.#setOverride(undefined);
    });
  }

  /** Settles when all retired versions have drained. */
  async settled(): Promise<void> {
    await this.#last;
    await this.versions.drained();
    await this.#disposed;
  }

  /** A model whose loads never reached a version has only its name and the load's error. */
  index(): ModelIndexEntry[] {
    if (this.versions.known) return this.versions.index(this.name);
    const cause = this.#failure && StatusError.from(this.#failure.cause ?? this.#failure);
    return [{ name: this.name, ...(cause ? { reason: formatLoadReason(cause) } : {}) }];
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    const last = result
      .catch(() => {})
      .then(() => {
        if (this.#last === last) this.#busy = false;
      });
    this.#busy = true;
    this.#last = last;
    return result;
  }

  async #load(parameters: LoadParameters): Promise<void> {
    const { override, ...polled } = await this.#poll(parameters);
    const cameAlong = override?.files !== this.#override?.files;
    try {
      // Files that came with a failing call are already removed.
      if (this.versions.serving.length === 0 && !cameAlong) this.#wanted = polled;
      await this.#loader.replaceChanged(polled);
    } catch (thrown) {
      if (cameAlong) await override?.files?.dispose();
      this.#failure = StatusError.from(thrown);
      throw loadError(this.name, this.#failure);
    }
    this.#wanted = polled;
    this.#failure = undefined;
    this.#setOverride(override);
  }

  async #poll({ config: text, files }: LoadParameters) {
    let written: OverrideFiles | undefined;
    try {
      if (files !== undefined && files.size > 0) {
        if (text === undefined) throw new StatusError("INVALID_ARGUMENT", FILES_WITHOUT_CONFIG);
        written = await writeOverrideFiles(this.name, files);
      }
      const directory = written?.directory ?? (await this.#options.readDirectory());
      if (directory === undefined) {
        throw new StatusError("NOT_FOUND", `the model repository has no directory '${this.name}'`);
      }
      if (written === undefined) this.#attempted = directory;
      const next = nextOverride(this.#override, text, directory);
      const override = next && written ? { ...next, files: written } : next;
      return { directory, override, config: this.#options.readConfig(directory, override?.text) };
    } catch (thrown) {
      await written?.dispose();
      this.#failure = pollError(this.name, thrown);
      throw this.#failure;
    }
  }

  #setOverride(override: Override | undefined): void {
    const old = this.#override?.files;
    this.#override = override;
    if (old === undefined || old === override?.files) return;
    this.#disposed = Promise.all([this.#disposed, this.versions.drained().then(old.dispose)]).then(
      () => {},
    );
  }
}

const FILES_WITHOUT_CONFIG = "Load parameter 'config' must be specified for model file override";

function composingNames(config: ModelConfig | undefined): string[] {
  const names = config?.ensemble_scheduling?.step.map((step) => step.model_name) ?? [];
  return [...new Set(names)];
}

function emptyDirectory(name: string): ModelDirectory {
  const none = {
    configText: undefined,
    configFile: "config.pbtxt",
    versions: [],
    ignored: [],
    filesStamp: "",
    commonStamp: "",
  };
  return { name, path: "", ...none };
}
