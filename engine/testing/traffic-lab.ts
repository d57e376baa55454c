import { cacheKeyMaker } from "../cache/cache-key.ts";
import { ResponseCache } from "../cache/response-cache.ts";
import type { DynamicBatching, QueuePolicy } from "../config/types.ts";
import type { LoadedVersion } from "../models/loaded-version.ts";
import { StatusError } from "../../base/status-error.ts";
import { InstancePool } from "../scheduling/instance-pool.ts";
import { loadedVersion } from "./loaded-version.ts";
import { modelConfig } from "./model-config.ts";
import { poolPlaces } from "./pool-places.ts";
import { type RecordedBatch, recordingInstance } from "./recording-instance.ts";
import { floats, inferRequest } from "./requests.ts";
import { VirtualClock } from "./virtual-clock.ts";

const MS = 1_000_000;

/** Configuration and instances of the version. */
export interface TrafficSetup {
  readonly maxBatch: number;
  readonly preferred: readonly number[];
  readonly delayMs: number;
  readonly levels: number;
  readonly defaultPolicy: QueuePolicy | undefined;
  /** Policy of level 1. */
  readonly levelPolicy: QueuePolicy | undefined;
  readonly ordered: boolean;
  readonly instances: number;
  readonly takesNext: boolean;
  readonly cached: boolean;
  readonly batching: boolean;
}

/** A request to send. */
export interface TrafficStep {
  readonly items: number;
  readonly width: number;
  /** Equal numbers are equal requests if the cache is on. */
  readonly value: number;
  readonly priority: number;
  readonly timeoutUs: number;
  readonly cancelAfterMs: number | undefined;
}

/** How an instance runs a batch. */
export interface PlannedRun {
  readonly ms: number;
  readonly fails: boolean;
}

/** Outcome of a request. */
export interface Sent {
  readonly index: number;
  readonly value: number;
  readonly width: number;
  readonly items: number;
  readonly level: number;
  readonly policy: QueuePolicy | undefined;
  readonly sentAt: number;
  /** When its policy rejects or delays it. */
  readonly deadline: number;
  readonly cancelAt: number;
  answers: number;
  error: StatusError | undefined;
  settledAt: number;
  dispatchedAt: number;
}

function toBatching(setup: TrafficSetup): DynamicBatching | undefined {
  if (!setup.batching) return undefined;
  return {
    preferred_batch_size: setup.preferred.filter((size) => size <= setup.maxBatch),
    max_queue_delay_microseconds: setup.delayMs * 1000,
    preserve_ordering: setup.ordered,
    priority_levels: setup.levels,
    default_priority_level: setup.levels === 0 ? 0 : setup.levels,
    ...(setup.defaultPolicy ? { default_queue_policy: setup.defaultPolicy } : {}),
    priority_queue_policy: setup.levels > 0 && setup.levelPolicy ? { "1": setup.levelPolicy } : {},
  };
}

const keys = await cacheKeyMaker(1);

/**
 * One version with its scheduler, cache, statistics and pool, on a clock that the test controls.
 * `checkBatch` sees which requests leave with a batch and which stay; with the cache on, requests
 * aren't distinguished, and it sees none.
 */
export async function trafficLab(
  setup: TrafficSetup,
  plan: readonly PlannedRun[],
  checkBatch: (leaving: readonly Sent[], queue: readonly Sent[], now: number) => void,
) {
  const clock = new VirtualClock();
  const batches: RecordedBatch[] = [];
  const sent: Sent[] = [];
  const delivered: number[] = [];
  const batching = toBatching(setup);
  const config = modelConfig({
    max_batch_size: setup.maxBatch,
    ...(batching ? { dynamic_batching: batching } : {}),
  });
  let ran = 0;
  /** Errors inside the engine's calls, which must not throw. */
  const broken: unknown[] = [];
  const onBatch = (batch: RecordedBatch) => {
    batches.push(batch);
    if (setup.cached) return;
    const members = batch.values.map((value) => sent[value]) as Sent[];
    try {
      checkBatch(members, waiting(), clock.now());
    } catch (error) {
      broken.push(error);
    }
    for (const member of members) member.dispatchedAt = clock.now();
  };
  const pool = await InstancePool.open({
    places: poolPlaces(setup.instances),
    create: async ({ name }) =>
      recordingInstance({
        name,
        clock,
        takesNext: setup.takesNext,
        next: () => {
          const { ms, fails } = plan[ran++ % plan.length] ?? { ms: 1, fails: false };
          return { ns: ms * MS, fails };
        },
        onBatch,
      }),
    onFreed: () => version.instanceFreed(),
    onExhausted: () => {},
  });
  const cache = new ResponseCache(100_000);
  const version: LoadedVersion = loadedVersion({
    config,
    pool,
    clock,
    cache: setup.cached ? { responses: cache, key: keys } : undefined,
  });

  /** Entering the queue; this may make room in it if instances are idle. */
  let arriving: Sent | undefined;
  /** Requests in the queue; those just rejected may not have been notified yet. */
  const waiting = () =>
    sent.filter(
      (request) =>
        request !== arriving &&
        request.settledAt < 0 &&
        request.dispatchedAt < 0 &&
        !(request.policy?.timeout_action === "REJECT" && request.deadline <= clock.now()),
    );

  const send = (step: TrafficStep) => {
    const index = sent.length;
    const items = Math.min(step.items, setup.maxBatch);
    const value = setup.cached ? step.value : index;
    const levels = Number(batching?.priority_levels ?? 0);
    const level = step.priority >= 1 && step.priority <= levels ? step.priority : levels;
    const policy = batching?.priority_queue_policy[String(level)] ?? batching?.default_queue_policy;
    const now = clock.now();
    const entry: Sent = {
      index,
      value,
      width: step.width,
      items,
      level,
      policy,
      sentAt: now,
      deadline: now + chooseTimeout(policy, step.timeoutUs),
      cancelAt: step.cancelAfterMs === undefined ? Infinity : now + step.cancelAfterMs * MS,
      answers: 0,
      error: undefined,
      settledAt: -1,
      dispatchedAt: -1,
    };
    sent.push(entry);
    const abort = new AbortController();
    if (entry.cancelAt < Infinity) {
      clock.setTimer(entry.cancelAt - now, () => abort.abort());
    }
    const values = Array.from({ length: items * step.width }, () => value);
    const respond = () => {
      entry.answers += 1;
      entry.settledAt = clock.now();
    };
    arriving = entry;
    version
      .inferStream(
        inferRequest({
          inputs: [floats("INPUT0", [items, step.width], values)],
          parameters: { priority: step.priority, timeout: step.timeoutUs },
          signal: abort.signal,
        }),
        respond,
      )
      .then(
        () => delivered.push(index),
        (error: unknown) => {
          entry.answers += 1;
          entry.error = StatusError.from(error);
          entry.settledAt = clock.now();
          if (entry.error.code === "INTERNAL") delivered.push(index);
        },
      );
    arriving = undefined;
  };
  return { setup, clock, version, pool, batches, sent, delivered, broken, send, waiting, batching };
}

export type TrafficLab = Awaited<ReturnType<typeof trafficLab>>;

function chooseTimeout(policy: QueuePolicy | undefined, requestedUs: number): number {
  const byDefault = Number(policy?.default_timeout_microseconds ?? 0);
  if (policy === undefined || byDefault === 0) return Infinity;
  const shorter = policy.allow_timeout_override && requestedUs > 0 && requestedUs < byDefault;
  return (shorter ? requestedUs : byDefault) * 1000;
}
