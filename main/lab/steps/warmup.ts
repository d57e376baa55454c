import type { Clock } from "../../../base/clock.ts";
import type { ExperimentPlan, ExperimentStep } from "../../contract/index.ts";
import type { RunProgress } from "../generator/messages.ts";
import type { StabilityWindow } from "../statistics/index.ts";
import { mean, variance } from "../statistics/summary.ts";
import type { StatisticsReading } from "./server-reading.ts";
import { splitBetween } from "./server-split.ts";
import type { ServerEyes } from "./subject.ts";

export type WarmupOutcome = ExperimentStep["warmup"];

const WINDOW_MS = 500;
/** Similar windows in a row; and windows in a row without a new batch size. */
const QUIET_WINDOWS = 4;
/** After this many windows without another instance, this load is assumed to reach no more of them. */
const PATIENT_WINDOWS = 8;
/**
 * Means of this many windows, and of as many before them, may differ by this share, or by this many standard errors.
 */
const TREND_WINDOWS = 3;
const TREND_SHARE = 0.06;
const TREND_ERRORS = 2;

/**
 * Watches a server during its warm-up and reports when it is warm: throughput and latency have settled, no batch size
 * is new, and every instance has run, as far as the server reports.
 */
export class WarmupWatch implements Disposable {
  readonly #read: () => Promise<StatisticsReading | null>;
  readonly #clock: Clock;
  readonly #instances: readonly string[];
  readonly #ran = new Set<string>();
  readonly #watching: Disposable | undefined;
  readonly #windows: StabilityWindow[] = [];
  readonly #sizes = new Set<number>();
  readonly #settled: () => void;
  #quiet = 0;
  /** Windows since an instance ran for the first time. */
  #sameInstances = 0;
  #instancesSeen = 0;
  /** At the start of the load. */
  readonly #first: Promise<StatisticsReading | null>;
  #last: StatisticsReading | null = null;
  #previous: { successes: number; seconds: number } = { successes: 0, seconds: 0 };
  #newest: RunProgress | null = null;
  #timer: Disposable | null = null;
  #outcome: WarmupOutcome | null = null;

  /** `settled` is called once. */
  constructor(
    server: ServerEyes,
    read: () => Promise<StatisticsReading | null>,
    clock: Clock,
    settled: () => void,
  ) {
    this.#read = read;
    this.#clock = clock;
    this.#settled = settled;
    this.#watching = server.watchInstances?.((instance) => this.#ran.add(instance));
    this.#instances = server.watchInstances ? (server.instances ?? []) : [];
    this.#first = read();
    this.#tick();
  }

  /** What the generator reports in the warm-up. */
  progress(progress: RunProgress): void {
    this.#newest = progress;
  }

  /** Null until the server is warm. */
  get outcome(): WarmupOutcome | null {
    return this.#outcome;
  }

  /** What was still missing, for a warm-up that took too long. */
  get missing(): string {
    const missing = [
      ...(this.#isStable() ? [] : ["latency had not settled"]),
      ...(this.#quiet >= QUIET_WINDOWS || this.#sizes.size === 0
        ? []
        : ["batches of new sizes were still formed"]),
      ...(this.#cold().length === 0 ? [] : [`${this.#cold().join(", ")} had not run`]),
    ];
    return missing.join(", ") || "the server had just settled";
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    this.#watching?.[Symbol.dispose]();
    this.#outcome ??= { seconds: 0, settled: false, words: "" };
  }

  #tick(): void {
    this.#timer = this.#clock.after(WINDOW_MS, () => void this.#look());
  }

  async #look(): Promise<void> {
    const [first, reading] = await Promise.all([this.#first, this.#read()]);
    if (this.#outcome) return;
    this.#see(first, reading);
    if (!this.#isStable() || this.#quiet < QUIET_WINDOWS || !this.#isReached()) {
      return this.#tick();
    }
    this.#outcome = {
      seconds: this.#newest?.secondsDone ?? 0,
      settled: true,
      words: this.#words(),
    };
    this.#settled();
  }

  #see(first: StatisticsReading | null, reading: StatisticsReading | null): void {
    const split = splitBetween(this.#last ?? first, reading);
    this.#last = reading;
    const known = this.#sizes.size;
    for (const [size] of splitBetween(first, reading)?.batches ?? []) this.#sizes.add(size);
    const { successes, seconds } = this.#sinceLast();
    // A window without a response means nothing: slow models take longer.
    if (successes === 0 || seconds <= 0) return;
    const p50 = this.#newest?.response.p50 ?? null;
    this.#quiet = this.#sizes.size === known ? this.#quiet + 1 : 0;
    this.#sameInstances = this.#ran.size === this.#instancesSeen ? this.#sameInstances + 1 : 0;
    this.#instancesSeen = this.#ran.size;
    this.#windows.push({
      throughput: successes / seconds,
      latency: split?.requestMs ?? (p50 === null ? null : p50 / 1000),
    });
  }

