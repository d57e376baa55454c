import type { RunWindow } from "../../contract/index.ts";
import { possibleError } from "./disturbance/possible-error.ts";
import type { DisturbanceProbe, Observed } from "./disturbance/probe.ts";
import { type Due, DueCount } from "./due-count.ts";
import { HealthWatch, NO_HEALTH } from "./health.ts";
import { ConversationTally } from "./conversation-tally.ts";
import type { ConversationsResult, Failure, RunProgress, RunResult, RunSpec } from "./messages.ts";
import { p99Course } from "./p99-course.ts";
import type { Phase } from "./phase.ts";
import { Tally } from "./tally.ts";
import { Windows } from "./windows.ts";

export interface ReportParts {
  readonly spec: Pick<RunSpec, "boundMs" | "windowSeconds" | "streamed">;
  /** Requests have a schedule. */
  readonly open: boolean;
  readonly distinctRequests: number;
  readonly probe?: DisturbanceProbe;
}

/** What is known of a run, at any time. */
export class RunReport {
  readonly totals = { sent: 0, successes: 0, failures: 0, abandoned: 0 };
  readonly conversations = new ConversationTally();
  readonly warmup: Phase;
  readonly #parts: ReportParts;
  #span: Phase | null = null;
  #due: DueCount | null = null;
  #startedAt = 0;
  #health: HealthWatch | null = null;
  /** Called at the end of the span: what arrives later does not belong to it. */
  #ended: { readonly at: number; readonly health: RunResult["health"] } | null = null;
  #observed: Observed | null = null;
  #settledAtEnd: number | null = null;
  readonly #answered = { items: 0, itemsWithinBound: 0, requests: 0 };
  /** Items by the window of the span in which they arrived. */
  readonly #answeredIn: number[] = [];
  #windows: readonly { readonly windows: Windows; readonly until: number | null }[] = [];
  adjustedAt: number | null = null;
  /** Start of the oldest request in flight; only of a closed loop. */
  oldestOut: () => number = () => Number.POSITIVE_INFINITY;

  constructor(parts: ReportParts, warmup: Phase) {
    this.#parts = parts;
    this.warmup = warmup;
  }

