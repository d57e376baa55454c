import { StatusError } from "../../base/status-error.ts";
import type { Clock } from "../../base/clock.ts";
import { plainTarget } from "../wire/index.ts";
import { ServerHttp } from "../wire/transport/index.ts";

const PAUSE_MS = 250;

/**
 * Resolves once GET /health answers 200, which vLLM and SGLang do when the model is loaded. Rejects when `signal` is
 * aborted; `onState` is called with what it answered in the meantime.
 */
export async function untilHealthy(
  address: string,
  {
    clock,
    signal,
    onState,
  }: {
    readonly clock: Clock;
    readonly signal: AbortSignal;
    readonly onState?: (state: string) => void;
  },
): Promise<void> {
  const target = plainTarget(address);
  if (!target) throw new StatusError("INVALID_ARGUMENT", `'${address}' is no address.`);
  using http = new ServerHttp(target);
  for (;;) {
    signal.throwIfAborted();
    try {
      const { status } = await http.get("/health", { signal });
      if (status === 200) return;
      onState?.(`GET /health was answered with ${status}.`);
    } catch (error) {
      signal.throwIfAborted();
      onState?.(StatusError.from(error).message);
    }
    await pause(clock, PAUSE_MS, signal);
  }
}

export async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  using owned = new DisposableStack();
  await new Promise<void>((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    owned.defer(() => signal.removeEventListener("abort", stop));
    owned.use(clock.after(ms, resolve));
  });
}

/** Aborts with `reason()` after some time. */
export function timeLimit(clock: Clock, ms: number, reason: () => Error): AbortSignal & Disposable {
  const limit = new AbortController();
  const timer = clock.after(ms, () => limit.abort(reason()));
  return Object.assign(limit.signal, { [Symbol.dispose]: () => timer[Symbol.dispose]() });
}
