import type { TraceRecord } from "../../../engine/types.ts";
import type { Clock } from "../../../base/clock.ts";
import type { Trace } from "../../contract/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";

const INTERVAL_MS = 1000;

/**
 * Sends a listener all finished traces that a server keeps, then each new one, until disposed. Starts over after a
 * restart of the engine, whose ids start over.
 */
export function watchTraces(
  server: ServerAdapter,
  clock: Clock,
  listener: (traces: Trace[]) => void,
): Disposable {
  const ending = new AbortController();
  let afterId = 0;
  let engineId = "";
  let timer: Disposable | null = null;

  const poll = async () => {
    try {
      const { insight } = server;
      if (insight) {
        const run = (await server.telemetry(ending.signal)).engineId;
        if (run !== engineId) afterId = 0;
        engineId = run;
        const fresh = await insight.traces(afterId, ending.signal);
        afterId = fresh.reduce((last, { id }) => Math.max(last, id), afterId);
        if (fresh.length > 0 && !ending.signal.aborted) listener(fresh.map(toTrace));
      }
    } catch {
      // The server's status shows the reason; the next poll catches up.
    }
    if (!ending.signal.aborted) timer = clock.after(INTERVAL_MS, () => void poll());
  };
  listener([]);
  void poll();
  return {
    [Symbol.dispose]: () => {
      ending.abort();
      timer?.[Symbol.dispose]();
    },
  };
}

function toTrace({ stamps, ...record }: TraceRecord): Trace {
  return { ...record, stamps: stamps.map((stamp) => ({ ...stamp })) };
}