  #sinceLast(): { successes: number; seconds: number } {
    const now = this.#newest;
    if (!now) return { successes: 0, seconds: 0 };
    const before = this.#previous;
    this.#previous = { successes: now.successes, seconds: now.secondsDone };
    return {
      successes: now.successes - before.successes,
      seconds: now.secondsDone - before.seconds,
    };
  }

  /** Throughput and latency no longer rise or fall, as far as their spread shows. */
  #isStable(): boolean {
    const older = this.#windows.slice(-2 * TREND_WINDOWS, -TREND_WINDOWS);
    const newer = this.#windows.slice(-TREND_WINDOWS);
    if (older.length < TREND_WINDOWS) return false;
    const latencies = (windows: readonly StabilityWindow[]) =>
      windows.flatMap(({ latency }) => latency ?? []);
    const throughputs = (windows: readonly StabilityWindow[]) =>
      windows.map(({ throughput }) => throughput);
    return (
      hasSettled(throughputs(older), throughputs(newer)) &&
      hasSettled(latencies(older), latencies(newer))
    );
  }

  #cold(): string[] {
    return this.#instances.filter((name) => !this.#ran.has(name));
  }

  #isReached(): boolean {
    return this.#cold().length === 0 || this.#sameInstances >= PATIENT_WINDOWS;
  }

  #describeInstances(): string {
    const all = this.#instances.length;
    const cold = this.#cold().length;
    const words = all === 1 ? "1 instance" : `${all} instances`;
    return cold === 0 ? words : `${all - cold} of ${words}, as many as this load reached,`;
  }

  #words(): string {
    const sizes = [...this.#sizes].sort((a, b) => a - b);
    const isIdle = sizes.length === 0 && this.#cold().length === this.#instances.length;
    // As when the response cache answers everything.
    if (isIdle && this.#instances.length > 0) return "no batch was formed, latency had settled";
    const seen = [
      ...(sizes.length === 0 ? [] : [`batch ${range(sizes)}`]),
      ...(this.#instances.length === 0 ? [] : [this.#describeInstances()]),
    ];
    const ran = seen.length === 0 ? "" : `${seen.join(" and ")} had run, `;
    return `${ran}latency had settled`;
  }
}

/** How a warm-up ended that the plan, and not the server, limits. */
export function plannedWarmup(
  plan: ExperimentPlan["warmup"],
  watch: WarmupWatch | null,
  seconds: number,
): WarmupOutcome {
  switch (plan.kind) {
    case "auto":
      return {
        seconds,
        settled: false,
        words: `${plan.mostSeconds} s passed: ${watch?.missing ?? "nothing was seen"}`,
      };
    case "fixed":
      return { seconds, settled: true, words: `${plan.seconds} s, as planned` };
    case "requests":
      return { seconds, settled: true, words: `${plan.count} requests, as planned` };
  }
}

function hasSettled(older: readonly number[], newer: readonly number[]): boolean {
  if (older.length < TREND_WINDOWS || newer.length < TREND_WINDOWS) {
    return older.length === newer.length;
  }
  const difference = Math.abs(mean(newer) - mean(older));
  const error = Math.sqrt((variance(older) + variance(newer)) / TREND_WINDOWS);
  return difference <= Math.max(TREND_SHARE * mean(older), TREND_ERRORS * error);
}

function range(sizes: readonly number[]): string {
  const [least] = sizes;
  if (sizes.length === 1) return `size ${least}`;
  const last = sizes.at(-1) as number;
  const gapless = last - (least as number) === sizes.length - 1;
  return gapless ? `sizes ${least} to ${last}` : `sizes ${sizes.join(", ")}`;
}
