import type { TelemetrySnapshot } from "../../../engine/types.ts";
import type { Clock } from "../../../base/clock.ts";
import { type ModelDetail, type ModelState, type OverviewFrame } from "../../contract/index.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { TritonAnswers } from "../../servers/index.ts";
import type { MetricsReading } from "../../servers/metrics/index.ts";
import type { Delta } from "../delta/delta.ts";
import type { Observer } from "../polling/observer.ts";
import type { PollResult } from "../polling/poll-result.ts";
import { ConfigWatch } from "./config-watch.ts";
import { identities } from "./overview.ts";
import type { FrameMemory } from "./last-frames.ts";
import { outcomesSinceLoad, type Reading, toModelState, toReading } from "./reading.ts";

/** A server's response with the previous one; null for the first. */
export interface Answered {
  readonly before: Reading | null;
  readonly now: Reading;
  /** What happened between the two. */
  readonly delta: Delta;
  readonly snapshot: TelemetrySnapshot | null;
  /** Its metrics; null if they are missing, and the reason if an address is given. */
  readonly metrics: MetricsReading | null;
  readonly expositionProblem: string | undefined;
  /** The response cache as last reported by the same run of the server. */
  readonly cacheBefore: TelemetrySnapshot["cache"];
  readonly frame: OverviewFrame;
}

/** Without load ids, how often the configuration is requested again, ms. */
const CONFIG_AGE_MS = 30_000;

/** What the models of one server did between its polls; watches the server for it. */
export class Sampler implements Disposable {
  readonly #serverId: string;
  readonly #clock: Clock;
  readonly #memory: FrameMemory | null;
  readonly #configs: ConfigWatch;
  readonly #frames = new Listeners<OverviewFrame>("telemetry");
  readonly #answers = new Listeners<Answered>("telemetry");
  readonly #polling = new DisposableStack();
  #before: Reading | null = null;
  #snapshot: TelemetrySnapshot | null = null;
  #frame: OverviewFrame;

  /** `memory` keeps the last known frame over a restart of the console. */
  constructor(observer: Observer, clock: Clock, memory: FrameMemory | null = null) {
    const { server } = observer;
    this.#serverId = server.id;
    this.#clock = clock;
    this.#memory = memory;
    this.#configs = new ConfigWatch(server);
    this.#frame = memory?.recall()?.overview ?? {
      serverId: server.id,
      t: clock.now(),
      live: false,
      models: [],
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

  /** Each response of the server, after its frame. */
  onAnswer(listener: (answered: Answered) => void): Disposable {
    return this.#answers.add(listener);
  }

  /** The model's active configuration; null while unknown. */
  config(model: string): ModelDetail["config"] {
    return this.#configs.config(model);
  }

  /** From the newest poll. */
  state(model: string): ModelState {
    return this.#before
      ? toModelState(this.#before, model)
      : { t: this.#clock.now(), versions: null };
  }

  [Symbol.dispose](): void {
    this.#polling.dispose();
    this.#memory?.flush();
  }

  /** The server's status shows why it did not respond; the last known figures stay, marked as old. */
  #take(result: PollResult): void {
    const { t, answer, delta } = result;
    const triton = answer?.observation.triton;
    if (!answer || !triton) return this.#publish({ ...this.#frame, t, live: false }, result);
    const { statistics, snapshot } = triton;
    const reading = toReading(t, answer.at, statistics, snapshot);
    const before = this.#before;
    this.#before = reading;
    this.#publish(this.#toFrame(triton, reading), result);
    const earlier = this.#snapshot;
    this.#snapshot = snapshot;
    const { metrics = null, expositionProblem } = answer.observation;
    this.#answers.emit({
      before,
      now: reading,
      delta,
      snapshot,
      metrics,
      expositionProblem,
      cacheBefore: earlier?.engineId === snapshot?.engineId ? earlier?.cache : undefined,
      frame: this.#frame,
    });
  }

  #toFrame(
    { index, snapshot }: Pick<TritonAnswers, "index" | "snapshot">,
    reading: Reading,
  ): OverviewFrame {
    const models = identities(index).map((identity) => ({
      ...identity,
      ...this.#configs.facts(identity.name, this.#stamp(identity.name, reading)),
      sinceLoad: outcomesSinceLoad(reading, identity.name),
    }));
    const cache = snapshot?.cache;
    return {
      serverId: this.#serverId,
      t: reading.t,
      live: true,
      models,
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

  #publish(frame: OverviewFrame, result: PollResult): void {
    this.#frame = frame;
    if (frame.live) this.#memory?.add(frame, result);
    this.#frames.emit(frame);
  }
}
