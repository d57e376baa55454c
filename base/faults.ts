import process from "node:process";

/** An unexpected error in one component of the host. */
export interface Fault {
  /** The component's name for users: "kubernetes", "fleets", "alerts". */
  readonly part: string;
  readonly error: unknown;
}

type FaultHandler = (fault: Fault) => void;

const handlers = new Set<FaultHandler>();
let isReporting = false;

/** Receives every reported fault from now on; the host makes events of them. */
export function onFault(handler: FaultHandler): Disposable {
  handlers.add(handler);
  return { [Symbol.dispose]: () => handlers.delete(handler) };
}

/**
 * Reports an error that has no caller. Without a host it stays uncaught, so that tests notice it.
 */
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

/** The result of `work`; undefined if it throws, which is reported. */
export function contained<T>(part: string, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    reportFault(part, error);
    return undefined;
  }
}

/**
 * The last resort of a process that runs a host: an uncaught error or rejection is reported as a
 * fault of the component that threw it, and the process continues. Without a host it ends the
 * process as usual.
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

/** Component by the folder of the first own stack frame; "the host" if unknown, as in a bundle. */
export function findPart(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return /[\\/](?:main|engine|app)[\\/]([a-z-]+)[\\/]/.exec(stack)?.[1] ?? "the host";
}
