import type { ModelConfig, SequenceBatching, SequenceState } from "../../../config/types.ts";
import type { BatchJob, Job } from "../../../models/job.ts";
import { StatusError } from "../../../../base/status-error.ts";
import { modelIo } from "../../../requests/model-io.ts";
import { normalizeRequest } from "../../../requests/normalize.ts";
import { modelConfig, modelInput } from "../../../testing/model-config.ts";
import { floats, inferRequest } from "../../../testing/requests.ts";
import { VirtualClock } from "../../../testing/virtual-clock.ts";
import type { OutputTensor, ParameterValue } from "../../../types.ts";
import { SequenceScheduler } from "../sequence-scheduler.ts";

export const MS = 1_000_000;

export interface LabOptions {
  readonly sequence?: Partial<SequenceBatching>;
  readonly maxBatchSize?: number;
  readonly instances?: number;
  readonly runMs?: number;
  /** Of the only input; −1 allows requests with different shapes. */
  readonly dims?: number;
  /** The only instance accepts a batch while it runs one. */
  readonly takesNext?: boolean;
}

const TOTAL: SequenceState = {
  input_name: "total_in",
  output_name: "total_out",
  data_type: "TYPE_FP32",
  dims: [1],
  initial_state: [],
  use_same_buffer_for_input_output: false,
  use_growable_memory: false,
};

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

/** The one float of an input. */
function first(request: BatchJob["request"], input: string): number {
  const [data] = request.inputs.find(({ spec }) => spec.name === input)?.tensor.segments ?? [];
  return data === undefined ? Number.NaN : (new Float32Array(data.slice().buffer)[0] ?? 0);
}

function output(name: string, value: number): OutputTensor {
  const data = new Uint8Array(new Float32Array([value]).buffer);
  return { name, datatype: "FP32", shape: [1, 1], data };
}

function run(job: BatchJob, now: number): void {
  const total = first(job.request, "total_in") + first(job.request, "INPUT0");
  const outputs = [output("OUTPUT0", total), output("total_out", total)];
  const stamps = { computeStart: now, inferStart: now, inferEnd: now, computeEnd: now };
  job.completed({ outputs, parameters: {} }, true, stamps);
}

function fail(jobs: readonly BatchJob[]): void {
  for (const job of jobs) job.failed("BACKEND", new StatusError("INTERNAL", "failed"));
}

/**
 * A sequence scheduler on a virtual clock, over instances that take `runMs` for every batch. The model adds the first
 * element of its input to the sequence's implicit state.
 */
export function lab(options: LabOptions = {}) {
  const { maxBatchSize = 4, instances = 1, runMs = 10, dims = 1 } = options;
  const clock = new VirtualClock();
  const config: ModelConfig = modelConfig({
    max_batch_size: maxBatchSize,
    input: [modelInput({ dims: [dims] })],
    sequence_batching: sequenceBatching({ state: [TOTAL], ...options.sequence }),
  });
  const io = modelIo(config);
  const places: (object | undefined)[] = Array.from({ length: instances }, () => ({}));
  /** For each instance: its queued batches, when they will have run, and callbacks that fail them. */
  const busy = places.map(() => ({ batches: 0, until: 0, lose: new Set<() => void>() }));
  const batches: { atMs: number; slot: number; reason: string; jobs: string[] }[] = [];
  const requests: BatchJob["request"][][] = [];
  const answers: Record<string, string> = {};
  const totals: Record<string, number> = {};
  const answered: string[] = [];
  const warnings: string[] = [];
  let failing = false;

  const scheduler: SequenceScheduler = new SequenceScheduler({
    config,
    initialStates: new Map(),
    clock,
    warn: (sentence) => warnings.push(sentence),
    pool: {
      size: instances,
      get takesNext() {
        return options.takesNext === true && places[0] !== undefined && busy[0]?.batches === 1;
      },
      isIdle: (place) => places[place] !== undefined && busy[place]?.batches === 0,
      instanceAt: (place) => places[place],
    },
    execute(jobs, { slot = -1, reason }) {
      const load = busy[slot];
      if (load === undefined) throw new Error("every batch goes to an instance");
      load.until = Math.max(clock.now(), load.until) + runMs * MS;
      requests.push(jobs.map(({ request }) => request));
      batches.push({
        atMs: clock.now() / MS,
        slot,
        reason,
        jobs: jobs.map(({ request }) => request.source.id || "-"),
      });
      const stop = clock.setTimer(load.until - clock.now(), () => {
        load.batches -= 1;
        load.lose.delete(lose);
        // In the pool's order: the instance is announced as idle before the jobs receive their results.
        scheduler.instanceFreed();
        if (failing) fail(jobs);
        else for (const job of jobs) run(job, clock.now());
      });
      const lose = () => {
        stop();
        fail(jobs);
      };
      load.batches += 1;
      load.lose.add(lose);
    },
  });

  /** Sends a request with a label that batches and responses show; throws what the scheduler throws. */
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
      answered.push(label);
      answers[label] ??= `${reason} ${code}: ${message}`;
    };
    const job: Job = {
      request,
      items: 1,
      shapeKey: request.shapeKey,
      priority: 0,
      timeoutUs: timeoutMs * 1000,
      queuedAt: clock.now(),
      completed: (result) => {
        answered.push(label);
        totals[label] = new Float32Array(result?.outputs[0]?.data.slice().buffer ?? [])[0] ?? 0;
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
    totals,
    /** One label per response, in order. */
    answered,
    warnings,
    /** Removes an instance, or adds a new one. */
    place: (slot: number, loaded: boolean) => {
      const load = busy[slot];
      if (load === undefined) return;
      places[slot] = undefined;
      load.batches = 0;
      load.until = 0;
      for (const lose of load.lose) lose();
      load.lose.clear();
      if (!loaded) return;
      places[slot] = {};
      scheduler.instanceFreed();
    },
    failRuns: (on: boolean) => {
      failing = on;
    },
    /** The labels of all batches, in order. */
    sent: () => batches.map(({ jobs }) => jobs.join(" ")),
  };
}
