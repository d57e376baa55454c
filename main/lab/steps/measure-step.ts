import type { Clock } from "../../../base/clock.ts";
import type { ExperimentStep, StepPower } from "../../contract/index.ts";
import { chatFigures, serverTokens } from "../chat/chat-figures.ts";
import type { Observation } from "../../servers/index.ts";
import type { LoadGenerator, RunHandle } from "../generator/generator.ts";
import type { RunProgress, RunResult } from "../generator/messages.ts";
import { SEQUENCES_AT_ONCE } from "../generator/sequencer.ts";
import { formatLoad, type StepLoad } from "../loads.ts";
import { StepCertificate } from "./certificates.ts";
import { type CpuReading, otherShare, readCpu } from "./cpu-watch.ts";
import { mayEndEarly } from "./early-end.ts";
import { summarizeMachine } from "./machine.ts";
import { MetricsSpan } from "./metrics-span.ts";
import { type StatisticsReading, statisticsReader } from "./server-reading.ts";
import { beganAnew, splitBetween } from "./server-split.ts";
import { toStep } from "./to-step.ts";
import { makeRunSpec, type Subject } from "./subject.ts";
import { plannedWarmup, type WarmupOutcome, WarmupWatch } from "./warmup.ts";
import { tolerated } from "./reconcile.ts";

/** What to measure: a load, and which replicate of which candidate it is. */
export interface StepOrder {
  /** Index of the step in the experiment, from 0. */
  readonly position: number;
  /** Index of the measurement of this step, from 0; repeated if an earlier one was disturbed. */
  readonly attempt?: number;
  readonly load: StepLoad;
  readonly candidate: number | null;
  readonly replicate: number | null;
  readonly seed: number;
  /** Ends as soon as the objective is certified, met or missed. */
  readonly stopWhenCertified: boolean;
}

export interface StepTools {
  readonly generator: LoadGenerator;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress, certificate: ExperimentStep["certificate"]) => void;
  /** The measurement so far, every other second. */
  readonly onSnapshot?: (step: ExperimentStep) => void;
}

/** A running step. */
export interface StepRun {
  /** Null if nothing was measured. Rejects like a generator's run. */
  readonly step: Promise<ExperimentStep | null>;
  /** Changes the number of clients, or the rate. Nothing is certified any more. */
  adjust(value: number): void;
  /** Ends the span now, complete. */
  finish(): void;
}

/** Measures one load, and the server's own counters over the same span. An abort ends it with what was measured. */
export function measureStep(subject: Subject, order: StepOrder, tools: StepTools): StepRun {
  const measuring = new Measuring(subject, order, tools);
  return {
    step: measuring.run(),
    adjust: (value) => measuring.adjust(value),
    finish: () => measuring.finish(),
  };
}

/** Every other snapshot is stored. */
const SNAPSHOTS = 2;

class Measuring {
  readonly #subject: Subject;
  readonly #order: StepOrder;
  readonly #tools: StepTools;
  readonly #read: () => Promise<StatisticsReading | null>;
  readonly #metrics: MetricsSpan | null;
  readonly #certificate: StepCertificate | null;
  readonly #events: ExperimentStep["events"] = [];
  #handle: RunHandle | null = null;
  #warmup: WarmupWatch | null = null;
  #warmedUp: WarmupOutcome | null = null;
  #warmupSeconds = 0;
  #startedAt = 0;
  #before: Promise<StatisticsReading | null> = Promise.resolve(null);
  #after: Promise<StatisticsReading | null> = Promise.resolve(null);
  #observedBefore: Promise<Observation | null> = Promise.resolve(null);
  #observedAfter: Promise<Observation | null> = Promise.resolve(null);
  #endedAt: number | null = null;
  #cpuBefore: CpuReading | null = null;
  #cpuAfter: CpuReading | null = null;
  #snapshots = 0;
  #finished = false;
  /** Loads that were set by hand. */
  readonly #adjusted: number[] = [];

  constructor(subject: Subject, order: StepOrder, tools: StepTools) {
    this.#subject = subject;
    this.#order = order;
    this.#tools = tools;
    this.#read = statisticsReader(subject.traffic, subject.server, tools.clock);
    const { metrics } = subject.server;
    this.#metrics = metrics ? new MetricsSpan(metrics, tools.clock) : null;
    this.#certificate = subject.plan.objective ? new StepCertificate(subject.plan.objective) : null;
  }

  adjust(value: number): void {
    this.#handle?.adjust(value);
    this.#adjusted.push(value);
    const { kind } = this.#order.load.shown;
    this.#happened(`The load was changed to ${formatLoad({ kind, value })} by hand.`);
  }

  finish(): void {
    this.#handle?.finish();
  }

  async run(): Promise<ExperimentStep | null> {
    const { generator, clock, signal } = this.#tools;
    const { plan, server } = this.#subject;
    using _events = server.watchEvents?.((words) => this.#happened(words));
    try {
      const spec = makeRunSpec(this.#subject, this.#order);
      this.#handle = generator.run(
        spec,
        {
          started: () => {
            if (plan.warmup.kind !== "auto") return;
            this.#warmup = new WarmupWatch(server, this.#read, clock, () =>
              this.#handle?.measure(),
            );
          },
          measuring: (at) => this.#begin(at),
          measured: (at) => this.#end(at),
          progress: (progress) => this.#progress(progress),
          snapshot: (result) => void this.#snapshot(result),
        },
        signal,
      );
      const result = await this.#handle.result;
      this.#finished = true;
      if (result.startedAt === null) return null;
      if (this.#endedAt === null) this.#end(result.endedAt ?? clock.now());
      this.#certificate?.see(result);
      const after = await this.#after;
      await this.#metrics?.ended;
      const step = await this.#step(result, after);
      const power = await this.#power(result);
      return power ? { ...step, power } : step;
    } finally {
      this.#finished = true;
      this.#warmup?.[Symbol.dispose]();
      this.#metrics?.[Symbol.dispose]();
    }
  }

  #begin(at: number): void {
    const { plan, server } = this.#subject;
    this.#warmedUp =
      this.#warmup?.outcome ?? plannedWarmup(plan.warmup, this.#warmup, this.#warmupSeconds);
    this.#warmup?.[Symbol.dispose]();
    this.#startedAt = at;
    this.#cpuBefore = readCpu(server.pid ?? null);
    this.#before = this.#read();
    this.#observedBefore = this.#observe();
    // After the statistics, because a first fetch would delay their instant.
    void this.#before.then(() => this.#metrics?.begin());
  }

