import type { Clock } from "../base/clock.ts";

/** Collecting holds the thread for some 0.3 s: nothing that waits for it should have been there for a while. */
const IDLE_MS = 12_000;

export interface IdleMemoryOptions {
  readonly clock: Clock;
  /** Whether a page is connected or a measurement runs. */
  readonly isBusy: () => boolean;
  readonly compact: () => void;
}

/** Returns the memory that starting, or the work since, has left once the host was idle for 12 to 24 s (MEMORY-1). */
export function returnIdleMemory({ clock, isBusy, compact }: IdleMemoryOptions): Disposable {
  let idleChecks = 0;
  let timer = clock.after(IDLE_MS, check);

  function check(): void {
    timer = clock.after(IDLE_MS, check);
    idleChecks = isBusy() ? 0 : idleChecks + 1;
    if (idleChecks === 2) compact();
  }

  return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
}
