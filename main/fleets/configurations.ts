import { createHash } from "node:crypto";
import { configFromJson, configToJson } from "../../engine/config/index.ts";
import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import { canonical } from "../configs/index.ts";
import { Listeners } from "../../base/listeners.ts";
import type { ServerAdapter } from "../servers/index.ts";

/** What was read of one model's configuration on one replica. */
export interface ReadConfig {
  /** Null if the model serves without one, or if it couldn't be read (see `problem`). */
  readonly config: Record<string, unknown> | null;
  /** Equal for configurations with the same meaning, however they are written; "" for none. */
  readonly fingerprint: string;
  readonly problem: string | null;
}

interface Wanted {
  readonly server: ServerAdapter;
  readonly model: string;
}

interface Known extends ReadConfig {
  readonly stamp: string;
  readonly at: number;
}

/** Concurrent reads over all replicas, and the age after which a configuration is read again, ms. */
const AT_ONCE = 4;
const AGE_MS = 5 * 60_000;
/** Maximum reads per second over all replicas; with many replicas configurations get older. */
const PER_SECOND = 4;

/**
 * The configurations that replicas serve with: read when a model's `stamp` changes and every few minutes, a few at a time.
 * A slow replica delays only its own reads.
 */
export class Configurations implements Disposable {
  readonly #clock: Clock;
  readonly #known = new Map<string, Map<string, Known>>();
  readonly #queue = new Map<string, Wanted & { readonly stamp: string }>();
  readonly #busy = new Set<string>();
  readonly #listeners = new Listeners<void>("fleets");
  readonly #ended = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Null: not read yet. */
  of(serverId: string, model: string): ReadConfig | null {
    return this.#known.get(serverId)?.get(model) ?? null;
  }

  onRead(listener: () => void): Disposable {
    return this.#listeners.add(listener);
  }

  /** Requests reads of new or old configurations. `models`: with a stamp each, which changes with what they serve. */
  want(server: ServerAdapter, models: ReadonlyMap<string, string>): void {
    const known = this.#known.get(server.id) ?? new Map<string, Known>();
    this.#known.set(server.id, known);
    for (const model of known.keys()) if (!models.has(model)) known.delete(model);
    const age = Math.max(AGE_MS, (this.#size() / PER_SECOND) * 1000);
    for (const [model, stamp] of models) {
      const read = known.get(model);
      if (read?.stamp === stamp && this.#clock.monotonic() - read.at < age) continue;
      this.#enqueue({ server, model, stamp });
    }
    this.#next();
  }

  /** Makes a replica's configurations be read again when they are next requested. */
  renew(serverId: string, model?: string): void {
    for (const [name, read] of this.#known.get(serverId) ?? [])
      if (model === undefined || name === model)
        this.#known.get(serverId)?.set(name, { ...read, stamp: "" });
  }

  forget(serverId: string): void {
    this.#known.delete(serverId);
    for (const [key, { server }] of this.#queue)
      if (server.id === serverId) this.#queue.delete(key);
  }

  [Symbol.dispose](): void {
    this.#ended.abort();
    this.#queue.clear();
  }

  /** An equal configuration of another replica, so that it is kept in memory once. */
  #like(model: string, fingerprint: string): Record<string, unknown> | null {
    for (const models of this.#known.values()) {
      const other = models.get(model);
      if (other?.config && other.fingerprint === fingerprint) return other.config;
    }
    return null;
  }

  #size(): number {
    let size = 0;
    for (const models of this.#known.values()) size += models.size;
    return size;
  }

  #enqueue(wanted: Wanted & { readonly stamp: string }): void {
    const key = `${wanted.server.id}\n${wanted.model}`;
    if (!this.#busy.has(key)) this.#queue.set(key, wanted);
  }

  #next(): void {
    for (const [key, wanted] of this.#queue) {
      if (this.#busy.size >= AT_ONCE) return;
      this.#queue.delete(key);
      this.#busy.add(key);
      void this.#read(wanted).then(() => {
        this.#busy.delete(key);
        if (!this.#ended.signal.aborted) this.#next();
      });
    }
  }

  async #read({ server, model, stamp }: Wanted & { readonly stamp: string }): Promise<void> {
    const read = await readConfig(server, model, this.#ended.signal);
    const known = this.#known.get(server.id);
    if (!known || this.#ended.signal.aborted) return;
    const before = known.get(model);
    const config = this.#like(model, read.fingerprint) ?? read.config;
    known.set(model, { ...read, config, stamp, at: this.#clock.monotonic() });
    if (before?.fingerprint !== read.fingerprint || before.problem !== read.problem)
      this.#listeners.emit();
  }
}

async function readConfig(
  server: ServerAdapter,
  model: string,
  signal: AbortSignal,
): Promise<ReadConfig> {
  try {
    const { config } = await server.modelDetail(model, signal);
    return { config, fingerprint: config === null ? "" : fingerprint(config), problem: null };
  } catch (error) {
    return { config: null, fingerprint: "", problem: StatusError.from(error).message };
  }
}

/** Hash of a configuration's meaning: unset fields and integers as text count as their values. */
function fingerprint(config: object): string {
  return createHash("sha256")
    .update(canonical(normalize(config)))
    .digest("base64url");
}

function normalize(config: object): object {
  try {
    return configToJson(configFromJson(config));
  } catch {
    // A newer protocol's configuration is compared unchanged.
    return config;
  }
}
