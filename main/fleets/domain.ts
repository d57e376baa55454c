import type { fleetRequests, fleetTopics } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/handlers.ts";

export function fleetsDomain(): DomainHandlers<
  keyof typeof fleetRequests,
  keyof typeof fleetTopics
> {
  return { requests: {}, topics: {} };
}
