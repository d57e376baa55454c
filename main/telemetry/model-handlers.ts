import type { Clock } from "../../base/clock.ts";
import type {
  batchTopics,
  modelStateTopics,
  telemetryTopics,
  traceRequests,
  traceTopics,
} from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import { requireInsight, type ServerDirectory } from "../servers/index.ts";
import { BatchWatch } from "./insight/batch-watch.ts";
import type { Sampler } from "./models/sampler.ts";
import { watchTraces } from "./insight/trace-watch.ts";

type Requests = typeof traceRequests;
type Topics = typeof telemetryTopics &
  typeof batchTopics &
  typeof modelStateTopics &
  typeof traceTopics;

interface TelemetryParts {
  readonly servers: ServerDirectory;
  /** NOT_FOUND for an unknown server. */
  readonly getSampler: (serverId: string) => Sampler;
  readonly clock: Clock;
}

export function modelHandlers({
  servers,
  getSampler,
  clock,
}: TelemetryParts): DomainHandlers<keyof Requests, keyof Topics> {
  const watches = new Map<string, BatchWatch>();
  const batchWatch = (serverId: string, model: string) => {
    const server = servers.get(serverId);
    // Unused ones are removed here, so that transient names do not pile up.
    for (const [key, watch] of watches) if (!watch.watched) watches.delete(key);
    const key = `${serverId}\n${model}`;
    const watch = watches.get(key) ?? new BatchWatch(server, model, clock);
    watches.set(key, watch);
    return watch;
  };
  return {
    requests: {
      "traces.sampling": async ({ serverId, model }, signal) => ({
        rate: await requireInsight(servers.get(serverId)).traceRate(model, signal),
      }),
      "traces.setSampling": async ({ serverId, model, rate }, signal) => ({
        rate: await requireInsight(servers.get(serverId)).setTraceRate(model, rate, signal),
      }),
    },
    topics: {
      "telemetry.overview": ({ serverId }, sink) => {
        const sampler = getSampler(serverId);
        sink.event(sampler.frame);
        return sampler.onFrame((frame) => sink.event(frame));
      },
      "telemetry.state": ({ serverId, model }, sink) => {
        const sampler = getSampler(serverId);
        const publish = () => sink.event(sampler.state(model));
        publish();
        return sampler.onFrame(publish);
      },
      "telemetry.batches": ({ serverId, model }, sink) =>
        batchWatch(serverId, model).add((frame) => sink.event(frame)),
      "traces.live": ({ serverId }, sink) =>
        watchTraces(servers.get(serverId), clock, (traces) => sink.event(traces)),
    },
  };
}
