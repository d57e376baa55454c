import type { ModelConfig } from "../config/types.ts";
import { dynamicBatchRule, oneByOne } from "../scheduling/batch-rule.ts";
import type { EngineClock } from "../scheduling/clock.ts";
import type { InstancePool } from "../scheduling/instance-pool.ts";
import type { Dispatch, ModelScheduler } from "../scheduling/model-scheduler.ts";
import { QueuePolicies } from "../scheduling/queue-policies.ts";
import { Scheduler } from "../scheduling/scheduler.ts";
import type { InitialStateData } from "../scheduling/sequence/implicit-state.ts";
import { SequenceScheduler } from "../scheduling/sequence/sequence-scheduler.ts";
import type { BatchJob, Job } from "./job.ts";

export interface MakeSchedulerOptions {
  readonly config: ModelConfig;
  readonly pool: InstancePool;
  readonly clock: EngineClock;
  /** Of models with sequences: what their states begin with. */
  readonly initialStates: InitialStateData;
  /** Takes a sentence for the log. */
  readonly warn: (sentence: string) => void;
  /** How long a run takes of late; Infinity before the first. */
  readonly recentRunNs: () => number;
  readonly execute: (jobs: readonly BatchJob[], dispatch: Dispatch) => void;
}

/**
 * Where levels or limits could still concern a request, its batch is bound early only while runs are shorter than
 * this: so much later, at most, may someone more urgent be served (rule SCHED-B10). Beyond, the gap between two runs that
 * binding early closes is a small part of them.
 */
const SHORT_RUN_NS = 2_000_000;

/** The scheduler that the configuration asks for. */
export function makeScheduler(options: MakeSchedulerOptions): ModelScheduler<Job> {
  const { pool, clock, recentRunNs, execute } = options;
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
    execute,
  });
}
