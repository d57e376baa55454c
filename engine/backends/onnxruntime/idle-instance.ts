import { stat } from "node:fs/promises";
import type { StatusError } from "../../../base/status-error.ts";
import type { BackendInstance, BatchInput, BatchOutput } from "../backend.ts";

export interface IdleInstanceOptions {
  readonly modelFile: string;
  /** The thread that idle instances share; batches of all of them that are on it. */
  readonly thread: { runs: number };
  readonly startShared: (onLost: LossListener) => Promise<BackendInstance>;
  readonly startOwn: (onLost: LossListener) => Promise<BackendInstance>;
  /** Called once, when the thread that the instance is on has ended. */
  readonly onLost: LossListener;
}

type LossListener = (error: StatusError) => void;

/**
 * An instance on the shared thread, which its first batch moves to a thread of its own (rules IDLE-1 to IDLE-5 of
 * ../SPEC.md).
 */
export async function startIdleInstance(options: IdleInstanceOptions): Promise<BackendInstance> {
  const { thread } = options;
  const fileState = await describeFile(options.modelFile);
  let lost: StatusError | undefined;
  const lose = (error: StatusError) => {
    if (lost !== undefined) return;
    lost = error;
    options.onLost(error);
    onDrained();
  };
  let onDrained = () => {};
  const shared = await options.startShared(lose);
  let current: BackendInstance | undefined;
  let moving: Promise<BackendInstance> | undefined;
  let takesRuns = true;
  let runs = 0;

  const isUnchanged = async () =>
    fileState !== undefined && (await describeFile(options.modelFile)) === fileState;

  const startOwn = async (): Promise<BackendInstance | undefined> => {
    if (!(await isUnchanged())) return undefined;
    const own = await options.startOwn(lose).catch(() => undefined);
    if (own === undefined || lost !== undefined || (await isUnchanged())) return own;
    await own.close();
    return undefined;
  };

  const move = async (): Promise<BackendInstance> => {
    const own = await startOwn();
    takesRuns = own === undefined;
    if (own !== undefined && runs > 0 && lost === undefined)
      await new Promise<void>((resolve) => (onDrained = resolve));
    if (lost !== undefined) {
      // One of the two has ended, which makes closing it a no-op.
      await Promise.all([own?.close(), shared.close()]);
      throw lost;
    }
    current = own ?? shared;
    if (own !== undefined) await shared.close();
    return current;
  };

  const startMove = () => {
    const started = move();
    // Reported by `onLost`, and to the batches that wait for it.
    started.catch(() => {});
    return started;
  };

  const runShared = async (batch: BatchInput): Promise<BatchOutput> => {
    runs += 1;
    thread.runs += 1;
    try {
      return await shared.execute(batch);
    } finally {
      runs -= 1;
      thread.runs -= 1;
      if (runs === 0) onDrained();
    }
  };

  return {
    ...shared,
    execute(batch) {
      if (current !== undefined) return current.execute(batch);
      const isFree = takesRuns && thread.runs === runs;
      const run = isFree ? runShared(batch) : undefined;
      moving ??= startMove();
      return run ?? moving.then((instance) => instance.execute(batch));
    },
    async close() {
      const instance = moving === undefined ? shared : await moving.catch(() => undefined);
      await instance?.close();
    },
  };
}

/** What changes when a file is written or replaced; undefined where it is missing. */
async function describeFile(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && [found.dev, found.ino, found.size, found.mtimeNs].join(":");
}
