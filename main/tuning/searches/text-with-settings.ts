import {
  applyEdits,
  type ConfigPath,
  type ModelConfig,
  parseConfig,
  removeValue,
  setValue,
} from "../../../engine/config/index.ts";
import type { Settings } from "../search/index.ts";

/**
 * The text with these settings; everything else stays as it is, as in `configWith`. `config`: the same as the server
 * completed it.
 */
export function textWithSettings(
  text: string,
  config: ModelConfig,
  { maxBatchSize, delayUs, instances }: Settings,
): string {
  let changed = text;
  const set = (path: ConfigPath, value: unknown) => {
    changed = applyEdits(changed, setValue(changed, path, value));
  };
  const remove = (path: ConfigPath) => {
    changed = applyEdits(changed, removeValue(changed, path));
  };
  if (maxBatchSize > 1) {
    set(["max_batch_size"], maxBatchSize);
    if (parseConfig(changed).config.dynamic_batching) {
      remove(["dynamic_batching", "preferred_batch_size"]);
    } else {
      set(["dynamic_batching"], {});
    }
    if (delayUs > 0) set(["dynamic_batching", "max_queue_delay_microseconds"], delayUs);
    else remove(["dynamic_batching", "max_queue_delay_microseconds"]);
  } else {
    remove(["dynamic_batching"]);
  }
  const [group] = config.instance_group;
  if (instances === Math.max(1, group?.count ?? 1)) return changed;
  const hasGroup = parseConfig(changed).config.instance_group.length > 0;
  if (hasGroup) set(["instance_group", 0, "count"], instances);
  else set(["instance_group", 0], { kind: group?.kind ?? "KIND_CPU", count: instances });
  return changed;
}
