import type { ClusterEvent } from "../../contract/index.ts";
import type { KubeEvent } from "../objects.ts";
import { timeOf } from "./replica.ts";

const MOST = 20;

/** Events about some objects, each "Kind/name", the newest first. */
export function eventsOf(
  events: readonly KubeEvent[],
  namespace: string,
  about: ReadonlySet<string>,
): ClusterEvent[] {
  return events
    .filter(
      ({ metadata, involvedObject }) =>
        metadata.namespace === namespace &&
        about.has(`${involvedObject?.kind}/${involvedObject?.name}`),
    )
    .map((event) => ({
      at: timeOf(
        event.series?.lastObservedTime ??
          event.lastTimestamp ??
          event.eventTime ??
          event.firstTimestamp ??
          event.metadata.creationTimestamp,
      ),
      object: `${event.involvedObject?.kind} ${event.involvedObject?.name}`,
      isWarning: event.type === "Warning",
      reason: event.reason ?? "",
      message: event.message ?? "",
      count: event.series?.count ?? event.count ?? 1,
    }))
    .sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
    .slice(0, MOST);
}
