import type { ModelVersion } from "../models/model-version.ts";
import type { ModelIndexEntry, ModelState } from "../types.ts";

interface VersionStatus {
  state: ModelState;
  reason: string;
  loaded: ModelVersion | undefined;
}

/** A version in use, which may have been replaced or unloaded in the meantime. */
export interface Borrowed {
  readonly version: ModelVersion;
  /** Must be called once. */
  readonly release: () => void;
}

/** A model's versions and their states. */
export class VersionTable {
  readonly #statuses = new Map<string, VersionStatus>();
  readonly #draining = new Set<Promise<void>>();
  readonly #borrows = new Map<ModelVersion, { count: number; onFree: (() => void)[] }>();
  #serving: readonly ModelVersion[] = [];

  /** Whether any load reached a version. */
  get known(): boolean {
    return this.#statuses.size > 0;
  }

  /** Oldest first. */
  get serving(): readonly ModelVersion[] {
    return this.#serving;
  }

  /** The version for requests without one. */
  get newest(): ModelVersion | undefined {
    return this.#serving.at(-1);
  }

  find(version: string): ModelVersion | undefined {
    return this.#statuses.get(version)?.loaded;
  }

  index(name: string): ModelIndexEntry[] {
    return this.#sorted().map(([version, { state, reason }]) => ({
      name,
      version,
      state,
      ...(reason === "" ? {} : { reason }),
    }));
  }

  /** A serving version keeps serving while its replacement loads. */
  loading(version: string): void {
    if (this.find(version) === undefined) this.#set(version, "LOADING", "");
  }

  loadFailed(version: string, reason: string): void {
    if (this.find(version) === undefined) this.#set(version, "UNAVAILABLE", reason);
  }

  /** From now on requests go to the new load; the old one finishes its accepted requests. */
  takeOver(loaded: ModelVersion): void {
    const old = this.find(loaded.version);
    this.#set(loaded.version, "READY", "", loaded);
    if (old !== undefined) this.#drain(old, () => {});
  }

  /** Takes a version out of service; it is UNLOADING until it has finished its requests. */
  retire(version: string, reason = "unloaded"): void {
    const loaded = this.find(version);
    if (loaded === undefined) return;
    const status = this.#set(version, "UNLOADING", "");
    this.#drain(loaded, () => {
      if (status.state !== "UNLOADING") return;
      status.state = "UNAVAILABLE";
      status.reason = reason;
    });
  }

  /** Takes all versions out of service and forgets why others failed. */
  unload(): void {
    for (const { version } of this.serving) this.retire(version);
    this.forgetFailures([]);
  }

  /** Failed versions that are no longer `wanted` count as unloaded. */
  forgetFailures(wanted: readonly string[]): void {
    for (const [version, status] of this.#statuses) {
      if (status.state === "UNAVAILABLE" && !wanted.includes(version)) status.reason = "unloaded";
    }
  }

  /** Undefined if it doesn't serve; an empty `version` is the newest. */
  borrow(version: string): Borrowed | undefined {
    const loaded = version === "" ? this.newest : this.find(version);
    if (loaded === undefined) return undefined;
    const borrow = this.#borrows.get(loaded) ?? { count: 0, onFree: [] };
    borrow.count += 1;
    this.#borrows.set(loaded, borrow);
    const release = () => {
      borrow.count -= 1;
      if (borrow.count > 0) return;
      this.#borrows.delete(loaded);
      for (const free of borrow.onFree) free();
    };
    return { version: loaded, release };
  }

  /** Settles when everything retired so far has drained. */
  async drained(): Promise<void> {
    await Promise.all(this.#draining);
  }

  #sorted(): [string, VersionStatus][] {
    return [...this.#statuses].sort(([a], [b]) => Number(a) - Number(b));
  }

  #set(version: string, state: ModelState, reason: string, loaded?: ModelVersion): VersionStatus {
    const status = { state, reason, loaded };
    this.#statuses.set(version, status);
    this.#serving = this.#sorted().flatMap(([, entry]) => entry.loaded ?? []);
    return status;
  }

  #drain(loaded: ModelVersion, then: () => void): void {
    const drained = this.#returned(loaded)
      .then(() => loaded.drain())
      .then(() => {
        then();
        this.#draining.delete(drained);
      });
    this.#draining.add(drained);
  }

  /** A borrowed version keeps accepting requests from its borrowers until it is returned. */
  async #returned(loaded: ModelVersion): Promise<void> {
    const borrow = this.#borrows.get(loaded);
    if (borrow !== undefined) await new Promise<void>((free) => borrow.onFree.push(free));
  }
}
