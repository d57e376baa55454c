import { StatusError } from "../../engine/protocol/status.ts";
import type { observedRequests, observedTopics } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/handlers.ts";

export function observationDomain(): DomainHandlers<
  keyof typeof observedRequests,
  keyof typeof observedTopics
> {
  const missing = () => {
    throw new StatusError("UNIMPLEMENTED", "Not built yet.");
  };
  return {
    requests: { "observed.series": missing, "observed.metrics": missing },
    topics: { "observed.frame": missing },
  };
}
