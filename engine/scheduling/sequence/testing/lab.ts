import type { ModelConfig, SequenceBatching } from "../../../config/types.ts";
import type { BatchJob, Job } from "../../../models/job.ts";
import { StatusError } from "../../../protocol/status.ts";
import { modelIo } from "../../../requests/model-io.ts";
import { normalizeRequest } from "../../../requests/normalize.ts";
import { modelConfig, modelInput } from "../../../testing/model-config.ts";
import { floats, inferRequest } from "../../../testing/requests.ts";
import { VirtualClock } from "../../../testing/virtual-clock.ts";
import type { ParameterValue } from "../../../types.ts";
import { SequenceScheduler } from "../sequence-scheduler.ts";

export const MS = 1_000_000;

export interface LabOptions {
  readonly sequence?: Partial<SequenceBatching>;
  readonly maxBatchSize?: number;
  readonly instances?: number;
  readonly runMs?: number;
  /** Of the one input; −1 lets requests have different shapes. */
  readonly dims?: number;
}

export interface Flags {
  readonly id?: ParameterValue;
  readonly start?: boolean;
  readonly end?: boolean;
  readonly timeoutMs?: number;
  readonly values?: readonly number[];
}

export function sequenceBatching(given: Partial<SequenceBatching>): SequenceBatching {
  return {
    max_sequence_idle_microseconds: 1_000_000,
    control_input: [],
    state: [],
    iterative_sequence: false,
    ...given,
  };
}

/** Boolean INT32 controls of these kinds, and CORRID as UINT64, each named after its kind. */
export function controls(...kinds: ("START" | "READY" | "END" | "CORRID")[]) {
  return kinds.map((kind) => ({
    name: kind,
    control: [
      {
        kind: `CONTROL_SEQUENCE_${kind}` as const,
        int32_false_true: kind === "CORRID" ? [] : [0, 1],
        fp32_false_true: [],
        bool_false_true: [],
        data_type: kind === "CORRID" ? ("TYPE_UINT64" as const) : ("TYPE_INVALID" as const),
      },
    ],
  }));
}

/** A sequence scheduler on a virtual clock, over instances that take `runMs` for every batch. */
export function lab(options: LabOptions = {}) {
  const { maxBatchSize = 4, instances = 1, runMs = 10, dims = 1 } = options;
  const clock = new VirtualClock();
  const config: ModelConfig = modelConfig({
    max_batch_size: maxBatchSize,
    input: [modelInput({ dims: [dims] })],
    sequence_batching: sequenceBatching(options.sequence ?? {}),
  });
  const io = modelIo(config);
  const places: (object | undefined)[] = Array.from({ length: instances }, () => ({}));
  const busy = new Set<number>();
  const batches: { atMs: number; slot: number; reason: string; jobs: string[] }[] = [];
  const requests: BatchJob["request"][][] = [];
  const answers: Record<string, string> = {};
  let failing = false;

  const scheduler: SequenceScheduler = new SequenceScheduler({
    config,
    initialStates: new Map(),
    clock,
    pool: {
      size: instances,
      takesNext: false,
      isIdle: (place) => places[place] !== undefined && !busy.has(place),
      instanceAt: (place) => places[place],
    },
    execute(jobs, { slot = -1, reason }) {
      const instance = places[slot];
      busy.add(slot);
      requests.push(jobs.map(({ request }) => request));
      batches.push({
        atMs: clock.now() / MS,
        slot,
        reason,
        jobs: jobs.map(({ request }) => request.source.id || "-"),
      });
      clock.setTimer(runMs * MS, () => {
        busy.delete(slot);
        const lost = places[slot] !== instance;
        // As the pool does: it tells of the idle instance before the jobs hear of their results.
        if (!lost) scheduler.instanceFreed();
        const now = clock.now();
        const stamps = { computeStart: now, inferStart: now, inferEnd: now, computeEnd: now };
        for (const job of jobs) {
          if (lost || failing) job.failed("BACKEND", new StatusError("INTERNAL", "failed"));
          else job.completed({ outputs: [], parameters: {} }, true, stamps);
        }
      });
    },
  });

  /** Sends a request under a label that batches and answers show; throws what the scheduler throws. */
  const send = (label: string, flags: Flags): Job => {
    const { id, start, end, timeoutMs = 0, values = [0] } = flags;
    const parameters: Record<string, ParameterValue> = {};
    if (id !== undefined) parameters["sequence_id"] = id;
    if (start !== undefined) parameters["sequence_start"] = start;
    if (end !== undefined) parameters["sequence_end"] = end;
    const shape = maxBatchSize > 0 ? [1, values.length] : [values.length];
    const source = inferRequest({
      id: label,
      parameters,
      inputs: [floats("INPUT0", shape, values)],
    });
    const request = normalizeRequest(io, source);
    const failed: Job["failed"] = (reason, { code, message }) => {
      answers[label] ??= `${reason} ${code}: ${message}`;
    };
    const job: Job = {
      request,
      items: 1,
      shapeKey: request.shapeKey,
      priority: 0,
      timeoutUs: timeoutMs * 1000,
      queuedAt: clock.now(),
      completed: () => {
        answers[label] ??= `ok at ${clock.now() / MS}`;
      },
      failed,
      drop: failed,
    };
    scheduler.enqueue(job);
    return job;
  };

  return {
    clock,
    scheduler,
    send,
    batches,
    requests,
    answers,
    /** Takes an instance away, or brings a new one. */
    place: (slot: number, loaded: boolean) => {
      places[slot] = loaded ? {} : undefined;
      if (loaded) scheduler.instanceFreed();
    },
    failRuns: (fail: boolean) => {
      failing = fail;
    },
    /** The labels of all batches, in order. */
    sent: () => batches.map(({ jobs }) => jobs.join(" ")),
  };
}
