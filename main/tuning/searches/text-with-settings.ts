import { applyEdits, type ModelConfig, setValue } from "../../../engine/config/index.ts";
import { changedText, settingsFrom } from "../../configs/index.ts";
import { batchingSettings, toQueueLimits, type Settings, THREADS } from "../search/index.ts";

/**
 * The text with these settings; everything else stays, as in `configWith`. `config`: the same configuration, completed by
 * the server.
 */
export function textWithSettings(text: string, config: ModelConfig, settings: Settings): string {
  const from = settingsFrom(config, Math.max(1, config.instance_group[0]?.count ?? 1));
  const to = batchingSettings(settings, from.maxBatchSize, toQueueLimits(config));
  const changed = changedText(text, { from, to, cache: settings.cache === true, served: config });
  if (settings.threads === undefined) return changed;
  const path = ["parameters", THREADS, "string_value"];
  return applyEdits(changed, setValue(changed, path, String(settings.threads)));
}
