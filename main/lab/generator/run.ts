import type { Outcome } from "./lane.ts";
import type { Load, LoadObserver } from "./load.ts";
import type { RunProgress, RunResult, RunSpec } from "./messages.ts";
import { type Booking, Phase } from "./phase.ts";
import type { RequestTimes } from "./request-times.ts";
import { type ReportParts, RunReport } from "./run-report.ts";

const PROGRESS_MS = 250;
const SNAPSHOT_MS = 1000;
const DRAIN_SECONDS = 10;
/** Delay between the decision to start a scheduled span and its start, so that its first request is not late. */
const LEAD_MS = 3;
const CANCELLED = { status: "CANCELLED", message: "no response when the run was cancelled" };

export interface RunListener {
  /** ms since the epoch */
  started(at: number): void;
  measuring(at: number): void;
  measured(at: number): void;
  progress(progress: RunProgress): void;
  snapshot(result: RunResult, firstWindow: number): void;
}

type RunTimes = Pick<
  RunSpec,
  "warmup" | "seconds" | "requests" | "boundMs" | "windowSeconds" | "drainSeconds" | "streamed"
>;

export interface RunParts extends ReportParts {
  readonly spec: RunTimes;
  readonly load: (observer: LoadObserver, run: Run) => Load;
  readonly listener: RunListener;
  readonly now: () => number;
}

/**
 * One measurement: load for the warm-up and then the span without a break; then responses are awaited. A cancelled run
 * returns what was measured so far.
 */
export class Run implements LoadObserver {
  readonly #parts: RunParts;
  readonly #load: Load;
  readonly #report: RunReport;
  readonly #result = Promise.withResolvers<RunResult>();
  readonly #timers: NodeJS.Timeout[] = [];
  #phaseTimer: NodeJS.Timeout | undefined;
  #name: RunProgress["phase"] = "warmup";
  /** The phase of a closed-loop request that ends now. */
  #phase: Phase | null;
  #spanEnd = Number.POSITIVE_INFINITY;
  #over = false;

  constructor(parts: RunParts) {
    this.#parts = parts;
    const from = parts.now();
    this.#phase = new Phase(from, !parts.open, parts.spec);
    this.#report = new RunReport(parts, this.#phase);
    this.#load = parts.load(this, this);
    this.#report.oldestOut = () => this.#load.oldestOut;
  }

  /** Starts; returns the result when all is over. */
  start(): Promise<RunResult> {
    const { spec, listener, now } = this.#parts;
    listener.started(Date.now());
    this.#timers.push(setInterval(() => this.#reportProgress(), PROGRESS_MS));
    if (spec.warmup.seconds > 0) {
      this.#load.warmUp(now());
      this.#phaseTimer = setTimeout(() => this.measure(), spec.warmup.seconds * 1000);
    } else {
      this.measure();
    }
    return this.#result.promise;
  }

