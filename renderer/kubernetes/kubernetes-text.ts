import type {
  Autoscaler,
  ClusterView,
  KnownContext,
  Replica,
  Workload,
} from "../../main/contract/index.ts";
import { formatClock } from "../format/time.ts";
import { count } from "../format/text.ts";
import type { Tone } from "../ui/badge.tsx";

/** A cluster's state as colour and words. */
export function describeClusterState({ state, since }: ClusterView): { tone: Tone; words: string } {
  switch (state) {
    case "connecting":
      return { tone: "accent", words: "Connecting" };
    case "live":
      return { tone: "good", words: "Live" };
    case "stale":
      return { tone: "warn", words: `Stale since ${formatClock(since)}` };
    case "refused":
      return { tone: "bad", words: "Failed" };
  }
}

/** The number of ready replicas of a workload. */
export function describeReadiness({ replicas }: Workload): { tone: Tone; words: string } {
  const ready = replicas.filter((each) => each.ready).length;
  const tone = ready === replicas.length ? "good" : ready === 0 ? "bad" : "warn";
  return { tone, words: `${ready} of ${replicas.length} ready` };
}

/** An autoscaler's replicas and how many it wants. */
export function describeScaling({ current, desired }: Autoscaler): string {
  if (desired === null) return `${count(current, "replica")}, target unknown`;
  return `${current} of ${desired} wanted`;
}

export function replicaTone({ ready, phase, restarts }: Replica): Tone {
  if (ready) return "good";
  return phase === "Pending" || phase === "Terminating" || restarts === 0 ? "warn" : "bad";
}

/** Summary of a cluster in one line. */
export function describeCluster({ workloads, pods }: ClusterView, namespace: string): string {
  const where = namespace === "" ? "all namespaces" : namespace;
  return `${count(workloads.length, "workload")} that serve models, among ${count(pods, "pod")} in ${where}`;
}

export function contextLabel({ context, path }: Pick<KnownContext, "context" | "path">): string {
  return path === "" ? context : `${context} (${path})`;
}

/** Age in its largest unit, like kubectl: 5 d, 3 h, 12 min. */
export function formatAge(createdAt: number | null, now: number): string {
  if (createdAt === null) return "—";
  const minutes = Math.max(0, Math.floor((now - createdAt) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 60 * 48) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 1440)} d`;
}
