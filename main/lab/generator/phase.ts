import { HdrCounts } from "./hdr-counts.ts";
import { GroupTally } from "./group-tally.ts";
import type { Outcome, StreamFigures, UsageFigures } from "./lane.ts";
import type { RequestTimes } from "./request-times.ts";
import type { Failure, StreamedSpec } from "./messages.ts";
import { outcomeNumber, classifyFailure, PENDING, SUCCESS } from "./outcome.ts";
import { RequestLog } from "./request-log.ts";
import { StreamLimits } from "./stream-limits.ts";
import { StreamTally } from "./stream-tally.ts";
import { Tally } from "./tally.ts";
import { TurnTally } from "./turn-tally.ts";

/** A request of an open loop and the phase that it was scheduled in. */
export interface Booking {
  readonly phase: Phase;
  readonly row: number;
}

/** A send this long after its instant is late, ms. */
const LATE_MS = 1;

/** The requests of the warm-up, or of the measured span. */
export class Phase {
  readonly log: RequestLog;
  /** For a closed loop, whose log is in order of ends. */
  readonly sends: RequestLog | null;
  readonly tally: Tally;
  /** For streamed responses. */
  readonly stream: StreamTally | null;
  readonly #streamed: StreamedSpec | null;
  readonly turns = new TurnTally();
  readonly groups = new GroupTally();
  readonly lag = new HdrCounts();
  /** Monotonic ms. */
  readonly from: number;
  sent = 0;
  lastSentAt = 0;
  lateSends = 0;
  maxLagMs = 0;
  /** Tokens of whole successes that report usage; null if one reported none, undefined without any. */
  inputTokens: number | null | undefined;
  outputTokens: number | null | undefined;

  constructor(
    from: number,
    closedLoop: boolean,
    { boundMs, streamed = null }: { boundMs: number | null; streamed?: StreamedSpec | null },
  ) {
    this.from = from;
    this.#streamed = streamed;
    this.stream = streamed && new StreamTally(new StreamLimits(boundMs, streamed));
    this.log = new RequestLog(streamed !== null);
    this.sends = closedLoop ? new RequestLog() : null;
    this.tally = new Tally(boundMs);
  }

  get ended(): number {
    return this.tally.successes + this.tally.failed;
  }

  book(at: number, now: number): Booking {
    const lagMs = Math.max(0, now - at);
    this.lag.record(lagMs * 1000);
    if (lagMs > this.maxLagMs) this.maxLagMs = lagMs;
    if (lagMs > LATE_MS) this.lateSends += 1;
    return { phase: this, row: this.log.add(at) };
  }

  send(now: number): void {
    this.sent += 1;
    this.lastSentAt = now;
    this.sends?.add(now);
  }

  /**
   * `row` of an open loop; null in a closed loop. Returns whether the response met the objective; null unless it
   * succeeded.
   */
  end(row: number | null, outcome: Outcome, lost: boolean, times: RequestTimes): boolean | null {
    const response = (times.now - times.scheduledAt) * 1000;
    const service = (times.now - times.sentAt) * 1000;
    const name = outcome && classifyFailure(outcome, lost);
    if (name === null && times.stream && this.stream) {
      return this.#endStream(row, response, service, times);
    }
    const number = name === null ? SUCCESS : outcomeNumber(name);
    this.log.end(row ?? this.log.add(times.now), number, response, service);
    if (name === null) {
      this.#countTokens(times.usage);
      return this.tally.success(response, service, times.items);
    }
    this.tally.failure(name, outcome as NonNullable<Outcome>);
    this.turns.failure(times.turn);
    this.groups.failure(times.group);
    return null;
  }

  #countTokens(usage: UsageFigures | undefined): void {
    if (!usage) return;
    this.inputTokens = addTokens(this.inputTokens, usage.inputTokens);
    if (usage.outputTokens !== undefined)
      this.outputTokens = addTokens(this.outputTokens, usage.outputTokens);
  }

  #endStream(row: number | null, response: number, service: number, times: RequestTimes): boolean {
    const { now, scheduledAt, sentAt, items, stream } = times;
    this.turns.success(times);
    this.groups.success(times);
    const figures = stream as StreamFigures;
    const { boundOfFirst } = this.#streamed as StreamedSpec;
    const isGood = (this.stream as StreamTally).add(figures, scheduledAt, sentAt, now);
    const first = (figures.firstAt - scheduledAt) * 1000;
    this.log.endStream(row ?? this.log.add(now), response, service, first);
    this.tally.record(response, service, items);
    return this.tally.judge(boundOfFirst ? first : response, items, isGood);
  }

  /** Number of requests in flight that began before `cutoff`, monotonic ms. `out`: all in flight, of a closed loop. */
  outSince(cutoff: number, out: number): number {
    const { log, sends } = this;
    const late = log.firstAt(cutoff);
    if (sends === null) {
      let began = 0;
      for (let row = late; row < log.rows; row++) if (log.outcome(row) === PENDING) began += 1;
      return log.rows - this.ended - began;
    }
    let began = sends.rows - sends.firstAt(cutoff);
    for (let row = late; row < log.rows; row++) {
      if (log.at(row) - log.response(row) / 1000 >= cutoff) began -= 1;
    }
    return Math.max(0, out - began);
  }

  /** Requests that are no longer awaited. `out` of a closed loop. */
  endUnfinished(out: number, until: number, failure: Failure): void {
    const number = outcomeNumber("unfinished");
    const pending: number[] = [];
    for (let row = 0; row < this.log.rows; row++) {
      if (this.log.outcome(row) === PENDING) pending.push(row);
    }
    if (this.sends) for (let i = 0; i < out; i++) pending.push(this.log.add(until));
    for (const row of pending) this.log.end(row, number, 0, 0);
    if (pending.length === 0) return;
    this.tally.failure("unfinished", failure, pending.length);
  }

  free(): void {
    this.log.free();
    this.sends?.free();
  }
}

function addTokens(sum: number | null | undefined, tokens: number | null): number | null {
  return sum === null || tokens === null ? null : (sum ?? 0) + tokens;
}
