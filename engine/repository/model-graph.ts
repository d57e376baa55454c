import { StatusError } from "../../base/status-error.ts";
import type { Composing } from "../config/validation/cycles.ts";
import type { LoadParameters } from "../types.ts";
import { ModelEntry, type ModelEntryOptions } from "./model-entry.ts";

export interface ModelGraphOptions {
  readonly entry: (name: string) => Omit<ModelEntryOptions, "onLost" | "log" | "info">;
  /** Receives one line for each failed load that no caller waits for. */
  readonly log: (line: string) => void;
  /** Receives one line for each version that starts or stops serving. */
  readonly info?: (line: string) => void;
}

/** All known models, loaded and unloaded in the order of their composition (rules LOAD-14 to LOAD-17). */
export class ModelGraph {
  readonly #options: ModelGraphOptions;
  readonly #entries = new Map<string, ModelEntry>();
  #closing = false;

  constructor(options: ModelGraphOptions) {
    this.#options = options;
  }

  get(name: string): ModelEntry | undefined {
    return this.#entries.get(name);
  }

  all(): ModelEntry[] {
    return [...this.#entries.values()];
  }

  ensure(name: string): ModelEntry {
    let entry = this.#entries.get(name);
    if (entry === undefined) {
      entry = new ModelEntry({
        ...this.#options.entry(name),
        log: this.#options.log,
        info: this.#options.info,
        onLost: () => void this.#recompose([name]),
      });
      this.#entries.set(name, entry);
    }
    return entry;
  }

  /**
   * Loads the models and everything they are composed of: each after its parts, others concurrently. `parameters` are those
   * of the first model. Returns the failures by model.
   */
  async load(
    names: readonly string[],
    load: (entry: ModelEntry) => Promise<void>,
    parameters: LoadParameters = {},
  ): Promise<ReadonlyMap<string, Error>> {
    const parts = await this.#collectParts(names, parameters);
    const findParts = (name: string) => parts.get(name) ?? [];
    const order = inLoadOrder(names, findParts);
    const before = new Map(order.map((name) => [name, this.ensure(name).versions.serving]));
    const loads = new Map<string, Promise<void>>();
    const failures = new Map<string, Error>();
    for (const name of order) {
      const first = Promise.all(findParts(name).flatMap((part) => loads.get(part) ?? []));
      const loading = first.then(() => {
        // A model loaded now would never be unloaded.
        if (this.#closing) throw new StatusError("UNAVAILABLE", "Server is stopping");
        const entry = this.ensure(name);
        if (names.includes(name)) entry.explicit = true;
        return load(entry);
      });
      loads.set(
        name,
        loading.catch((error: Error) => void failures.set(name, error)),
      );
    }
    await Promise.all(loads.values());
    await this.#recompose(
      order.filter((name) => before.get(name) !== this.ensure(name).versions.serving),
    );
    for (const name of order) this.#forgetUnknown(name);
    return failures;
  }

  async unload(names: readonly string[]): Promise<void> {
    await Promise.all(names.flatMap((name) => this.#entries.get(name)?.unload() ?? []));
    await this.#recompose(names);
  }

  /** A model and those of its parts that nothing else needs. */
  unloadedWith(name: string): readonly string[] {
    return unloadedWith(
      name,
      this.#composing,
      (part) => this.#entries.get(part)?.explicit !== false,
      (part) => [...this.#entries.keys()].filter((other) => this.#composing(other).includes(part)),
    );
  }

  async close(): Promise<void> {
    this.#closing = true;
    const entries = this.all();
    await Promise.all(entries.map((entry) => entry.unload()));
    await Promise.all(entries.map((entry) => entry.settled()));
  }

  readonly #composing = (name: string): readonly string[] =>
    this.#entries.get(name)?.composing ?? [];

  /** A request for a model that doesn't exist leaves no entry. */
  #forgetUnknown(name: string): void {
    if (this.#entries.get(name)?.isUnknown) this.#entries.delete(name);
  }

  /** Collects what each model is composed of, recursively. */
  async #collectParts(
    names: readonly string[],
    parameters: LoadParameters,
  ): Promise<Map<string, readonly string[]>> {
    const parts = new Map<string, readonly string[]>();
    for (let level = [...new Set(names)]; level.length > 0; ) {
      const found = await Promise.all(
        level.map((name) => this.ensure(name).peek(name === names[0] ? parameters : {})),
      );
      level.forEach((name, i) => parts.set(name, found[i] ?? []));
      level = [...new Set(found.flat())].filter((name) => !parts.has(name));
    }
    return parts;
  }

  /** Updates the ensembles that are composed of changed models. */
  async #recompose(changed: readonly string[]): Promise<void> {
    if (changed.length === 0 || this.#closing) return;
    for (const name of findDependents(changed, [...this.#entries.keys()], this.#composing)) {
      try {
        await this.#entries.get(name)?.recompose();
      } catch (error) {
        this.#options.log((error as Error).message.trim());
      }
    }
  }
}

/** `names` and everything that they are composed of, each after its parts; cycles are broken arbitrarily. */
function inLoadOrder(names: readonly string[], composing: Composing): string[] {
  const order = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    composing(name).forEach(visit);
    order.add(name);
  };
  names.forEach(visit);
  return [...order];
}

/** Those of `all` that are composed of one of `names`, directly or through others; in load order. */
function findDependents(
  names: readonly string[],
  all: readonly string[],
  composing: Composing,
): string[] {
  const affected = new Set(names);
  const order = inLoadOrder(all, composing);
  // With cycles one pass may miss some: repeat until nothing is added.
  for (let before = -1; before !== affected.size; ) {
    before = affected.size;
    for (const name of order)
      if (composing(name).some((one) => affected.has(one))) affected.add(name);
  }
  return order.filter((name) => affected.has(name) && !names.includes(name));
}

/**
 * The parts that an unload of `name` unloads too, on request: models that only it was composed of, directly or through
 * others, and that no load call named (rule LOAD-17).
 */
function unloadedWith(
  name: string,
  composing: Composing,
  isKept: (name: string) => boolean,
  dependents: (name: string) => readonly string[],
): string[] {
  const removed = new Set([name]);
  // A set's iteration includes elements added during it.
  for (const current of removed) {
    for (const part of composing(current)) {
      if (!isKept(part) && dependents(part).every((one) => removed.has(one))) removed.add(part);
    }
  }
  return [...removed];
}
