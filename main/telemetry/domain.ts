import type { telemetryRequests, telemetryTopics } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/handlers.ts";
import type { Sampler } from "./sampler.ts";

/** `samplerOf` throws NOT_FOUND for a server that is not there. */
export function telemetryDomain(
  samplerOf: (serverId: string) => Sampler,
): DomainHandlers<keyof typeof telemetryRequests, keyof typeof telemetryTopics> {
  return {
    requests: {
      "telemetry.series": ({ serverId, model, from, to, maxPoints }) =>
        samplerOf(serverId).series(model, from, to, maxPoints),
    },
    topics: {
      "telemetry.overview": ({ serverId }, sink) => {
        const sampler = samplerOf(serverId);
        sink.event(sampler.frame);
        return sampler.onFrame((frame) => sink.event(frame));
      },
      "telemetry.model": ({ serverId, model }, sink) => {
        const sampler = samplerOf(serverId);
        const newest = sampler.newest(model);
        sink.event(newest ? [newest] : []);
        return sampler.onSample(model, (sample) => sink.event([sample]));
      },
    },
  };
}