  /** `startedAt` is ms since the epoch. */
  begin(span: Phase, startedAt: number): void {
    this.#span = span;
    this.#startedAt = startedAt;
    const { boundMs, streamed } = this.#parts.spec;
    this.#due = boundMs === null ? null : new DueCount(span, boundMs, streamed?.boundOfFirst);
    this.#health = new HealthWatch();
    this.#parts.probe?.begin();
    const origin = span.from;
    const phases = this.warmup.sent > 0 ? [this.warmup, span] : [span];
    this.#windows = phases.map(({ log, sends, from }, i) => ({
      until: phases[i + 1]?.from ?? null,
      windows: new Windows({ log, sends, from, origin }, this.#windowSeconds),
    }));
  }

  /** `at` is monotonic ms. */
  endSpan(at: number): void {
    this.conversations.endSpan();
    this.#settledAtEnd = this.#settledUntil();
    this.#ended = { at, health: this.#readHealth(at) };
    this.#observed = this.#parts.probe?.end() ?? null;
    this.#health?.end();
  }

  /** A success arrived within the span, of whichever phase; `at` is monotonic ms. */
  answered(items: number, isGood: boolean, at: number): void {
    this.#answered.requests += 1;
    this.#answered.items += items;
    if (isGood) this.#answered.itemsWithinBound += items;
    const index = Math.floor((at - (this.#span?.from ?? at)) / (this.#windowSeconds * 1000));
    this.#answeredIn[index] = (this.#answeredIn[index] ?? 0) + items;
  }

  endUnfinished(outstanding: number, failure: Failure): void {
    if (this.#ended) this.#span?.endUnfinished(outstanding, this.#ended.at, failure);
  }

  /** ms since the epoch of a monotonic instant in the span. */
  wallClock(at: number): number {
    return this.#startedAt + at - (this.#span?.from ?? at);
  }

  /** Windows that will not change any more. */
  get settledWindows(): number {
    let settled = 0;
    for (const { windows } of this.#windows) {
      settled += windows.settled;
      if (windows.settled < windows.all.length) break;
    }
    return settled;
  }

  progress(name: RunProgress["phase"], now: number): RunProgress {
    const phase = this.#span ?? this.warmup;
    const until = this.#ended?.at ?? now;
    const secondsDone = Math.max(0, until - phase.from) / 1000;
    const due = this.#dueAt(now, false);
    const { stream } = phase;
    return {
      phase: name,
      secondsDone,
      sent: phase.sent,
      due,
      ...phase.tally.progress(),
      ...(stream && { stream: stream.progress() }),
    };
  }

  result(now: number, complete: boolean, firstWindow = 0): RunResult {
    const span = this.#span;
    const tally = span?.tally ?? new Tally(this.#parts.spec.boundMs);
    const until = this.#ended?.at ?? now;
    const seconds = span ? secondsBetween(span.from, until) : 0;
    return {
      startedAt: span && this.#startedAt,
      endedAt: span && this.#startedAt + seconds * 1000,
      seconds,
      complete,
      successes: tally.successes,
      withinBound: tally.withinBound,
      over: tally.over,
      due: this.#dueAt(now, complete),
      outcomes: { ...tally.outcomes },
      failures: tally.failures(),
      items: tally.items,
      itemsWithinBound: tally.itemsWithinBound,
      answered: this.#rateAnswered(tally),
      response: tally.response.counts.encode(),
      service: tally.service.counts.encode(),
      responseTimes: tally.response.extremes(),
      serviceTimes: tally.service.extremes(),
      windows: this.#windowsUntil(until).slice(firstWindow),
      health: this.#ended?.health ?? this.#readHealth(until),
      possibleError: this.#possibleError(seconds),
      p99Course: span && this.#ended ? p99Course(span.log) : [],
      totals: { ...this.totals },
      stream: span?.stream?.result() ?? null,
      ...(span?.inputTokens !== undefined && { inputTokens: span.inputTokens }),
      ...(span?.outputTokens !== undefined && { outputTokens: span.outputTokens }),
      conversations: this.#conversations(),
      groups: span?.groups.result() ?? [],
      distinctRequests: this.#parts.distinctRequests,
      adjustedAt: this.adjustedAt,
    };
  }

  /** What is known within the span; `outstanding` of a closed loop. */
  snapshot(now: number, firstWindow: number, outstanding: number): RunResult {
    const result = this.result(now, false, firstWindow);
    const slowestMs = (result.responseTimes.max ?? 0) / 1000;
    const unfinished = this.#span?.outSince(now - slowestMs, outstanding) ?? 0;
    return { ...result, outcomes: { ...result.outcomes, unfinished } };
  }

  free(): void {
    this.warmup.free();
    this.#span?.free();
  }

  #conversations(): ConversationsResult | null {
    const counts = this.conversations.result();
    const turns = this.#span?.turns;
    return (
      counts && {
        ...counts,
        turns: turns?.result() ?? [],
        toolRounds: turns?.toolResult() ?? null,
      }
    );
  }

  /** A closed loop counts nothing else. */
  #rateAnswered({ successes, items, itemsWithinBound }: Tally): RunResult["answered"] {
    if (this.#parts.open) return { ...this.#answered };
    return { requests: successes, items, itemsWithinBound: itemsWithinBound ?? 0 };
  }

  /** Responses of an open loop are awaited beyond the span, those of a closed one are not counted there. */
  #dueAt(now: number, complete: boolean): Due | null {
    const { open, spec } = this.#parts;
    if (this.#due === null) return null;
    if (open && complete) return this.#due.until(Number.POSITIVE_INFINITY);
    const until = open ? now : Math.min(now, this.#ended?.at ?? now);
    if (spec.streamed?.boundOfFirst) return this.#due.until(Math.min(until, this.#settledUntil()));
    return this.#due.until(until - (spec.boundMs ?? 0));
  }

  /**
   * No request that began by then is in flight; in a closed loop those in flight at the span's end do not belong to it.
   */
  #settledUntil(): number {
    return this.#settledAtEnd ?? this.oldestOut() - 1e-6;
  }

  #windowsUntil(now: number): RunWindow[] {
    for (const { windows, until } of this.#windows) windows.update(until ?? now);
    return this.#windows.flatMap(({ windows, until }) =>
      until === null
        ? windows.all.map((window, index) => ({
            ...window,
            answered: this.#itemsIn(index, windows),
          }))
        : windows.all,
    );
  }

  /** What arrived after the last complete window belongs to it. */
  #itemsIn(index: number, { all }: Windows): number {
    if (index < all.length - 1) return this.#answeredIn[index] ?? 0;
    return this.#answeredIn.slice(index).reduce((sum, items) => sum + items, 0);
  }

  get #windowSeconds(): number {
    return this.#parts.spec.windowSeconds;
  }

  /** Null until the span is over. */
  #possibleError(seconds: number): RunResult["possibleError"] {
    const { open } = this.#parts;
    if (!this.#span || !this.#ended || !this.#observed) return null;
    const generatorMs = this.#ended.health.cpu * seconds * 1000;
    return possibleError({ log: this.#span.log, open, observed: this.#observed, generatorMs });
  }

  #readHealth(at: number): RunResult["health"] {
    const span = this.#span;
    if (span && this.#health) {
      const seconds = secondsBetween(span.from, at);
      return this.#health.read(span, seconds, this.#parts.open);
    }
    return NO_HEALTH;
  }
}

/** To the ns, the accuracy of sums of monotonic ms. */
const secondsBetween = (from: number, until: number) =>
  Math.round(Math.max(0, until - from) * 1e6) / 1e9;
