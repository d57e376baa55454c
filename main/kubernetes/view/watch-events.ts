import type { ClusterEvent } from "../../contract/index.ts";
import type { Sessions } from "../sessions.ts";

/**
 * Calls `listener` with each event of the cluster about a workload or an inference pool, its pods and its autoscaler that is from `since` or
 * later, each once; one that happens again counts as another. Events have whole seconds.
 */
export function watchWorkloadEvents(
  sessions: Sessions,
  workload: string,
  since: number,
  listener: (event: ClusterEvent & { readonly at: number }) => void,
): Disposable {
  const [contextId = "", namespace = ""] = workload.split("/");
  const owned = new DisposableStack();
  const lease = owned.use(sessions.lease(Number(contextId), namespace));
  const seen = new Set<string>();
  const first = Math.floor(since / 1000) * 1000;
  const look = () => {
    const found = lease.session.fleet(workload);
    for (const event of (found?.events ?? []).toReversed()) {
      const { at, object, reason, message, count } = event;
      const identity = JSON.stringify([at, object, reason, message, count]);
      if (at === null || at < first || seen.has(identity)) continue;
      seen.add(identity);
      listener({ ...event, at });
    }
  };
  owned.use(lease.session.onChanged(look));
  look();
  return owned;
}
