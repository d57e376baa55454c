import type { ClusterEvent } from "../../contract/index.ts";
import type { KubeEvent } from "../objects.ts";
import { timeOf } from "./replica.ts";

const MOST = 20;

/** A cluster's events by what they are about. */
export class ClusterEvents {
  readonly #about = new Map<string, KubeEvent[]>();

  constructor(events: readonly KubeEvent[]) {
    for (const event of events) {
      const { kind, name } = event.involvedObject ?? {};
      const key = `${event.metadata.namespace ?? ""}/${kind}/${name}`;
      const known = this.#about.get(key);
      if (known) known.push(event);
      else this.#about.set(key, [event]);
    }
  }

  /** About some objects of a namespace, each "Kind/name", the newest first. */
  of(namespace: string, about: readonly string[]): ClusterEvent[] {
    return about
      .flatMap((object) => this.#about.get(`${namespace}/${object}`) ?? [])
      .map(clusterEvent)
      .sort((a, b) => (b.at ?? 0) - (a.at ?? 0))
      .slice(0, MOST);
  }
}

function clusterEvent(event: KubeEvent): ClusterEvent {
  return {
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
  };
}
