import type { StatusError } from "../../base/status-error.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import type { Scheduled } from "../scheduling/scheduler.ts";
import type { ExecutionStamps } from "../statistics/version-statistics.ts";
import type { FailureReason, OutputTensor, ParameterValue } from "../types.ts";

/** A model's response to one request. */
export interface Executed {
  readonly outputs: readonly OutputTensor[];
  readonly parameters: Readonly<Record<string, ParameterValue>>;
}

/** Receives the outcome of a request: responses, the last one with `final`, or one error. */
export interface Outcome {
  /** `stamps` if an execution produced it. */
  respond(result: Executed | undefined, final: boolean, stamps?: ExecutionStamps): void;
  /** `reason` as the statistics count it, if they do; `runsOn` if an instance still executes it. */
  fail(error: StatusError, reason?: FailureReason, runsOn?: boolean): void;
  /** The instance's result after a failure with `runsOn`. */
  late?(result: Executed | StatusError): void;
}

/** A request in a batch. A scheduler may wrap it to add inputs and remove outputs. */
export interface BatchJob {
  readonly request: NormalizedRequest;
  /** Timestamp of entering the queue, ns. */
  readonly queuedAt: number;
  /** Padding of a batch: no client sent it or waits for it. */
  readonly filler?: boolean;
  /** One response; `final` ends the request and counts it as a success. */
  completed(result: Executed | undefined, final: boolean, stamps: ExecutionStamps): void;
  failed(reason: FailureReason, error: StatusError): void;
  /** Executes the request again. Absent if its scheduler can't do that. */
  rescheduled?(stamps: ExecutionStamps): void;
  /** Calls `task` once no caller waits for a response any more. */
  whenOver?(task: () => void): void;
}

export interface Job extends BatchJob, Scheduled {
  /** Counts an execution that is followed by another one. */
  executedOnce?(stamps: ExecutionStamps): void;
}
