import type { InstanceGroup, ModelConfig } from "../config/types.ts";
import { StatusError } from "../../base/status-error.ts";
import type { PoolPlace } from "../scheduling/instance-pool.ts";

/** Max instances of one model version: far more than any machine can use, and few enough to create. */
const MAX_INSTANCES = 4096;

/**
 * One place for each instance of each group: `count` on a CPU, `count` on each of its GPUs. Names are Triton's: the
 * group's, followed by the instance's number where there are several, and by the device where there are several.
 * Throws INVALID_ARGUMENT for more than can be made, or none that executes (rule SCHED-D5).
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
      `model '${config.name}' has passive instance groups alone, so that nothing would ever execute its requests; give it one that is not passive`,
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

/** Without a list, a GPU group is on every GPU there is; the first is tried where none is known. */
function placeOnDevices(
  { kind, gpus: wanted }: InstanceGroup,
  gpus: readonly number[],
): readonly number[] {
  if (kind !== "KIND_GPU") return [-1];
  if (wanted.length > 0) return wanted;
  return gpus.length > 0 ? gpus : [0];
}
