import { StatusError } from "../../../base/status-error.ts";
import type { Clock } from "../../../base/clock.ts";
import { reportFault } from "../../../base/faults.ts";
import { Listeners } from "../../../base/listeners.ts";
import type { Observation, ServerAdapter } from "../../servers/index.ts";
import { type Delta, computeDelta } from "../delta/delta.ts";
import type { PollLimiter } from "./poll-limiter.ts";
import { metricFigures } from "../delta/metric-figures.ts";
import { MetricSubscriptions } from "./metric-subscriptions.ts";
import type { MetricsRecord } from "../series/metrics-record.ts";
import { Recent } from "../series/recent.ts";
import { RecentDeltas } from "../delta/recent-delta.ts";
import { PollResult } from "./poll-result.ts";
import { RecordedFigures } from "./recorded-figures.ts";

const INTERVAL_MS = 5000;
export const WATCHED_MS = 1000;
/** Max polls of watched servers per second. */
const WATCHED_PER_SECOND = 40;
const LIMIT_MS = 15_000;
/** After a longer silence no interval is computed, and the minute starts over. */
const SILENCE_MS = 5000;
const LONGEST_MS = 60_000;

export interface Polled {
  readonly serverId: string;
  /** How late it started, and how long it took, ms. */
  readonly lateMs: number;
  readonly tookMs: number;
  readonly answered: boolean;
}

export interface Polling {
  readonly clock: Clock;
  /** 0..1 */
  readonly random: () => number;
  readonly lanes: PollLimiter;
  /** Time from the first to the second poll of a watched server, which gives the first rates. */
  readonly firstIntervalMs: number;
  /** Number of watched servers. */
  readonly watched: { count: number };
  readonly onPolled: (polled: Polled) => void;
  readonly onEnded: (observer: Observer) => void;
  /** What others recorded of the servers, for those that export no metrics to the console. */
  readonly record: MetricsRecord;
}

/** Polls one server: every 5 s, every second while watched, or when its back-off says. */
export class Observer implements Disposable {
  readonly server: ServerAdapter;
  readonly recent = new Recent();
  readonly subscriptions: MetricSubscriptions;
  readonly #polling: Polling;
  readonly #listeners = new Listeners<PollResult>("observation");
  readonly #stopped = new AbortController();
  readonly #following: Disposable;
  #before: { readonly observation: Observation; readonly at: number } | null = null;
  #latest: PollResult | null = null;
  readonly #recorded: RecordedFigures;
  readonly #minute = new RecentDeltas();
  #restarts = 0;
  #watched = 0;
  #busy = false;
  #again = false;
  /** Time of the next poll, monotonic. */
  #due: number;
  #timer: Disposable | null = null;

