import { StatusError } from "../../base/status-error.ts";
import { type NormalizedRequest, requestPrefix } from "../requests/normalize.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import type { ModelScheduler } from "../scheduling/model-scheduler.ts";
import type { Place, Schedulable } from "../scheduling/request-queue.ts";
import type { ResponseClock } from "../statistics/response-clock.ts";
import type { ExecutionStamps, VersionStatistics } from "../statistics/version-statistics.ts";
import type { FailureReason } from "../types.ts";
import type { Executed, Job, Outcome } from "./job.ts";

export interface InFlightJobOptions {
  readonly request: NormalizedRequest;
  /** Timestamp of arrival, ns. */
  readonly startedAt: number;
  /** Start of the time in queue, ns. */
  readonly queuedAt: number;
  readonly scheduler: ModelScheduler<Job>;
  readonly statistics: VersionStatistics;
  /** Only for decoupled models. */
  readonly responses: ResponseClock | undefined;
  readonly clock: EngineClock;
  readonly outcome: Outcome;
  /** It found the queue full. */
  readonly onRefused: () => void;
  /** It ended with any outcome; called before the outcome is reported. */
  readonly onEnd: () => void;
}

/**
 * An accepted request on its way through the scheduler and an instance. It ends once and is then
 * counted.
 */
export class InFlightJob implements Job {
  readonly request: NormalizedRequest;
  readonly items: number;
  readonly shapeKey: string;
  readonly priority: number;
  readonly timeoutUs: number;
  queuedAt: number;
  place: Place<Schedulable> | undefined = undefined;
  readonly #options: InFlightJobOptions;
  /** Arrival, or end of its last execution. */
  #startedAt: number;
  #queued = false;
  #over = false;
  #whenOver: (() => void) | undefined;

  constructor(options: InFlightJobOptions) {
    const { request, queuedAt, startedAt } = options;
    this.#options = options;
    this.#startedAt = startedAt;
    this.request = request;
    this.items = request.items;
    this.shapeKey = request.shapeKey;
    this.priority = request.priority;
    this.timeoutUs = request.timeoutUs;
    this.queuedAt = queuedAt;
  }

  /** Enters the queue unless its client has already cancelled. A rejection becomes its outcome. */
  enter(): void {
    const { signal, id } = this.request.source;
    if (signal?.aborted) {
      this.#cancel();
      return;
    }
    signal?.addEventListener("abort", this.#cancel, { once: true });
    try {
      this.#options.scheduler.enqueue(this);
      this.#queued = true;
    } catch (error) {
      const { code, message } = StatusError.from(error);
      const full = code === "UNAVAILABLE";
      if (full) this.#options.onRefused();
      // The error of a full queue names the request; that of an invalid sequence doesn't.
      this.drop("REJECTED", new StatusError(code, (full ? requestPrefix(id) : "") + message));
    }
  }

  completed(result: Executed | undefined, final: boolean, stamps: ExecutionStamps): void {
    const { outcome, statistics, responses, clock } = this.#options;
    if (this.#over && result) outcome.late?.(result);
    if (this.#over || (final && !this.#end())) return;
    if (final) {
      const { computeStart, computeEnd } = stamps;
      statistics.recordSuccess(computeEnd - this.#startedAt, computeStart - this.queuedAt, stamps);
    }
    try {
      outcome.respond(result, final, stamps);
    } catch (error) {
      outcome.fail(StatusError.from(error));
    }
    responses?.responded(result !== undefined, stamps, clock.now());
  }

  /**
   * Each execution counts as a success, as in Triton; the times of the next one start at its end.
   */
  executedOnce(stamps: ExecutionStamps): void {
    if (this.#over) return;
    const { computeStart, computeEnd } = stamps;
    const { statistics } = this.#options;
    statistics.recordSuccess(computeEnd - this.#startedAt, computeStart - this.queuedAt, stamps);
    this.#startedAt = computeEnd;
    this.queuedAt = computeEnd;
  }

  failed(reason: FailureReason, error: StatusError): void {
    if (this.#over) this.#options.outcome.late?.(error);
    else this.drop(reason, error);
  }

  drop(reason: FailureReason, error: StatusError, runsOn = false): void {
    if (!this.#end()) return;
    const { outcome, statistics, responses, clock } = this.#options;
    const now = clock.now();
    statistics.recordFailure(reason, now - this.#startedAt, this.request.source);
    responses?.failed(reason, now);
    outcome.fail(error, reason, runsOn);
  }

  whenOver(task: () => void): void {
    if (this.#over) task();
    else this.#whenOver = task;
  }

  /**
   * Cancels the request, whether it is queued or running: no caller waits for the response
   * (SCHED-Q3).
   */
  readonly #cancel = (): void => {
    const runsOn = !this.#options.scheduler.remove(this) && this.#queued;
    this.drop("CANCELED", new StatusError("CANCELLED", "Request cancelled"), runsOn);
  };

  /** True the first time; later calls have no effect. */
  #end(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.request.source.signal?.removeEventListener("abort", this.#cancel);
    this.#options.onEnd();
    this.#whenOver?.();
    return true;
  }
}