  /** The warm-up is over. */
  measure(): void {
    if (this.#name !== "warmup" || this.#over) return;
    clearTimeout(this.#phaseTimer);
    const { spec, open, listener, now } = this.#parts;
    const from = now() + (open ? LEAD_MS : 0);
    if (this.#report.warmup.sent > 0) this.#reportProgress();
    this.#name = "measuring";
    const phase = new Phase(from, !open, spec);
    this.#phase = phase;
    const startedAt = Date.now() + from - now();
    this.#report.begin(phase, startedAt);
    const until = from + spec.seconds * 1000;
    this.endAt(until);
    this.#load.measure(from, until);
    this.#timers.push(setInterval(() => this.#reportSnapshot(), SNAPSHOT_MS));
    listener.measuring(startedAt);
  }

  /** The span is over, and complete. */
  finish(): void {
    if (this.#name === "measuring" && !this.#over) this.#endSpan(this.#parts.now());
  }

  /** For a schedule that ends earlier than the span would. */
  endAt(at: number): void {
    if (this.#name !== "measuring" || at >= this.#spanEnd) return;
    this.#spanEnd = at;
    this.#awaitSpanEnd();
  }

  #awaitSpanEnd(): void {
    clearTimeout(this.#phaseTimer);
    const leftMs = this.#spanEnd - this.#parts.now();
    // Timers count whole milliseconds and may be early.
    if (leftMs > 0) this.#phaseTimer = setTimeout(() => this.#awaitSpanEnd(), leftMs);
    else this.#endSpan(this.#parts.open ? this.#spanEnd : this.#parts.now());
  }

  adjust(value: number): void {
    if (this.#over || this.#name === "draining") return;
    if (this.#load.adjust(value) && this.#name === "measuring")
      this.#report.adjustedAt = Date.now();
  }

  /** Ends it with what was measured so far. */
  cancel(): void {
    if (this.#over) return;
    if (this.#name === "measuring") {
      const at = this.#parts.now();
      this.#report.endSpan(at);
      this.#parts.listener.measured(this.#report.wallClock(at));
    }
    this.#report.endUnfinished(this.#load.outstanding, CANCELLED);
    this.#end(false);
  }

  scheduled(at: number, now: number): Booking {
    const phase = this.#phase as Phase;
    // The warm-up's load continues until the span begins.
    return (at < phase.from ? this.#report.warmup : phase).book(at, now);
  }

  sent(booking: Booking | null, now: number): void {
    this.#report.totals.sent += 1;
    (booking?.phase ?? this.#phase)?.send(now);
  }

  ended(booking: Booking | null, outcome: Outcome, lost: boolean, times: RequestTimes): void {
    if (this.#over) return;
    if (outcome) this.#report.totals.failures += 1;
    else this.#report.totals.successes += 1;
    const phase = booking?.phase ?? this.#phase;
    const good = phase?.end(booking?.row ?? null, outcome, lost, times) ?? null;
    if (good !== null && this.#isInSpan(times.now))
      this.#report.answered(times.items, good, times.now);
    if (phase === this.#phase && phase !== null) this.#checkLimits(phase);
  }

  conversationBegan(booking: Booking | null): void {
    this.#report.conversations.began(this.#ofSpan(booking));
  }

  conversationRefused(booking: Booking): void {
    this.#report.conversations.refused(this.#ofSpan(booking));
  }

  #ofSpan(booking: Booking | null): boolean {
    return booking ? booking.phase !== this.#report.warmup : this.#name === "measuring";
  }

  conversationEnded(outcome: Outcome): void {
    this.#report.conversations.ended(outcome, this.#name === "measuring");
  }

  #isInSpan(now: number): boolean {
    const from = this.#phase?.from ?? Number.POSITIVE_INFINITY;
    return this.#name === "measuring" && now >= from && now < this.#spanEnd;
  }

  #checkLimits({ ended }: Phase): void {
    const { spec, open } = this.#parts;
    if (this.#name === "warmup") {
      if (spec.warmup.requests !== null && ended >= spec.warmup.requests) this.measure();
    } else if (this.#name === "measuring" && !open && spec.requests !== null) {
      if (ended >= spec.requests) this.finish();
    }
  }

  #endSpan(at: number): void {
    const { spec, open, listener } = this.#parts;
    clearTimeout(this.#phaseTimer);
    this.#load.stop(at);
    this.#name = "draining";
    this.#report.endSpan(at);
    if (!open) this.#phase = null;
    listener.measured(this.#report.wallClock(at));
    const { drainSeconds = DRAIN_SECONDS } = spec;
    this.#phaseTimer = setTimeout(() => {
      const message = `no response within ${drainSeconds} s after the measured span`;
      this.#report.endUnfinished(this.#load.outstanding, { status: "DEADLINE_EXCEEDED", message });
      this.#end(true);
    }, drainSeconds * 1000);
    this.#load.onDrained(() => this.#end(true));
  }

  #end(complete: boolean): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#phaseTimer);
    for (const timer of this.#timers) clearInterval(timer);
    this.#report.totals.abandoned = this.#load.outstanding;
    this.#load.close();
    this.#reportProgress();
    this.#result.resolve(this.#report.result(this.#parts.now(), complete));
    this.#report.free();
  }

  #reportProgress(): void {
    this.#parts.listener.progress(this.#report.progress(this.#name, this.#parts.now()));
  }

  #reportSnapshot(): void {
    if (this.#name !== "measuring") return;
    const firstWindow = this.#report.settledWindows;
    const result = this.#report.snapshot(this.#parts.now(), firstWindow, this.#load.outstanding);
    this.#parts.listener.snapshot(result, firstWindow);
  }
}