  #end(at: number): void {
    this.#endedAt = at;
    this.#cpuAfter = readCpu(this.#subject.server.pid ?? null);
    this.#after = this.#read();
    this.#observedAfter = this.#observe();
    void this.#after.then(() => this.#metrics?.end());
  }

  async #power({ endedAt }: RunResult): Promise<StepPower | null> {
    const to = this.#endedAt ?? endedAt ?? this.#tools.clock.now();
    return (await this.#subject.server.power?.(this.#startedAt, to).catch(() => null)) ?? null;
  }

  /** What can't be read is left out. */
  async #observe(): Promise<Observation | null> {
    return (await this.#subject.server.observe?.().catch(() => null)) ?? null;
  }

  #progress(progress: RunProgress): void {
    if (progress.phase === "warmup") {
      this.#warmupSeconds = progress.secondsDone;
      this.#warmup?.progress(progress);
    } else this.#certify(progress);
    this.#tools.onProgress?.(progress, this.#certified());
  }

  /** Null without an objective, and over two loads. */
  #certified(): ExperimentStep["certificate"] {
    return this.#adjusted.length > 0 ? null : (this.#certificate?.certificate ?? null);
  }

  #certify(progress: RunProgress): void {
    if (!this.#certificate || this.#adjusted.length > 0) return;
    this.#certificate.see(progress);
    const { load, stopWhenCertified } = this.#order;
    const { certificate } = this.#certificate;
    if (!stopWhenCertified || !mayEndEarly(load.spec, certificate, progress.secondsDone)) return;
    this.#certificate.close();
    this.#handle?.finish();
  }

  /** If it can't be stored now, this is reported when the complete step can't. */
  async #snapshot(result: RunResult): Promise<void> {
    const { onSnapshot } = this.#tools;
    if (!onSnapshot || ++this.#snapshots % SNAPSHOTS !== 1) return;
    try {
      const step = await this.#step({ ...result, complete: false }, await this.#read());
      if (!this.#finished) onSnapshot(step);
    } catch {}
  }

  #happened(words: string): void {
    this.#events.push({ at: this.#tools.clock.now(), words });
  }

  async #step(result: RunResult, after: StatisticsReading | null): Promise<ExperimentStep> {
    const { plan, server, traffic } = this.#subject;
    const { load, candidate, replicate } = this.#order;
    const before = await this.#before;
    const { spec } = load;
    const clients = spec.kind === "concurrency" ? Math.max(spec.clients, ...this.#adjusted) : null;
    const late = lateness(before, this.#startedAt) + lateness(after, this.#endedAt);
    const observed = await Promise.all([this.#observedBefore, this.#observedAfter]);
    const tokens = serverTokens(...observed, this.#models());
    const chat = chatFigures(result, traffic, tokens);
    const replaced = beganAnew(before, after) || isAnother(...observed);
    return toStep({
      plan,
      result,
      chat,
      tokens,
      jsonTensors: traffic.some(({ asJson }) => asJson === true),
      load: load.shown,
      candidate,
      replicate,
      startedAt: this.#startedAt,
      warmup: this.#warmedUp ?? { seconds: 0, settled: true, words: "none" },
      server: splitBetween(before, after),
      machine: this.#metrics && summarizeMachine(this.#metrics.readings, this.#models()),
      tolerance: tolerated(result, clients, late, sequencesEnded(traffic, clients)),
      certificate: this.#certified(),
      events: [...this.#events],
      cacheEntries: (await server.cacheEntries?.().catch(() => null)) ?? null,
      otherCpu: this.#otherCpu(result),
      sameMachine: server.sameMachine,
      caveat: server.caveat ?? null,
      replaced,
    });
  }

  #models(): string[] {
    return [...new Set(this.#subject.traffic.map(({ model }) => model))];
  }

  #otherCpu({ health, seconds }: RunResult): number | null {
    const before = this.#cpuBefore;
    if (!before) return null;
    const after = this.#cpuAfter ?? readCpu(this.#subject.server.pid ?? null);
    return otherShare(before, after, health.cpu * seconds);
  }
}

/** How many sequences may be ended at the two ends of the span. */
function sequencesEnded(traffic: Subject["traffic"], clients: number | null): number {
  const kinds = traffic.filter(({ sequence }) => sequence !== null).length;
  return kinds === 0 ? 0 : (clients ?? 2 * SEQUENCES_AT_ONCE * kinds);
}

/** Whether another process reported the second. */
function isAnother(before: Observation | null, after: Observation | null): boolean {
  const [was, is] = [before?.incarnation ?? null, after?.incarnation ?? null];
  return was !== null && is !== null && was !== is;
}

/** Seconds between an instant and the reading of counters. */
function lateness(reading: StatisticsReading | null, at: number | null): number {
  return reading && at !== null ? Math.abs(reading.at - at) / 1000 : 0;
}
