import type { InstanceGroup, ModelConfig } from "../config/types.ts";
import { StatusError } from "../../base/status-error.ts";
import type { PoolPlace } from "../scheduling/instance-pool.ts";

/**
 * Limit of instances per model version: more than any machine can use, and few enough to create.
 */
const MAX_INSTANCES = 4096;

/**
 * A place for each instance of each group: `count` on a CPU, or `count` on each of its GPUs. Names
 * are Triton's: the group, then the instance's number and the device if there are several. Throws
 * INVALID_ARGUMENT for too many instances or if none would execute (SCHED-D5).
 */
export function instancePlaces(config: ModelConfig, gpus: readonly number[]): PoolPlace[] {
  const groups = config.instance_group.filter(({ passive }) => !passive);
  const total = groups.reduce(
    (sum, group) => sum + Math.max(1, group.count) * placeOnDevices(group, gpus).length,
    0,
  );
  if (total > MAX_INSTANCES) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `the instance groups of model '${config.name}' ask for ${total} instances, but a model version has at most ${MAX_INSTANCES}`,
      { details: { field: "instance_group.count", value: total } },
    );
  }
  if (total === 0) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      `model '${config.name}' has only passive instance groups, so nothing would execute its requests: add a group that isn't passive`,
      { details: { field: "instance_group.passive", value: true } },
    );
  }
  return groups.flatMap((group) =>
    placeOnDevices(group, gpus).flatMap((device) => placesOn(group, device, gpus)),
  );
}

function placesOn(group: InstanceGroup, deviceId: number, gpus: readonly number[]): PoolPlace[] {
  const { name, kind, rate_limiter: limiter } = group;
  const count = Math.max(1, group.count);
  const onDevice = placeOnDevices(group, gpus).length > 1 ? `_gpu${deviceId}` : "";
  return Array.from({ length: count }, (_, i) => ({
    name: `${name}${count > 1 ? `_${i}` : ""}${onDevice}`,
    kind,
    deviceId,
    resources: limiter?.resources ?? [],
    priority: limiter?.priority ?? 0,
  }));
}

/** Without a list a GPU group uses every GPU; the first one is tried if none is known. */
function placeOnDevices(
  { kind, gpus: wanted }: InstanceGroup,
  gpus: readonly number[],
): readonly number[] {
  if (kind !== "KIND_GPU") return [-1];
  if (wanted.length > 0) return wanted;
  return gpus.length > 0 ? gpus : [0];
}
