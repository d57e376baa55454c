import type { modelUsageRequests } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ServerDirectory } from "../servers/index.ts";
import { modelUsage, type UsageSources } from "./model-usage.ts";

export function modelUsageDomain(
  servers: ServerDirectory,
  sources: UsageSources,
): DomainHandlers<keyof typeof modelUsageRequests> {
  return {
    requests: {
      "models.usage": ({ serverId, model }, signal) =>
        modelUsage(servers.get(serverId), model, sources, signal),
    },
    topics: {},
  };
}
