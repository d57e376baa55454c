import { stat } from "node:fs/promises";
import type { BackendInstance, BatchInput, BatchOutput } from "../backend.ts";

export interface IdleInstanceOptions {
  readonly modelFile: string;
  /** The thread that idle instances share; batches of all of them that are on it. */
  readonly thread: { runs: number };
  readonly startShared: () => Promise<BackendInstance>;
  readonly startOwn: () => Promise<BackendInstance>;
}

/**
 * An instance on the shared thread, which its first batch moves to a thread of its own (rules IDLE-1 to IDLE-4 of
 * ../SPEC.md).
 */
export async function startIdleInstance(options: IdleInstanceOptions): Promise<BackendInstance> {
  const { thread } = options;
  const fileState = await describeFile(options.modelFile);
  const shared = await options.startShared();
  let current: BackendInstance | undefined;
  let moving: Promise<BackendInstance> | undefined;
  let takesRuns = true;
  let runs = 0;
  let onDrained = () => {};

  const isUnchanged = async () =>
    fileState !== undefined && (await describeFile(options.modelFile)) === fileState;

  const startOwn = async (): Promise<BackendInstance | undefined> => {
    if (!(await isUnchanged())) return undefined;
    const own = await options.startOwn().catch(() => undefined);
    if (own === undefined || (await isUnchanged())) return own;
    await own.close();
    return undefined;
  };

  const move = async (): Promise<BackendInstance> => {
    const own = await startOwn();
    if (own === undefined) {
      current = shared;
      return shared;
    }
    takesRuns = false;
    if (runs > 0) await new Promise<void>((resolve) => (onDrained = resolve));
    current = own;
    await shared.close();
    return own;
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
      moving ??= move();
      return run ?? moving.then((instance) => instance.execute(batch));
    },
    async close() {
      const instance = moving === undefined ? shared : await moving;
      await instance.close();
    },
  };
}

/** What changes when a file is written or replaced; undefined where it is missing. */
async function describeFile(file: string): Promise<string | undefined> {
  const found = await stat(file, { bigint: true }).catch(() => undefined);
  return found && [found.dev, found.ino, found.size, found.mtimeNs].join(":");
}
