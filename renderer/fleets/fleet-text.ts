import type { FleetMembers, FleetSummary, GridReplica } from "../../main/contract/index.ts";
import { count } from "../format/text.ts";

/** Where a fleet's members come from. */
export function describeMembers(members: FleetMembers): string {
  switch (members.kind) {
    case "listed":
      return `${count(members.members.length, "address", "addresses")} listed`;
    case "dns":
      return `DNS: ${members.host}`;
    case "workload":
      return `Kubernetes: ${formatWorkload(members.workload)}`;
  }
}

/** A workload's name from its key (main/kubernetes/view/workloads.ts), whose first part is the context's number. */
export function formatWorkload(key: string): string {
  return key.split("/").slice(1).join("/");
}

/**
 * Why a replica doesn't respond; null while it does. The cluster's reason takes precedence over that of the connection,
 * since an address of this machine doesn't explain a replica.
 */
export function reasonText({
  reason,
  trouble,
  note,
}: Pick<GridReplica, "reason" | "trouble" | "note">): string | null {
  return reason && [trouble || note, reason].filter(Boolean).join(" ");
}

/** A sentence for configurations without drift. */
export function describeDrift({ live, replicas }: Pick<FleetSummary, "live" | "replicas">): string {
  if (live === 0) return "unknown: no replica answers";
  return live === replicas ? "the same everywhere" : "the same on those that answer";
}

/** What a grid's totals include: only replicas that respond. */
export function describeTotals(replicas: readonly Pick<GridReplica, "state">[]): string {
  const live = replicas.filter(({ state }) => state === "live").length;
  if (live < replicas.length) return `${live} of ${replicas.length} replicas, live`;
  return live === 1 ? "The replica" : `All ${live} replicas`;
}
