import { isDeepStrictEqual } from "node:util";
import type { ModelConfig } from "../config/types.ts";
import type { ModelVersion } from "../models/model-version.ts";
import { StatusError } from "../../base/status-error.ts";
import { formatLoadReason, versionFailures } from "./load-errors.ts";
import type { ModelDirectory, VersionDirectory } from "./model-directory.ts";
import { chooseVersions, missingVersions } from "../config/version-policy.ts";
import { VersionTable } from "./version-table.ts";

export interface VersionLoaderOptions {
  readonly name: string;
  /** Returns the loaded models that an ensemble is composed of; throws a StatusError if that fails. */
  readonly composed: (config: ModelConfig) => readonly ModelVersion[];
  readonly open: (
    directory: ModelDirectory,
    version: VersionDirectory,
    config: ModelConfig,
    onFailed: (error: StatusError) => void,
  ) => Promise<ModelVersion>;
  /** Called when a serving version ended by itself. */
  readonly onLost: (error: StatusError) => void;
  /** Receives one line for everything that a load ignores. */
  readonly log: (line: string) => void;
  /** Receives one line for each version that starts or stops serving. */
  readonly info?: ((line: string) => void) | undefined;
}

/** What to load. */
export interface Wanted {
  readonly directory: ModelDirectory;
  readonly config: ModelConfig;
}

/** What the serving versions were loaded from. */
interface Source extends Wanted {
  readonly composed: readonly ModelVersion[];
}

/** Updates a model's versions to its files and configuration (rules LOAD-2, LOAD-5 to LOAD-7, LOAD-10, LOAD-11). */
export class VersionLoader {
  readonly table = new VersionTable();
  readonly #options: VersionLoaderOptions;
  #source: Source | undefined;

  constructor(options: VersionLoaderOptions) {
    this.#options = options;
  }

  /** The current policy, which versions that keep serving don't adopt. */
  get versionPolicy(): ModelConfig["version_policy"] {
    return this.#source?.config.version_policy;
  }

  /** Makes the next load replace everything. */
  forget(): void {
    this.#source = undefined;
  }

  /** Takes a version out of service after its accepted requests. */
  retire(version: string, reason?: string): void {
    this.table.retire(version, reason);
    this.#options.info?.(`unloading model '${this.#options.name}' version ${version}`);
  }

