import type { Clock } from "../../base/clock.ts";
import { StatusError } from "../../base/status-error.ts";
import { pause } from "../../base/wait.ts";
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
