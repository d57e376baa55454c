import { systemClock } from "../../../base/clock.ts";
import { StatusError } from "../../../base/status-error.ts";
import { type ExperimentStep, repeatText } from "../../../main/contract/index.ts";
import {
  decodeHistogram,
  endedInFailures,
  findGoal,
  type LoadGenerator,
  formatLoad,
  measureStep,
  measureUndisturbed,
  type PlannedStep,
  type RunProgress,
  stability,
  type StepRun,
  type Subject,
} from "../../../main/lab/measuring.ts";
import { connectionLossReason } from "../exit-code.ts";
import { visibleLine } from "../output.ts";
import type { Measured, MeasuredStep, Pass } from "./measured.ts";
import type { MeasureFlags } from "./parse-flags.ts";
import { latencyFigure } from "./report-text.ts";
import type { StabilityRule } from "./span-flags.ts";

export interface StepListener {
  began(planned: PlannedStep): void;
  passed(pass: Pass, index: number): void;
  measured(measured: MeasuredStep): void;
}

interface StepTools {
  readonly generator: LoadGenerator;
  readonly listener: StepListener;
  readonly signal: AbortSignal;
}

/**
 * Measures what the flags ask for, step by step, until it is done, the server doesn't respond to
 * `ask` any more, or it is aborted. Rejects like a step if none was measured before.
 */
export async function measureSteps(
  flags: MeasureFlags,
  subject: Subject,
  tools: StepTools & { readonly ask: () => Promise<unknown> },
): Promise<Measured> {
  const { listener, signal, ask } = tools;
  const goal = findGoal(subject.plan);
  const steps: MeasuredStep[] = [];
  let failure: string | null = null;
  let gone: string | null = null;
  try {
    for (let planned = goal.next(); planned && !signal.aborted; planned = goal.next()) {
      listener.began(planned);
      const measured = await measureOne(flags, subject, planned, tools);
      if (!measured) break;
      steps.push(measured);
      listener.measured(measured);
      goal.add(planned.position, measured.step);
      if (!measured.step.complete || isOverThreshold(flags, measured.step)) break;
      if (endedInFailures(measured.step)) gone = await connectionLossReason({ gone, steps }, ask);
      if (gone !== null || isHopeless(steps)) break;
    }
  } catch (error) {
    if (steps.length === 0) throw error;
    failure = StatusError.from(error).message;
  }
  return { steps, search: goal.result, failure, gone };
}

/** All requests failed so far, and the next ones would too. */
function isHopeless(steps: readonly MeasuredStep[]): boolean {
  const sent = steps.some(({ step }) => step.failures.length > 0);
  return sent && steps.every(({ step }) => step.successes === 0);
}

async function measureOne(
  { stability, percentile }: MeasureFlags,
  subject: Subject,
  planned: PlannedStep,
  { generator, listener, signal }: StepTools,
): Promise<MeasuredStep | null> {
  const watch = stability && new StabilityWatch(stability, percentile);
  const line = new ProgressLine(process.stderr);
  const look = (step: ExperimentStep, isLast = false) => {
    const pass = watch?.see(step, isLast);
    if (!pass) return;
    line.clear();
    listener.passed(pass, watch?.passes.length ?? 0);
    if (watch?.isDone) run.finish();
  };
  // Windows until they are stable are one course.
  const measure = watch ? measureStep : measureUndisturbed;
  const run: StepRun = measure(subject, planned, {
    generator,
    clock: systemClock,
    signal,
    onProgress: (progress) =>
      line.show(formatLoad(planned.load.shown), progress, planned.load.seconds),
    onSnapshot: (step) => look(step),
    onRepeat: (repeat) => line.note(`${formatLoad(planned.load.shown)}: ${repeatText(repeat)}`),
  });
  const step = await run.step.finally(() => line.clear());
  if (!step) return null;
  look(step, true);
  return { step, isStable: watch && watch.isStable };
}

/** perf_analyzer's linear search ends with the first load over the threshold. */
function isOverThreshold({ plan, wholeRange }: MeasureFlags, step: ExperimentStep): boolean {
  const { objective, goal } = plan;
  if (!objective || wholeRange || goal.kind !== "sweep") return false;
  const latency = latencyFigure(step, objective.percentile, objective.of);
  return step.certificate?.result === "missed" || (latency ?? 0) > objective.boundMs;
}

