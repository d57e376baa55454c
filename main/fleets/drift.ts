import { configChanges, configFromJson } from "../../engine/config/index.ts";
import type { FieldChange, ModelDrift } from "../contract/index.ts";
import type { ReadConfig } from "./configurations.ts";

interface OnReplica {
  readonly replica: string;
  /** Null: not read yet. */
  readonly read: ReadConfig | null;
}

/** Replicas grouped by equal configuration, largest group first; of equal size, that of the first replica. */
export function groupByConfiguration(all: readonly OnReplica[]): OnReplica[][] {
  const served = all.filter(({ read }) => read !== null && read.fingerprint !== "");
  const groups = Map.groupBy(served, ({ read }) => read?.fingerprint);
  return [...groups.values()].sort((a, b) => b.length - a.length);
}

/** How one model is configured over a fleet. */
export function findDrift(model: string, all: readonly OnReplica[]): ModelDrift {
  const groups = groupByConfiguration(all);
  const most = groups[0]?.[0]?.read?.config ?? null;
  return {
    model,
    groups: groups.map((group, index) => ({
      fingerprint: group[0]?.read?.fingerprint ?? "",
      replicas: group.map(({ replica }) => replica),
      changes: index === 0 ? [] : changesBetween(most, group[0]?.read?.config ?? null),
    })),
    unread: all.flatMap(({ replica, read }) =>
      read?.problem ? [{ replica, reason: read.problem }] : [],
    ),
  };
}

function changesBetween(
  most: Record<string, unknown> | null,
  other: Record<string, unknown> | null,
): FieldChange[] {
  if (!most || !other) return [];
  try {
    return configChanges(configFromJson(most), configFromJson(other));
  } catch {
    // Configurations of a newer protocol can't be compared field by field.
    return [{ path: "", before: JSON.stringify(most), after: JSON.stringify(other) }];
  }
}
