import type { BackendInstance, BatchInput, BatchOutput } from "../backends/backend.ts";
import { StatusError } from "../../base/status-error.ts";
import type { EngineClock } from "../scheduling/clock.ts";

/** A batch that an instance received. */
export interface RecordedBatch {
  /** Stamps, ns. */
  readonly handedAt: number;
  startedAt: number;
  /** The first value of each request's input. */
  readonly values: readonly number[];
  readonly items: number;
  readonly failed: boolean;
}

export interface RecordingInstanceOptions {
  readonly name: string;
  readonly clock: EngineClock;
  readonly takesNext: boolean;
  /** How the next batch runs. */
  readonly next: () => { ns: number; fails: boolean };
  readonly onBatch: (batch: RecordedBatch) => void;
}

/**
 * Echoes INPUT0 as OUTPUT0, one batch after the other, with configurable durations and failures.
 */
export function recordingInstance(options: RecordingInstanceOptions): BackendInstance {
  const { name, clock, takesNext, next, onBatch } = options;
  let before: Promise<unknown> = Promise.resolve();

  const run = async (batch: BatchInput, previous: Promise<unknown>): Promise<BatchOutput> => {
    const { ns, fails } = next();
    const tensor = batch.tensors[0];
    if (tensor === undefined) throw new Error("a batch has an input");
    const { offset, byteLength, shape, datatype } = tensor;
    const data = new Uint8Array(batch.buffer.slice(offset, offset + byteLength));
    const rows = new Float32Array(data.buffer);
    const items = batch.items.reduce((sum, count) => sum + count, 0);
    let row = 0;
    const values = batch.items.map((count) => {
      const value = rows[(row * rows.length) / items] ?? Number.NaN;
      row += count;
      return value;
    });
    const record = { handedAt: clock.now(), startedAt: 0, values, items, failed: fails };
    onBatch(record);
    await previous;
    const inferStart = clock.now();
    record.startedAt = inferStart;
    await new Promise<void>((resolve) => void clock.setTimer(ns, resolve));
    if (fails) throw new StatusError("INTERNAL", "run failed");
    return {
      outputs: [{ name: "OUTPUT0", datatype, shape, data }],
      parameters: {},
      inferStart,
      inferEnd: clock.now(),
      buffer: batch.buffer,
    };
  };

  return {
    name,
    kind: "KIND_CPU",
    deviceId: -1,
    provider: "recording",
    signature: undefined,
    takesNext,
    execute(batch) {
      const result = run(batch, before);
      before = result.catch(() => {});
      return result;
    },
    close: async () => {},
  };
}
