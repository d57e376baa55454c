import type { HostEvent, ModelDetail } from "../../contract/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { type MetricsReading, MetricsSource } from "../../servers/metrics/index.ts";
import type { ServerEyes } from "../steps/subject.ts";
import { isHere } from "./environment.ts";

/** Where a step learns about events on the host. */
export interface EventSource {
  onEvent(listener: (event: HostEvent) => void): Disposable;
}

/** What a server of the console reports during a measurement. `detail`: of the first model. */
export function serverProbe(
  server: ServerAdapter,
  detail: ModelDetail,
  address: string,
  events: EventSource,
): ServerEyes {
  const sameMachine = isHere(server.status, address);
  const { insight } = server;
  const { metrics } = server.status.endpoints ?? {};
  return {
    statistics: (model) => server.statistics(model),
    ...(metrics && { metrics: () => readMetrics(server) }),
    instances: detail.instances.map(({ name }) => name),
    ...(insight && {
      watchInstances: (ran: (instance: string) => void) =>
        insight.watchBatches(detail.name, {
          batches: (batches) => batches.forEach(({ instance }) => ran(instance)),
          ended: () => detail.instances.forEach(({ name }) => ran(name)),
        }),
    }),
    cacheEntries: () => cacheEntries(server, detail),
    pid: sameMachine ? server.status.pid : null,
    sameMachine,
    caveat: server.status.caveat,
    watchEvents: (happened) => watchEvents(server, events, happened),
  };
}

async function readMetrics(server: ServerAdapter): Promise<MetricsReading> {
  using source = new MetricsSource(server);
  return await source.read();
}

/**
 * How many responses of a model fit into the cache, if all are as large as those in it now; null without a cache, or
 * where not reported by this server.
 */
export async function cacheEntries(
  server: ServerAdapter,
  detail: ModelDetail,
): Promise<number | null> {
  const cached = (detail.config?.response_cache as { enable?: boolean } | undefined)?.enable;
  if (cached !== true || !server.capabilities.includes("insight")) return null;
  const { cache } = await server.telemetry();
  if (!cache || cache.entries === 0 || cache.usedBytes === 0) return null;
  return Math.floor(cache.capacityBytes / (cache.usedBytes / cache.entries));
}

/** Loads, reloads and losses; not the lab's own events. */
export function watchEvents(
  server: ServerAdapter,
  events: EventSource,
  happened: (words: string) => void,
): Disposable {
  const watching = new DisposableStack();
  let { state } = server.status;
  watching.use(
    server.onStatus((status) => {
      if (status.state === state) return;
      ({ state } = status);
      happened(`${status.name} is ${state}${status.reason ? `: ${status.reason}` : "."}`);
    }),
  );
  watching.use(
    events.onEvent(({ source, mark, message }) => {
      if (mark && source !== "lab") happened(message);
    }),
  );
  return watching;
}
