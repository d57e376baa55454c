import type { ModelIndexEntry, TelemetrySnapshot } from "../../engine/types.ts";
import type { Clock } from "../clock.ts";
import type { ModelSample, ModelState, OverviewFrame } from "../contract/index.ts";
import { Listeners } from "../listeners.ts";
import type { ServerAdapter } from "../servers/adapter.ts";
import { ConfigWatch } from "./config-watch.ts";
import { type ModelCounts, mergeCounts, sumVersions, versionCountsBetween } from "./counts.ts";
import { modelStateOf } from "./model-state.ts";
import { identities } from "./overview.ts";
import { type Reading, readingOf } from "./reading.ts";
import { provenanceOf, sampleOf } from "./sample.ts";
import { condense, CountsRing } from "./series.ts";

const INTERVAL_MS = 1000;
/** 30 minutes. */
const KEPT = 1800;
const SPARK_POINTS = 60;
/** Where no load id tells of a new configuration, how often it is asked for, ms. */
const CONFIG_AGE_MS = 30_000;

/**
 * Asks one server once a second for its counters and keeps what happened in between. A poll that takes longer
 * than a second delays the next; two never overlap.
 */
export class Sampler implements Disposable {
  readonly #server: ServerAdapter;
  readonly #clock: Clock;
  readonly #configs: ConfigWatch;
  readonly #rings = new Map<string, CountsRing>();
  /** By model and version, of models that serve several. */
  readonly #versionRings = new Map<string, Map<string, CountsRing>>();
  readonly #frames = new Listeners<OverviewFrame>();
  readonly #samples = new Listeners<{ model: string; sample: ModelSample }>();
  readonly #stopped = new AbortController();
  readonly #watching: Disposable;
  #before: Reading | null = null;
  #frame: OverviewFrame;
  #polling = false;
  #timer: Disposable | null = null;

