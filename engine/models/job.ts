import type { StatusError } from "../../base/status-error.ts";
import type { NormalizedRequest } from "../requests/normalize.ts";
import type { Scheduled } from "../scheduling/scheduler.ts";
import type { ExecutionStamps } from "../statistics/version-statistics.ts";
import type { FailureReason, OutputTensor, ParameterValue } from "../types.ts";

/** What a model made of one request. */
export interface Executed {
  readonly outputs: readonly OutputTensor[];
  readonly parameters: Readonly<Record<string, ParameterValue>>;
}

/** Takes what becomes of a request: responses, the last one with `final`, or one error. */
export interface Outcome {
  /** `stamps` where an execution made it. */
  respond(result: Executed | undefined, final: boolean, stamps?: ExecutionStamps): void;
  /** `reason` as statistics counted it, where they did; `runsOn` where an instance continues executing it. */
  fail(error: StatusError, reason?: FailureReason, runsOn?: boolean): void;
  /** What the instance made of it after a failure with `runsOn`. */
  late?(result: Executed | StatusError): void;
}

/** A request in a batch. A scheduler may put its own in front, to add inputs and to take outputs away. */
export interface BatchJob {
  readonly request: NormalizedRequest;
  /** Stamp of entering the queue, ns. */
  readonly queuedAt: number;
  /** Fills a place in the batch: no one sent it, and no one awaits it. */
  readonly filler?: boolean;
  /** One response; `final` ends it and counts it as a success. */
  completed(result: Executed | undefined, final: boolean, stamps: ExecutionStamps): void;
  failed(reason: FailureReason, error: StatusError): void;
  /** It is to be executed again. Absent where its scheduler can't do so. */
  rescheduled?(stamps: ExecutionStamps): void;
  /** Calls `task` once no caller waits for a response any more. */
  whenOver?(task: () => void): void;
}

export interface Job extends BatchJob, Scheduled {
  /** Counts an execution after which it waits for another. */
  executedOnce?(stamps: ExecutionStamps): void;
}
