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
import type { MetricsReading } from "../../servers/metrics/index.ts";
import type { Observer } from "../polling/observer.ts";
import type { PollResult } from "../polling/poll-result.ts";
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
  /** Its metrics; null where they did not come, and why where an address is given. */
  readonly metrics: MetricsReading | null;
  readonly expositionProblem: string | undefined;
  /** The response cache as last reported by the same run of the server. */
  readonly cacheBefore: TelemetrySnapshot["cache"];
  readonly frame: OverviewFrame;
}

const MINUTE_MS = FIGURE_SECONDS * 1000;
/** Where no load id tells of a new configuration, how often it is asked for, ms. */
const CONFIG_AGE_MS = 30_000;

/** What the models of one server did between its answers, for which it watches the server. */
export class Sampler implements Disposable {
  readonly #serverId: string;
  readonly #clock: Clock;
  readonly #memory: FrameMemory | null;
  readonly #configs: ConfigWatch;
  readonly #history = new History();
  readonly #frames = new Listeners<OverviewFrame>("telemetry");
  readonly #answers = new Listeners<Answered>("telemetry");
  readonly #samples = new Listeners<{ model: string; sample: ModelSample }>("telemetry");
  readonly #polling = new DisposableStack();
  #before: Reading | null = null;
  #snapshot: TelemetrySnapshot | null = null;
  #frame: OverviewFrame;

  /** `memory` holds the last known frame over a restart of the console. */
  constructor(observer: Observer, clock: Clock, memory: FrameMemory | null = null) {
    const { server } = observer;
    this.#serverId = server.id;
    this.#clock = clock;
    this.#memory = memory;
    this.#configs = new ConfigWatch(server);
    this.#frame = memory?.recall() ?? {
      serverId: server.id,
      t: clock.now(),
      live: false,
      models: [],
      provenance: {},
      cache: null,
    };
    const latest = observer.latest();
    if (latest) this.#take(latest);
    this.#polling.use(observer.onSeen((result) => this.#take(result)));
    this.#polling.use(observer.watch());
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

  /** The model's active configuration; null while unknown. */
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

  /** When the oldest interval that is known of a model ends, ms since the epoch; null where there is none. */
  since(model: string): number | null {
    return this.#history.since(model);
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
    this.#polling.dispose();
    this.#memory?.flush();
  }

  /** The server's status says why it did not answer; the last known figures stay, marked as old. */
  #take({ t, answer, afterGap }: PollResult): void {
    const triton = answer?.observation.triton;
    if (!answer || !triton) return this.#publish({ ...this.#frame, t, live: false });
    const { index, statistics, snapshot } = triton;
    const reading = readingOf(t, answer.at, statistics, snapshot);
    const before = this.#before;
    this.#before = reading;
    if (before && !afterGap) this.#count(before, reading);
    this.#publish(this.#frameOf(index, reading, snapshot));
    const earlier = this.#snapshot;
    this.#snapshot = snapshot;
    const { metrics = null, expositionProblem } = answer.observation;
    this.#answers.emit({
      before,
      now: reading,
      snapshot,
      metrics,
      expositionProblem,
      cacheBefore: earlier?.engineId === snapshot?.engineId ? earlier?.cache : undefined,
      frame: this.#frame,
    });
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
      serverId: this.#serverId,
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
    const hasLoadIds = versions.length > 0 && versions.every(({ loadId }) => loadId !== "");
    const age = hasLoadIds ? "" : Math.floor(reading.t / CONFIG_AGE_MS);
    return `${versions.map(({ version, loadId }) => `${version}:${loadId}`).join(" ")} ${age}`;
  }

  #publish(frame: OverviewFrame): void {
    this.#frame = frame;
    if (frame.live) this.#memory?.add(frame);
    this.#frames.emit(frame);
  }
}
