import type { ModelIndexEntry, TelemetrySnapshot } from "../../../engine/types.ts";
import type { Clock } from "../../../base/clock.ts";
import {
  FIGURE_SECONDS,
  type ModelDetail,
  type ModelSample,
  type ModelState,
  type OverviewFrame,
} from "../../contract/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { ServerAdapter } from "../../servers/adapter.ts";
import { ConfigWatch } from "./config-watch.ts";
import { History, type VersionSample } from "./counts-history.ts";
import { modelStateOf } from "./model-state.ts";
import { outcomesOver, outcomesSinceLoad } from "./outcomes.ts";
import { identities } from "./overview.ts";
import type { FrameMemory } from "./last-frames.ts";
import { type Reading, readingOf } from "./reading.ts";
import { provenanceOf, recentSample, sampleOf } from "./sample.ts";
import { condense } from "./counts-ring.ts";

/** What a server answered, with what it answered before; null on the first answer. */
export interface Answered {
  readonly before: Reading | null;
  readonly now: Reading;
  readonly snapshot: TelemetrySnapshot | null;
  /** The response cache as it was told before, by the same run of the server. */
  readonly cacheBefore: TelemetrySnapshot["cache"];
  readonly frame: OverviewFrame;
}

const INTERVAL_MS = 1000;
const MINUTE_MS = FIGURE_SECONDS * 1000;
/** After a longer silence nothing is said of what happened in it. */
const SILENCE_MS = 5000;
/** Where no load id tells of a new configuration, how often it is asked for, ms. */
const CONFIG_AGE_MS = 30_000;

export interface SamplerOptions {
  /** ms from the first answer to the second; 1000 where it is not given. */
  readonly firstIntervalMs?: number;
  /** Holds the last known frame over a restart of the console. */
  readonly memory?: FrameMemory;
}

/**
 * Asks one server once a second for its counters and keeps what happened in between. A poll that takes longer
 * than a second delays the next; two never overlap.
 */
export class Sampler implements Disposable {
  readonly #server: ServerAdapter;
  readonly #clock: Clock;
  readonly #options: SamplerOptions;
  readonly #configs: ConfigWatch;
  readonly #history = new History();
  readonly #frames = new Listeners<OverviewFrame>("telemetry");
  readonly #answers = new Listeners<Answered>("telemetry");
  readonly #samples = new Listeners<{ model: string; sample: ModelSample }>("telemetry");
  readonly #stopped = new AbortController();
  readonly #watching: Disposable;
  #before: Reading | null = null;
  #snapshot: TelemetrySnapshot | null = null;
  #frame: OverviewFrame;
  #polling = false;
  #timer: Disposable | null = null;

  constructor(server: ServerAdapter, clock: Clock, options: SamplerOptions = {}) {
    this.#server = server;
    this.#clock = clock;
    this.#options = options;
    this.#configs = new ConfigWatch(server);
    this.#frame = options.memory?.recall() ?? {
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

  /** Each answer of the server, after its frame. */
  onAnswer(listener: (answered: Answered) => void): Disposable {
    return this.#answers.add(listener);
  }

  /** The model's configuration in force; null while unknown. */
  config(model: string): ModelDetail["config"] {
    return this.#configs.configOf(model);
  }

  onSample(model: string, listener: (sample: ModelSample) => void): Disposable {
    return this.#samples.add((each) => each.model === model && listener(each.sample));
  }

  newest(model: string): ModelSample | null {
    const [counts] = this.#history.newest(model, 1);
    return counts ? sampleOf(counts) : null;
  }

  /** Intervals that end in (from, to], ms since the epoch, merged to at most `maxPoints`. */
  series(model: string, from: number, to: number, maxPoints: number): ModelSample[] {
    const counts = this.#history.between(model, from, to);
    return condense(counts, maxPoints).map(sampleOf);
  }

  /** The versions that serve together, each over (from, to] as one sample. */
  versions(model: string, from: number, to: number): VersionSample[] {
    return this.#history.versions(model, from, to);
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
    this.#options.memory?.flush();
  }

  async #poll(): Promise<void> {
    if (this.#polling || this.#stopped.signal.aborted) return;
    this.#polling = true;
    this.#timer?.[Symbol.dispose]();
    const started = this.#clock.monotonic();
    const first = this.#before === null;
    try {
      await this.#read(this.#stopped.signal);
    } catch {
      // The server's status says why; the last known figures stay, marked as old.
      this.#publish({ ...this.#frame, t: this.#clock.now(), live: false });
    }
    this.#polling = false;
    if (this.#stopped.signal.aborted) return;
    const took = this.#clock.monotonic() - started;
    const answeredFirst = first && this.#before !== null;
    const interval = answeredFirst ? (this.#options.firstIntervalMs ?? INTERVAL_MS) : INTERVAL_MS;
    this.#timer = this.#clock.after(Math.max(0, interval - took), () => void this.#poll());
  }

  async #read(signal: AbortSignal): Promise<void> {
    const server = this.#server;
    const index = await server.repositoryIndex(signal);
    const [statistics, snapshot] = await Promise.all([
      server.statistics("", signal),
      server.capabilities.includes("insight") ? server.telemetry(signal) : null,
    ]);
    const clock = this.#clock;
    const reading = readingOf(clock.now(), clock.monotonic(), statistics, snapshot);
    const before = this.#before;
    this.#before = reading;
    const isGap = !this.#frame.live && before !== null && reading.at - before.at > SILENCE_MS;
    if (before && !isGap) this.#count(before, reading);
    this.#publish(this.#frameOf(index, reading, snapshot));
    const earlier = this.#snapshot;
    this.#snapshot = snapshot;
    const cacheBefore = earlier?.engineId === snapshot?.engineId ? earlier?.cache : undefined;
    this.#answers.emit({ before, now: reading, snapshot, cacheBefore, frame: this.#frame });
  }

  #count(before: Reading, now: Reading): void {
    this.#history.add(before, now, (model, counts) => {
      if (this.#samples.size > 0) this.#samples.emit({ model, sample: sampleOf(counts) });
    });
  }

  #frameOf(
    index: readonly ModelIndexEntry[],
    reading: Reading,
    snapshot: TelemetrySnapshot | null,
  ): OverviewFrame {
    const models = identities(index).map((identity) => {
      const counts = this.#history.between(identity.name, reading.t - MINUTE_MS, reading.t);
      return {
        ...identity,
        ...this.#configs.factsOf(identity.name, this.#stamp(identity.name, reading)),
        latest: recentSample(counts, reading.t),
        lastMinute: outcomesOver(counts),
        sinceLoad: outcomesSinceLoad(reading, identity.name),
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
    if (frame.live) this.#options.memory?.add(frame);
    this.#frames.emit(frame);
  }
}
