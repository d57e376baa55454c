import type { modelUsageRequests } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/index.ts";
import type { ServerDirectory } from "../servers/index.ts";
import { modelUsage, type UsageSources } from "./model-usage.ts";

interface ModelUsageParts extends UsageSources {
  readonly servers: ServerDirectory;
}

/** What stops or fails when a model is unloaded; SPEC.md. */
export function startModelUsage({
  servers,
  ...sources
}: ModelUsageParts): DomainHandlers<keyof typeof modelUsageRequests> {
  return {
    requests: {
      "models.usage": ({ serverId, model }, signal) =>
        modelUsage(servers.get(serverId), model, sources, signal),
    },
    topics: {},
  };
}
