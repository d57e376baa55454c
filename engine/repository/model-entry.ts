import { isDeepStrictEqual } from "node:util";
import type { ModelConfig } from "../config/types.ts";
import { type StatusCode, StatusError } from "../protocol/status.ts";
import type { ModelIndexEntry, ModelState } from "../types.ts";
import type { ModelVersion } from "../models/model-version.ts";
import type { ModelDirectory, VersionDirectory } from "./model-directory.ts";
import { chooseVersions } from "./version-policy.ts";

export interface ModelEntryOptions {
  readonly name: string;
  /** Undefined when the model has no directory. */
  readonly readDirectory: () => Promise<ModelDirectory | undefined>;
  /** Parses, validates and normalises; throws a StatusError that says what is wrong. */
  readonly readConfig: (directory: ModelDirectory, override: string | undefined) => ModelConfig;
  readonly open: (
    directory: ModelDirectory,
    version: VersionDirectory,
    config: ModelConfig,
    onFailed: (error: StatusError) => void,
  ) => Promise<ModelVersion>;
}

interface VersionStatus {
  state: ModelState;
  reason: string;
  loaded: ModelVersion | undefined;
}

/** A configuration that came with a load call, and the files of that moment. */
interface Override {
  readonly text: string;
  readonly directory: ModelDirectory;
}

/** What the serving versions were loaded from. */
interface Source {
  readonly config: ModelConfig;
  readonly filesStamp: string;
}

