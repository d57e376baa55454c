import { setTimeout as sleep } from "node:timers/promises";
import { ClosedLoop } from "./closed-loop.ts";
import type { Outcome } from "./lane.ts";
import type { EncodedLoad, LaneOpener } from "./lanes.ts";
import type { RunProgress, RunResult } from "./messages.ts";
import { Tally } from "./tally.ts";

const PROGRESS_MS = 250;
const DRAIN_SECONDS = 10;

export interface RunTimes {
  readonly warmupSeconds: number;
  readonly seconds: number;
  /** How long answers are waited for after the span; 10 by default. */
  readonly drainSeconds?: number;
}

export interface RunListener {
  /** The span begins or ends; ms since the epoch. */
  measuring(at: number): void;
  measured(at: number): void;
  progress(progress: RunProgress): void;
}

/**
 * One measurement: load for the warm-up and then the span without a break, and only requests that end within
 * the span are counted. An abort ends it early and keeps what was measured.
 */
export async function measureRun(
  times: RunTimes,
  loads: readonly EncodedLoad[],
  opener: LaneOpener,
  listener: RunListener,
  signal: AbortSignal,
): Promise<RunResult> {
  const totals = { sent: 0, successes: 0, failures: 0, abandoned: 0 };
  let tally = new Tally();
  const loop = new ClosedLoop(opener, {
    ended(outcome, sentAt, now) {
      if (outcome) totals.failures += 1;
      else totals.successes += 1;
      count(tally, outcome, (now - sentAt) * 1000);
    },
  });
  const phase = async (name: RunProgress["phase"], seconds: number) => {
    const from = performance.now();
    const report = () =>
      listener.progress({
        phase: name,
        secondsDone: (performance.now() - from) / 1000,
        successes: tally.successCount,
        failures: tally.failureCount,
        latency: tally.latency(),
      });
    const timer = setInterval(report, PROGRESS_MS);
    await sleep(seconds * 1000, undefined, { signal }).catch(() => {});
    clearInterval(timer);
    report();
  };

  loop.start(loads);
  if (times.warmupSeconds > 0) await phase("warmup", times.warmupSeconds);
  if (signal.aborted) {
    loop.close();
    return result(new Tally(), null, false, { ...totals, sent: loop.sent });
  }

  tally = new Tally();
  const measured = tally;
  const span = startSpan();
  listener.measuring(span.startedAt);
  await phase("measuring", times.seconds);
  const ended = span.end();
  tally = new Tally();
  const complete = !signal.aborted;
  listener.measured(ended.endedAt);

  if (complete) {
    const { drainSeconds = DRAIN_SECONDS } = times;
    await loop.drain(drainSeconds * 1000);
    countUnanswered(measured, loop.outstanding, drainSeconds);
  }
  totals.abandoned = loop.outstanding;
  loop.close();
  return result(measured, ended, complete, { ...totals, sent: loop.sent });
}

function count(tally: Tally, outcome: Outcome, micros: number): void {
  if (outcome) tally.failure(outcome);
  else tally.success(micros);
}

/** A server that hangs must show as failing, not as doing nothing. */
function countUnanswered(tally: Tally, requests: number, waited: number): void {
  for (let i = 0; i < requests; i++) {
    tally.failure({
      status: "DEADLINE_EXCEEDED",
      message: `no answer within ${waited} s after the measured span`,
    });
  }
}

interface Span {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly seconds: number;
  readonly cpu: number;
}

function startSpan() {
  const startedAt = Date.now();
  const from = performance.now();
  const cpuBefore = process.cpuUsage();
  return {
    startedAt,
    end(): Span {
      const seconds = (performance.now() - from) / 1000;
      const { user, system } = process.cpuUsage(cpuBefore);
      return {
        startedAt,
        endedAt: startedAt + seconds * 1000,
        seconds,
        cpu: (user + system) / 1e6 / seconds,
      };
    },
  };
}

function result(
  tally: Tally,
  span: Span | null,
  complete: boolean,
  totals: RunResult["totals"],
): RunResult {
  return {
    startedAt: span?.startedAt ?? null,
    endedAt: span?.endedAt ?? null,
    seconds: span?.seconds ?? 0,
    complete,
    successes: tally.successCount,
    failures: tally.failures(),
    latency: tally.latency(),
    histogram: tally.histogram(),
    cpu: span?.cpu ?? 0,
    totals,
  };
}
