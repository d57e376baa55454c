import type { ModelInstance, VersionState } from "../../main/contract/index.ts";
import { laneName, type PlacedBatch } from "./batch-log.ts";

/** One instance of one version, as a row of the timeline. */
export interface Lane {
  readonly key: string;
  readonly label: string;
  /** Execution provider and device; "" if not reported. */
  readonly on: string;
}

/** A lane for every loaded instance, and for each unloaded one that ran one of `batches`. */
export function listLanes(
  versions: readonly VersionState[],
  batches: readonly PlacedBatch[],
): Lane[] {
  const lanes = new Map<string, Lane>();
  const several = new Set([
    ...versions.map(({ version }) => version),
    ...batches.map(({ version }) => version),
  ]).size;
  const add = (version: string, instance: string, on: string) => {
    const key = laneName({ instance, version });
    if (lanes.has(key)) return;
    lanes.set(key, { key, label: several > 1 ? `v${version} ${instance}` : instance, on });
  };
  for (const { version, instances } of versions)
    for (const each of instances) add(version, each.name, formatDevice(each));
  for (const { version, instance } of batches) add(version, instance, "");
  return [...lanes.values()];
}

/** E.g. "cpu" or "cuda, device 0". */
export function formatDevice({
  provider,
  deviceId,
}: Pick<ModelInstance, "provider" | "deviceId">): string {
  return [provider ?? "", deviceId === null ? "" : `device ${deviceId}`].filter(Boolean).join(", ");
}
