/** Parameters of the probe's thread. */
export interface ProbeOrder {
  readonly shared: SharedArrayBuffer;
  /** Mean time between samples. */
  readonly periodMs: number;
  /** A server on this machine; null if it runs elsewhere. `pid` null: the process that listens on `port`. */
  readonly server: { readonly pid: number | null; readonly port: number } | null;
}

/** One sample of the probe's thread. Times are monotonic ms of `sharedNow`. */
export interface Sample {
  readonly at: number;
  /** How late the thread woke. */
  readonly lateMs: number;
  /** Run-queue wait of the generator's main thread so far; NaN if the system does not report it. */
  readonly ownWaitMs: number;
  readonly ownSlices: number;
  /** Of the server's threads together; NaN if unknown. */
  readonly serverWaitMs: number;
  readonly serverSlices: number;
  /** CPU time of the server, and of the whole machine as known then, ms. */
  readonly serverRunMs: number;
  /** CPU time of the server's busiest thread. */
  readonly busiestRunMs: number;
  readonly busyMs: number;
}

/** States of the probe's thread. */
export const IDLE = 0;
export const RECORD = 1;
export const STOP = 2;

const NAMES = [
  "at",
  "lateMs",
  "ownWaitMs",
  "ownSlices",
  "serverWaitMs",
  "serverSlices",
  "serverRunMs",
  "busiestRunMs",
  "busyMs",
] as const;
const CONTROL_BYTES = 8;
const FIELDS = NAMES.length;

export const sampleBytes = (rows: number) =>
  CONTROL_BYTES + rows * FIELDS * Float64Array.BYTES_PER_ELEMENT;

/** Samples in memory that two threads share; excess samples are dropped. `control[0]` is the thread's state. */
export function sampleTable(shared: SharedArrayBuffer) {
  const control = new Int32Array(shared, 0, 2);
  const fields = new Float64Array(shared, CONTROL_BYTES);
  return {
    control,
    add(sample: Sample): void {
      const row = Atomics.load(control, 1);
      if ((row + 1) * FIELDS > fields.length) return;
      fields.set(
        NAMES.map((name) => sample[name]),
        row * FIELDS,
      );
      Atomics.store(control, 1, row + 1);
    },
    read(): Sample[] {
      return Array.from({ length: Atomics.load(control, 1) }, (_, row) => {
        const entries = NAMES.map((name, i) => [name, fields[row * FIELDS + i]]);
        return Object.fromEntries(entries) as Sample;
      });
    },
  };
}