type Seen = Pick<
  ExperimentStep,
  "seconds" | "successes" | "inferencesPerSecond" | "response" | "outcomes"
>;

/** The rest of a step counts as a window from this share of its length. */
const NEARLY = 0.9;

/** Splits a running step into windows, and reports when the last three are stable. */
export class StabilityWatch {
  readonly #rule: StabilityRule;
  readonly #percentile: number | null;
  readonly #passes: Pass[] = [];
  #last: Seen | null = null;
  #isHopeless = false;

  constructor(rule: StabilityRule, percentile: number | null) {
    this.#rule = rule;
    this.#percentile = percentile;
  }

  get passes(): readonly Pass[] {
    return this.#passes;
  }

  get isStable(): boolean {
    return stability(this.#passes, { percentage: this.#rule.percentage }).isStable;
  }

  /** No more windows: they are stable, there were enough, or every request in one failed. */
  get isDone(): boolean {
    return this.isStable || this.#isHopeless || this.#passes.length >= this.#rule.maxTrials;
  }

  /** `step`: everything measured so far. Returns the window that ended with it. */
  see(step: Seen, isLast = false): Pass | null {
    const { windowSeconds, windowRequests } = this.#rule;
    const seconds = step.seconds - (this.#last?.seconds ?? 0);
    const successes = step.successes - (this.#last?.successes ?? 0);
    const least = isLast ? windowSeconds * NEARLY : windowSeconds;
    if (this.isDone || seconds < least || seconds <= 0) return null;
    this.#isHopeless =
      successes === 0 && countFailures(step) > (this.#last ? countFailures(this.#last) : 0);
    if (successes < windowRequests && !this.#isHopeless) return null;
    const before = this.#last ? countItems(this.#last) : 0;
    const pass = {
      throughput: (countItems(step) - before) / seconds,
      latency: this.#percentile === null ? this.#mean(step) : this.#at(step, this.#percentile),
    };
    this.#passes.push(pass);
    this.#last = step;
    return pass;
  }

  #mean({ response }: Seen): number | null {
    const [count, mean] = [this.#last?.response.count ?? 0, this.#last?.response.mean ?? 0];
    const more = response.count - count;
    return more > 0 ? ((response.mean ?? 0) * response.count - mean * count) / more : null;
  }

  #at({ response }: Seen, percentile: number): number | null {
    const histogram = decodeHistogram(response.histogram);
    if (this.#last) histogram.subtract(decodeHistogram(this.#last.response.histogram));
    return histogram.totalCount > 0 ? histogram.getValueAtPercentile(percentile) / 1000 : null;
  }
}

/** Requests in flight may still succeed. */
const countFailures = ({ outcomes }: Seen) =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0) - outcomes.unfinished;

const countItems = ({ inferencesPerSecond, seconds }: Seen) => inferencesPerSecond * seconds;

/** One line that is overwritten on a terminal; nothing elsewhere. */
export class ProgressLine {
  readonly #stream: NodeJS.WriteStream;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  show(where: string, run: RunProgress, seconds: number): void {
    if (!this.#stream.isTTY) return;
    const columns = this.#stream.columns || 80;
    this.#stream.write(
      `\r\u001b[K${visibleLine(formatProgress(where, run, seconds)).slice(0, columns - 1)}`,
    );
  }

  /** Stays above the line. */
  note(text: string): void {
    if (this.#stream.isTTY) this.#stream.write(`\r\u001b[K${visibleLine(text)}\n`);
  }

  clear(): void {
    if (this.#stream.isTTY) this.#stream.write("\r\u001b[K");
  }
}

/** "concurrency 8: measuring 3.4 of at most 5.0 s, 1234 requests, p99 8.1 ms" */
export function formatProgress(where: string, run: RunProgress, seconds: number): string {
  const { phase, secondsDone, successes, failures, response, stream } = run;
  const length = phase === "measuring" ? ` of at most ${seconds.toFixed(1)} s` : " s";
  const micros = stream ? stream.firstP99 : response.p99;
  const p99 =
    micros === null
      ? ""
      : `,${stream ? " first token" : ""} p99 ${(micros / 1000).toPrecision(3)} ms`;
  const failed = failures > 0 ? `, ${failures} failed` : "";
  const doing = { warmup: "warming up", measuring: "measuring", draining: "awaiting responses" };
  return `${where}: ${doing[phase]} ${secondsDone.toFixed(1)}${length}, ${successes} requests${failed}${p99}`;
}
