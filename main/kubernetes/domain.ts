import type { kubernetesRequests, kubernetesTopics } from "../contract/index.ts";
import type { DomainHandlers } from "../rpc/handlers.ts";

export function kubernetesDomain(): DomainHandlers<
  keyof typeof kubernetesRequests,
  keyof typeof kubernetesTopics
> {
  return { requests: {}, topics: {} };
}
