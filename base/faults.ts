import process from "node:process";

/** An error that ended what one part of the host was doing, and nothing else. */
export interface Fault {
  /** A word for a user: "kubernetes", "fleets", "alerts". */
  readonly part: string;
  readonly error: unknown;
}

type FaultHandler = (fault: Fault) => void;

const handlers = new Set<FaultHandler>();
let isReporting = false;

/** Every fault reported from now on; the host makes an event of it. */
export function onFault(handler: FaultHandler): Disposable {
  handlers.add(handler);
  return { [Symbol.dispose]: () => handlers.delete(handler) };
}

/** Reports an error that has no caller to return to. Without a host it is uncaught, so that tests see it. */
export function reportFault(part: string, error: unknown): void {
  if (isReporting || handlers.size === 0) {
    queueMicrotask(() => {
      throw error;
    });
    return;
  }
  isReporting = true;
  try {
    for (const handler of handlers) handler({ part, error });
  } finally {
    isReporting = false;
  }
}

/** What `work` returns; undefined where it throws, which is reported. */
export function contained<T>(part: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    reportFault(part, error);
    return undefined;
  }
}

/**
 * The last line of defence of a process that runs a host: an error that nothing caught, also a rejection, is reported
 * as a fault of the part whose code threw it, and the process continues. Before there is a host it ends the process, as
 * without.
 */
export function reportUncaught(): Disposable {
  const take = (error: unknown) => {
    if (handlers.size > 0) return reportFault(findPart(error), error);
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  };
  process.on("uncaughtException", take);
  process.on("unhandledRejection", take);
  return {
    [Symbol.dispose]: () => {
      process.off("uncaughtException", take);
      process.off("unhandledRejection", take);
    },
  };
}

/** By the folder of the first own frame of its stack; "the host" where that is not known, as in a bundle. */
export function findPart(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return /[\\/](?:main|engine|app)[\\/]([a-z-]+)[\\/]/.exec(stack)?.[1] ?? "the host";
}