  /** Loads what changed. Throws and leaves everything as it was if not all versions can be loaded. */
  async replaceChanged({ directory, config }: Wanted): Promise<void> {
    const composed = this.#options.composed(config);
    const unchanged =
      isDeepStrictEqual(config, this.#source?.config) &&
      directory.filesStamp === this.#source?.directory.filesStamp &&
      isSame(composed, this.#source.composed) &&
      this.table.serving.length > 0;
    if (!unchanged) await this.#replace({ directory, config, composed });
    this.#source = { directory, config, composed };
    const chosen = chooseVersions(directory.versions, config.version_policy);
    this.table.forgetFailures(chosen.map(({ version }) => version));
  }

  async #replace(next: Source): Promise<void> {
    const { directory, config } = next;
    const chosen = chooseVersions(directory.versions, config.version_policy);
    this.#logLeftOut(next);
    if (chosen.length === 0) {
      throw new StatusError(
        "INVALID_ARGUMENT",
        `at least one version must be available under the version policy of model '${this.#options.name}'`,
      );
    }
    const kept = chosen.filter((version) => this.#stays(version, next));
    const opened = await this.#openAll(
      chosen.filter((version) => !kept.includes(version)),
      next,
    );
    try {
      const rejecting = await this.#changeInstances(kept, config);
      opened.push(...(await this.#openAll(rejecting, next)));
      this.#checkServing(kept, opened);
    } catch (error) {
      await Promise.all(opened.map((version) => version.drain()));
      throw error;
    }
    for (const version of opened) {
      this.table.takeOver(version);
      this.#options.info?.(`loaded model '${this.#options.name}' version ${version.version}`);
    }
    for (const { version } of this.table.serving) {
      if (!chosen.some((one) => one.version === version)) this.retire(version);
    }
  }

  /** Whether a version keeps serving, at most with other instances (rule LOAD-5). */
  #stays({ version, stamp }: VersionDirectory, { directory, config, composed }: Source): boolean {
    const source = this.#source;
    const loaded = source?.directory.versions.find((one) => one.version === version);
    return (
      source !== undefined &&
      this.table.find(version) !== undefined &&
      loaded?.stamp === stamp &&
      source.directory.commonStamp === directory.commonStamp &&
      isSame(source.composed, composed) &&
      isDeepStrictEqual(essence(source.config), essence(config))
    );
  }

  /** Returns the versions that can't change their instances in place. */
  async #changeInstances(
    kept: readonly VersionDirectory[],
    config: ModelConfig,
  ): Promise<readonly VersionDirectory[]> {
    if (isDeepStrictEqual(this.#source?.config.instance_group, config.instance_group)) return [];
    const rejecting: VersionDirectory[] = [];
    for (const directory of kept) {
      try {
        await this.table.find(directory.version)?.changeInstances(config);
      } catch (thrown) {
        const error = StatusError.from(thrown);
        if (error.code !== "UNIMPLEMENTED") {
          const state = this.table.find(directory.version) ? "READY" : "UNAVAILABLE";
          const message = `version ${directory.version} is at ${state} state: ${formatLoadReason(error)};`;
          throw new StatusError("INVALID_ARGUMENT", message, { cause: error });
        }
        rejecting.push(directory);
      }
    }
    return rejecting;
  }

  /** Throws if a version that should keep serving ended by itself in the meantime and isn't reopened. */
  #checkServing(kept: readonly VersionDirectory[], opened: readonly ModelVersion[]): void {
    for (const { version } of kept) {
      if (this.table.find(version) ?? opened.find((one) => one.version === version)) continue;
      const reason = "Unavailable: its instances ended unexpectedly";
      throw new StatusError(
        "INVALID_ARGUMENT",
        `version ${version} is at UNAVAILABLE state: ${reason};`,
      );
    }
  }

  /** Opens all versions or none. */
  async #openAll(
    versions: readonly VersionDirectory[],
    { directory, config }: Source,
  ): Promise<ModelVersion[]> {
    for (const { version } of versions) this.table.loading(version);
    const results = await Promise.allSettled(
      versions.map((version) => this.#open(directory, version, config)),
    );
    const opened = results.flatMap((r) => (r.status === "fulfilled" ? [r.value] : []));
    const failures = versionFailures(versions, results);
    if (failures === undefined) return opened;
    await Promise.all(opened.map((version) => version.drain()));
    for (const { version } of versions) {
      this.table.loadFailed(version, failures.reasons.get(version) ?? "unloaded");
    }
    throw failures.error;
  }

  async #open(
    directory: ModelDirectory,
    version: VersionDirectory,
    config: ModelConfig,
  ): Promise<ModelVersion> {
    const own: { load?: ModelVersion } = {};
    const onFailed = (error: StatusError) => {
      own.load?.fail(error);
      // A load that was replaced by a later one changes nothing.
      if (own.load === undefined || this.table.find(version.version) !== own.load) return;
      this.table.retire(version.version, formatLoadReason(error));
      this.#source = undefined;
      this.#options.onLost(error);
    };
    own.load = await this.#options.open(directory, version, config, onFailed);
    return own.load;
  }

  #logLeftOut({ directory, config }: Source): void {
    const { log } = this.#options;
    for (const version of missingVersions(directory.versions, config.version_policy)) {
      log(
        `version ${version} is specified for model '${this.#options.name}', but the version directory is not present`,
      );
    }
    for (const name of directory.ignored) {
      log(
        `model '${this.#options.name}': version directory '${name}' is ignored, because its name begins with a zero`,
      );
    }
  }
}

/** A configuration without the fields that a serving version can change in place. */
function essence(config: ModelConfig): Partial<ModelConfig> {
  const { instance_group: _groups, version_policy: _policy, ...rest } = config;
  return rest;
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}