  constructor(server: ServerAdapter, polling: Polling) {
    this.server = server;
    this.#polling = polling;
    this.subscriptions = new MetricSubscriptions(polling.clock);
    const { record, clock } = polling;
    this.#recorded = new RecordedFigures({
      record,
      server,
      subscriptions: this.subscriptions,
      clock,
    });
    this.#due = polling.clock.monotonic();
    let { state, endpoints } = server.status;
    this.#following = server.onStatus((status) => {
      const came = status.state === "live" && state !== "live";
      const ended = status.state === "restarting" && state !== "restarting";
      const started = status.endpoints !== null && endpoints === null;
      ({ state, endpoints } = status);
      if (came || started || ended || status.state === "stopped") this.askNow();
    });
    this.#enqueue();
  }

  /** The newest poll, successful or not; null before the first. */
  latest(): PollResult | null {
    return this.#latest;
  }

  onSeen(listener: (seen: PollResult) => void): Disposable {
    return this.#listeners.add(listener);
  }

  /** The exposition of the newest poll; null if there is none. */
  get exposition(): string | null {
    return this.#before?.observation.exposition ?? null;
  }

  /** Polls more often until disposed. */
  watch(): Disposable {
    const { clock, random, watched } = this.#polling;
    if (this.#watched === 0) watched.count += 1;
    this.#watched += 1;
    const soon = random() * (this.#watchedMs - WATCHED_MS);
    if (this.#due - clock.monotonic() > Math.max(soon, WATCHED_MS)) this.#plan(soon);
    let ended = false;
    return {
      [Symbol.dispose]: () => {
        if (ended) return;
        ended = true;
        this.#watched -= 1;
        if (this.#watched === 0) watched.count -= 1;
      },
    };
  }

  /** The interval while watched: longer if many servers are watched. */
  get #watchedMs(): number {
    const { count } = this.#polling.watched;
    return Math.min(INTERVAL_MS, WATCHED_MS * Math.max(1, count / WATCHED_PER_SECOND));
  }

  /** Polls again after one that is under way. */
  askNow(): void {
    if (this.#busy) this.#again = true;
    else this.#plan(0);
  }

  [Symbol.dispose](): void {
    this.#stopped.abort();
    this.#following[Symbol.dispose]();
    this.#timer?.[Symbol.dispose]();
    this.#polling.onEnded(this);
  }

  #plan(ms: number): void {
    const { clock } = this.#polling;
    this.#timer?.[Symbol.dispose]();
    this.#due = clock.monotonic() + ms;
    this.#timer = clock.after(ms, () => this.#enqueue());
  }

  #enqueue(): void {
    if (this.#busy || this.#stopped.signal.aborted) return;
    this.#busy = true;
    this.#polling.lanes.run(() => this.#poll());
  }

  async #poll(): Promise<void> {
    if (this.#stopped.signal.aborted) return;
    const { clock, onPolled } = this.#polling;
    const started = clock.monotonic();
    const answer = await this.#ask();
    const observation = answer && (await this.#withSubscribed(answer));
    this.#busy = false;
    if (this.#stopped.signal.aborted) return;
    const ended = clock.monotonic();
    const lateMs = Math.max(0, started - this.#due);
    const first = this.#latest === null;
    this.#plan(this.#pause(observation !== null, first, ended));
    try {
      if (observation) this.#take(observation, ended);
      else this.#publish(clock.now(), null, this.#latest?.delta ?? NOTHING);
    } catch (error) {
      const { name } = this.server.status;
      const reason = StatusError.from(error).message;
      reportFault("observation", new Error(`Can't read the response of ${name}: ${reason}`));
    }
    const answered = observation !== null;
    onPolled({ serverId: this.server.id, lateMs, tookMs: ended - started, answered });
  }

  /** Null if it does not respond in time. */
  async #ask(): Promise<Observation | null> {
    const { clock } = this.#polling;
    const late = new AbortController();
    const limit = Promise.withResolvers<null>();
    const timer = clock.after(LIMIT_MS, () => {
      const words = `${this.server.status.name} did not answer all that was asked within 15 s.`;
      late.abort(new StatusError("DEADLINE_EXCEEDED", words));
      limit.resolve(null);
    });
    const signal = AbortSignal.any([this.#stopped.signal, late.signal]);
    try {
      return await Promise.race([this.server.observe(signal).catch(() => null), limit.promise]);
    } finally {
      timer[Symbol.dispose]();
    }
  }

  /** Time until the next poll, ms. After the first one, servers spread over the interval. */
  #pause(answered: boolean, first: boolean, now: number): number {
    const { clock, random, firstIntervalMs } = this.#polling;
    if (this.#again) {
      this.#again = false;
      return 0;
    }
    const { nextTry } = this.server.status;
    if (!answered && nextTry !== null) return Math.max(100, nextTry - clock.now());
    const interval = this.#watched > 0 ? this.#watchedMs : INTERVAL_MS;
    if (first && this.#watched === 0) return interval * (0.5 + 0.5 * random());
    if (answered && this.#before === null) return firstIntervalMs;
    const behind = Math.max(0, now - this.#due);
    return interval - (behind % interval);
  }

  /** Adds the requested metrics as figures. */
  async #withSubscribed(answer: Observation): Promise<Observation> {
    const { exposition, figures } = answer;
    if (exposition === null) return answer;
    const subscribed = await metricFigures(exposition, this.subscriptions.keys());
    return { ...answer, figures: [...figures, ...subscribed] };
  }

  #take(observation: Observation, at: number): void {
    const gap = this.#before ? at - this.#before.at : 0;
    const silent = this.#latest?.live === false;
    const afterGap = gap > (silent ? SILENCE_MS : LONGEST_MS);
    const seconds = afterGap ? 0 : gap / 1000;
    const own = computeDelta(this.#before?.observation ?? null, observation, seconds, silent);
    const isWatched = this.#watched > 0;
    const delta = observation.exposition === null ? this.#recorded.complete(own, isWatched) : own;
    if (delta.restarted) this.#restarts += 1;
    this.#before = { observation, at };
    const t = this.#polling.clock.now();
    this.recent.add(t, delta, isWatched);
    this.#minute.add(at, delta);
    this.#publish(t, { observation, at }, delta, afterGap);
  }

  #publish(t: number, answer: PollResult["answer"], delta: Delta, afterGap = false): void {
    const { deltas } = this.#minute;
    this.#latest = new PollResult({
      serverId: this.server.id,
      t,
      answer,
      delta,
      afterGap,
      intervals: deltas.length > 0 ? deltas : [delta],
      restarts: this.#restarts,
    });
    this.#listeners.emit(this.#latest);
  }
}

const NOTHING: Delta = { seconds: 0, restarted: false, models: [], parts: [] };