  constructor(server: ServerAdapter, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
    this.#configs = new ConfigWatch(server);
    this.#frame = {
      serverId: server.id,
      t: clock.now(),
      live: false,
      models: [],
      provenance: {},
      cache: null,
    };
    this.#watching = server.onStatus(({ endpoints }) => {
      if (endpoints && !this.#frame.live) void this.#poll();
    });
    void this.#poll();
  }

  get frame(): OverviewFrame {
    return this.#frame;
  }

  onFrame(listener: (frame: OverviewFrame) => void): Disposable {
    return this.#frames.add(listener);
  }

  onSample(model: string, listener: (sample: ModelSample) => void): Disposable {
    return this.#samples.add((each) => each.model === model && listener(each.sample));
  }

  newest(model: string): ModelSample | null {
    const [counts] = this.#rings.get(model)?.newest(1) ?? [];
    return counts ? sampleOf(counts) : null;
  }

  /** Intervals that end in (from, to], ms since the epoch, merged to at most `maxPoints`. */
  series(model: string, from: number, to: number, maxPoints: number): ModelSample[] {
    const counts = this.#rings.get(model)?.between(from, to) ?? [];
    return condense(counts, maxPoints).map(sampleOf);
  }

  /** The versions that serve together, each over (from, to] as one sample; null where nothing was read. */
  versions(
    model: string,
    from: number,
    to: number,
  ): { version: string; sample: ModelSample | null }[] {
    return [...(this.#versionRings.get(model) ?? [])].map(([version, ring]) => {
      const counts = ring.between(from, to);
      return { version, sample: counts.length > 0 ? sampleOf(mergeCounts(counts)) : null };
    });
  }

  /** As of the newest answer. */
  state(model: string): ModelState {
    return this.#before
      ? modelStateOf(this.#before, model)
      : { t: this.#clock.now(), versions: null };
  }

  [Symbol.dispose](): void {
    this.#stopped.abort();
    this.#watching[Symbol.dispose]();
    this.#timer?.[Symbol.dispose]();
  }

  async #poll(): Promise<void> {
    if (this.#polling || this.#stopped.signal.aborted) return;
    this.#polling = true;
    this.#timer?.[Symbol.dispose]();
    const started = this.#clock.monotonic();
    try {
      await this.#read(this.#stopped.signal);
    } catch {
      // The server's status says why; the last known figures stay, marked as old.
      this.#publish({ ...this.#frame, t: this.#clock.now(), live: false });
    }
    this.#polling = false;
    if (this.#stopped.signal.aborted) return;
    const took = this.#clock.monotonic() - started;
    this.#timer = this.#clock.after(Math.max(0, INTERVAL_MS - took), () => void this.#poll());
  }

  async #read(signal: AbortSignal): Promise<void> {
    const server = this.#server;
    const index = await server.repositoryIndex(signal);
    const [statistics, snapshot] = await Promise.all([
      server.statistics("", signal),
      server.capabilities.telemetry ? server.telemetry(signal) : null,
    ]);
    const clock = this.#clock;
    const reading = readingOf(clock.now(), clock.monotonic(), statistics, snapshot);
    const before = this.#before;
    this.#before = reading;
    if (before) this.#count(before, reading);
    this.#publish(this.#frameOf(index, reading, snapshot));
  }

  #count(before: Reading, now: Reading): void {
    const models = new Set([...now.versions.values()].map(({ model }) => model));
    for (const model of models) {
      const parts = versionCountsBetween(before, now, model);
      const counts = sumVersions([...parts.values()]);
      if (!counts) continue;
      this.#keepVersions(model, parts);
      const ring = this.#rings.get(model) ?? new CountsRing(KEPT);
      this.#rings.set(model, ring);
      ring.push(counts);
      if (this.#samples.size > 0) this.#samples.tell({ model, sample: sampleOf(counts) });
    }
  }

  /** A version that no longer serves is kept no longer; what serves alone is the model itself. */
  #keepVersions(model: string, parts: ReadonlyMap<string, ModelCounts>): void {
    if (parts.size < 2) return void this.#versionRings.delete(model);
    const known = this.#versionRings.get(model);
    const rings = new Map<string, CountsRing>();
    for (const [version, counts] of parts) {
      const ring = known?.get(version) ?? new CountsRing(KEPT);
      ring.push(counts);
      rings.set(version, ring);
    }
    this.#versionRings.set(model, rings);
  }

  #frameOf(
    index: readonly ModelIndexEntry[],
    reading: Reading,
    snapshot: TelemetrySnapshot | null,
  ): OverviewFrame {
    const models = identities(index).map((identity) => {
      const counts = this.#rings.get(identity.name)?.newest(SPARK_POINTS) ?? [];
      const newest = counts.at(-1);
      return {
        ...identity,
        ...this.#configs.factsOf(identity.name, this.#stamp(identity.name, reading)),
        latest: newest && newest.t === reading.t ? sampleOf(newest) : null,
        spark: counts.map(({ t, seconds, inferences }): [number, number] => [
          t,
          seconds > 0 ? inferences / seconds : 0,
        ]),
      };
    });
    const cache = snapshot?.cache;
    return {
      serverId: this.#server.id,
      t: reading.t,
      live: true,
      models,
      provenance: provenanceOf(snapshot !== null),
      cache: cache
        ? {
            capacityBytes: cache.capacityBytes,
            usedBytes: cache.usedBytes,
            entries: cache.entries,
          }
        : null,
    };
  }

  /** Changes when the model's configuration may have changed. */
  #stamp(model: string, reading: Reading): string {
    const versions = [...reading.versions.values()].filter((each) => each.model === model);
    const told = versions.length > 0 && versions.every(({ loadId }) => loadId !== "");
    const age = told ? "" : Math.floor(reading.t / CONFIG_AGE_MS);
    return `${versions.map(({ version, loadId }) => `${version}:${loadId}`).join(" ")} ${age}`;
  }

  #publish(frame: OverviewFrame): void {
    this.#frame = frame;
    this.#frames.tell(frame);
  }
}