/** One model's life: load, reload, unload, one after the other (rules L1 to L12 of SPEC.md). */
export class ModelEntry {
  readonly name: string;
  readonly #options: ModelEntryOptions;
  readonly #versions = new Map<string, VersionStatus>();
  readonly #draining = new Set<Promise<void>>();
  /** The newest version that serves: what a request without a version goes to. */
  #newest: ModelVersion | undefined;
  #override: Override | undefined;
  #source: Source | undefined;
  /** The files as the last load found them. */
  #attempted: ModelDirectory | undefined;
  /** Why the last load failed; "" after one that did not. */
  #refusal = "";
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ModelEntryOptions) {
    this.name = options.name;
    this.#options = options;
  }

  /** Loads or reloads. What served before keeps serving until the new versions do, and when they fail. */
  load(override?: string): Promise<void> {
    return this.#inTurn(() => this.#load(override));
  }

  /** As {@link load}, but does nothing unless the files changed since the last attempt, failed or not. */
  loadChanged(): Promise<void> {
    return this.#inTurn(async () => {
      const directory = await this.#options.readDirectory();
      if (directory === undefined || sameFiles(directory, this.#attempted)) return;
      await this.#load(undefined);
    });
  }

  /** Ends what serves after its accepted requests; forgets the override. */
  unload(): Promise<void> {
    return this.#inTurn(async () => {
      this.#override = undefined;
      this.#source = undefined;
      this.#attempted = undefined;
      this.#refusal = "";
      for (const status of this.#versions.values()) {
        if (status.loaded !== undefined) this.#retire(status);
        else if (status.state === "UNAVAILABLE") status.reason = "unloaded";
      }
    });
  }

  /** Whether a load got as far as a version. */
  get known(): boolean {
    return this.#versions.size > 0;
  }

  /** Settles when everything retired has drained. */
  async settled(): Promise<void> {
    await this.#last;
    await Promise.all(this.#draining);
  }

  /** Loaded versions, oldest first. */
  serving(): ModelVersion[] {
    return this.#sorted().flatMap(([, { loaded }]) => loaded ?? []);
  }

  find(version: string): ModelVersion | undefined {
    return version === "" ? this.#newest : this.#versions.get(version)?.loaded;
  }

  /** As the index shows it; a model that never got as far as a version has a name and what its load failed for. */
  index(): ModelIndexEntry[] {
    const because = (reason: string) => (reason === "" ? {} : { reason });
    if (!this.known) return [{ name: this.name, ...because(this.#refusal) }];
    return this.#sorted().map(([version, { state, reason }]) => ({
      name: this.name,
      version,
      state,
      ...because(reason),
    }));
  }

  #sorted(): [string, VersionStatus][] {
    return [...this.#versions].sort(([a], [b]) => Number(a) - Number(b));
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  async #load(text: string | undefined): Promise<void> {
    try {
      await this.#pollAndReplace(text);
      this.#refusal = "";
    } catch (thrown) {
      const error = StatusError.from(thrown);
      this.#refusal = reasonOf(StatusError.from(error.cause ?? error));
      throw thrown;
    }
  }

  async #pollAndReplace(text: string | undefined): Promise<void> {
    const { directory, override, config } = await this.#poll(text);
    const unchanged =
      isDeepStrictEqual(config, this.#source?.config) &&
      directory.filesStamp === this.#source?.filesStamp &&
      this.serving().length > 0;
    if (!unchanged) await this.#replace(directory, config);
    this.#override = override;
    this.#source = { config, filesStamp: directory.filesStamp };
  }

  /** Reads files and override. Triton names no reason here; it is added after its words. */
  async #poll(text: string | undefined) {
    try {
      const directory = await this.#options.readDirectory();
      if (directory === undefined) {
        throw new StatusError("NOT_FOUND", `the model repository has no directory '${this.name}'`);
      }
      this.#attempted = directory;
      const override = this.#nextOverride(text, directory);
      return { directory, override, config: this.#options.readConfig(directory, override?.text) };
    } catch (thrown) {
      const { message, details } = StatusError.from(thrown);
      throw new StatusError(
        "INTERNAL",
        `failed to load '${this.name}', failed to poll from model repository: ${message}`,
        { details, cause: thrown },
      );
    }
  }

  /** An override stays until unload or until the model's files change. */
  #nextOverride(text: string | undefined, directory: ModelDirectory): Override | undefined {
    if (text !== undefined) return { text, directory };
    return sameFiles(directory, this.#override?.directory) ? this.#override : undefined;
  }

  async #replace(directory: ModelDirectory, config: ModelConfig): Promise<void> {
    const chosen = chooseVersions(directory.versions, config.version_policy);
    if (chosen.length === 0) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `load failed for model '${this.name}': at least one version must be available under the version policy of model '${this.name}'\n`,
      );
    }
    for (const { version } of chosen) {
      if (this.#versions.get(version)?.loaded === undefined) this.#set(version, "LOADING", "");
    }
    const results = await Promise.allSettled(
      chosen.map((version) => this.#open(directory, version, config)),
    );
    const loaded = results.flatMap((r) => (r.status === "fulfilled" ? [r.value] : []));
    if (loaded.length < chosen.length) {
      await Promise.all(loaded.map((version) => version.drain()));
      throw this.#loadFailure(chosen, results);
    }
    for (const version of loaded) this.#takeOver(version);
    for (const status of this.#versions.values()) {
      if (status.loaded !== undefined && !loaded.includes(status.loaded)) this.#retire(status);
    }
  }

  async #open(
    directory: ModelDirectory,
    version: VersionDirectory,
    config: ModelConfig,
  ): Promise<ModelVersion> {
    const own: { load?: ModelVersion } = {};
    const onFailed = (error: StatusError) => {
      own.load?.fail(error);
      const status = this.#versions.get(version.version);
      // A load that another one has replaced takes nothing with it.
      if (own.load === undefined || status?.loaded !== own.load) return;
      this.#retire(status, reasonOf(error));
      this.#source = undefined;
    };
    own.load = await this.#options.open(directory, version, config, onFailed);
    return own.load;
  }

  #loadFailure(
    chosen: readonly VersionDirectory[],
    results: readonly PromiseSettledResult<ModelVersion>[],
  ): StatusError {
    const parts: string[] = [];
    let cause: unknown;
    chosen.forEach(({ version }, i) => {
      const result = results[i];
      const failure = result?.status === "rejected" ? result.reason : undefined;
      cause ??= failure;
      const reason = failure === undefined ? "unloaded" : reasonOf(StatusError.from(failure));
      if (this.#versions.get(version)?.loaded === undefined) {
        this.#set(version, "UNAVAILABLE", reason);
      }
      if (failure !== undefined) {
        parts.push(`version ${version} is at UNAVAILABLE state: ${reason};`);
      }
    });
    return new StatusError(
      "INVALID_ARGUMENT",
      `load failed for model '${this.name}': ${parts.join("")}\n`,
      { cause },
    );
  }

  #set(version: string, state: ModelState, reason: string, loaded?: ModelVersion): VersionStatus {
    const status = { state, reason, loaded };
    this.#versions.set(version, status);
    return status;
  }

  /** From here on requests go to the new load; the old one finishes what it has. */
  #takeOver(loaded: ModelVersion): void {
    const old = this.#versions.get(loaded.version)?.loaded;
    this.#set(loaded.version, "READY", "", loaded);
    this.#newest = this.serving().at(-1);
    if (old !== undefined) this.#drain(old, () => {});
  }

  #retire(status: VersionStatus, reason = "unloaded"): void {
    const { loaded } = status;
    if (loaded === undefined) return;
    status.loaded = undefined;
    this.#newest = this.serving().at(-1);
    status.state = "UNLOADING";
    status.reason = "";
    this.#drain(loaded, () => {
      if (status.state !== "UNLOADING") return;
      status.state = "UNAVAILABLE";
      status.reason = reason;
    });
  }

  #drain(loaded: ModelVersion, then: () => void): void {
    const drained = loaded.drain().then(() => {
      then();
      this.#draining.delete(drained);
    });
    this.#draining.add(drained);
  }
}

function sameFiles(a: ModelDirectory, b: ModelDirectory | undefined): boolean {
  return a.configText === b?.configText && a.filesStamp === b?.filesStamp;
}

const STATUS_WORDS: Partial<Record<StatusCode, string>> = {
  INVALID_ARGUMENT: "Invalid argument",
  NOT_FOUND: "Not found",
  UNAVAILABLE: "Unavailable",
  UNIMPLEMENTED: "Unsupported",
  ALREADY_EXISTS: "Already exists",
  UNKNOWN: "Unknown",
};

/** An error as Triton's index gives it as a reason. */
function reasonOf({ code, message }: StatusError): string {
  return `${STATUS_WORDS[code] ?? "Internal"}: ${message.trim()}`;
}
