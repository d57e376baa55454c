import type { alertRequests, alertTopics } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/handlers.ts";

export function alertsDomain(): DomainHandlers<
  keyof typeof alertRequests,
  keyof typeof alertTopics
> {
  return { requests: {}, topics: {} };
}
