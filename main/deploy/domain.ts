import type { deployRequests, deployTopics } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/handlers.ts";

export function deployDomain(): DomainHandlers<
  keyof typeof deployRequests,
  keyof typeof deployTopics
> {
  return { requests: {}, topics: {} };
}
