import type { ModelConfig } from "../config/types.ts";
import { dynamicBatchRule, oneByOne } from "../scheduling/batch-rule.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import type { InstancePool } from "../scheduling/instance-pool.ts";
import type { Dispatch, ModelScheduler } from "../scheduling/model-scheduler.ts";
import { QueuePolicies } from "../scheduling/queue-policies.ts";
import { SHORT_RUN_NS } from "../scheduling/run-time.ts";
import { Scheduler } from "../scheduling/scheduler.ts";
import type { InitialStateData } from "../scheduling/sequence/implicit-state.ts";
import { SequenceScheduler } from "../scheduling/sequence/sequence-scheduler.ts";
import type { BatchJob, Job } from "./job.ts";

export interface MakeSchedulerOptions {
  readonly config: ModelConfig;
  readonly pool: InstancePool;
  readonly clock: EngineClock;
  /** For sequence models: initial states. */
  readonly initialStates: InitialStateData;
  /** Writes a sentence to the log. */
  readonly warn: (sentence: string) => void;
  /** Duration of recent runs; Infinity before the first. */
  readonly recentRunNs: () => number;
  /** Whether nearly all recent runs were long enough for SCHED-B9. */
  readonly runsAreLong: () => boolean;
  readonly execute: (jobs: readonly BatchJob[], dispatch: Dispatch) => void;
}

/** Creates the scheduler for a configuration. */
export function makeScheduler(options: MakeSchedulerOptions): ModelScheduler<Job> {
  const { pool, clock, recentRunNs, runsAreLong, execute } = options;
  if (options.config.sequence_batching !== undefined) return new SequenceScheduler(options);
  const { dynamic_batching: batching, max_batch_size: maxBatchSize } = options.config;
  const policies = new QueuePolicies(batching);
  return new Scheduler<Job>({
    clock,
    rule:
      batching && maxBatchSize > 0
        ? dynamicBatchRule({
            maxBatchSize,
            preferredSizes: batching.preferred_batch_size,
            maxDelayNs: Number(batching.max_queue_delay_microseconds) * 1000,
          })
        : oneByOne,
    policies,
    idle: () => pool.idle,
    takesNext: () => pool.takesNext && (policies.unlimited || recentRunNs() < SHORT_RUN_NS),
    takesAtOnce: runsAreLong,
    execute,
  });
}
