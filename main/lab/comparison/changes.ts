import {
  type ConfigChange,
  configChanges,
  configFromJson,
  type ModelConfig,
  parseConfig,
} from "../../../engine/config/index.ts";
import type { Experiment, FieldChange } from "../../contract/index.ts";

/** A measured side: an experiment, or one of the configurations that it compared. */
interface Configured {
  readonly experiment: Experiment;
  readonly candidate: number | null;
}

/**
 * The configuration fields, and the versions, that changed between the sides; fields of the traffic's other models
 * carry the model's name. Null if a text that differs can't be parsed.
 */
export function changedFields(before: Configured, after: Configured): FieldChange[] | null {
  const own = textChanges(configText(before), configText(after));
  const others = otherModelChanges(before.experiment, after.experiment);
  if (own === null || others === null) return null;
  return [...versionChanges(before.experiment, after.experiment), ...own, ...others];
}

/** The configuration of a side. */
function configText({ experiment: { plan, environment }, candidate }: Configured): string {
  const { goal } = plan;
  const own = goal.kind === "compare" ? goal.candidates[candidate ?? 0]?.configText : null;
  return own ?? environment.configText;
}

function textChanges(before: string, after: string): ConfigChange[] | null {
  if (before === after) return [];
  const [a, b] = [readConfig(before), readConfig(after)];
  return a && b ? configChanges(a, b) : null;
}

/** From config.pbtxt or a server's JSON; null for any other text. */
function readConfig(text: string): ModelConfig | null {
  if (text.trimStart().startsWith("{")) {
    try {
      return configFromJson(JSON.parse(text));
    } catch {
      return null;
    }
  }
  const { config, findings } = parseConfig(text);
  return text.trim() === "" || findings.length > 0 ? null : config;
}

function otherModelChanges(before: Experiment, after: Experiment): FieldChange[] | null {
  const [a, b] = [before.environment.otherConfigs ?? {}, after.environment.otherConfigs ?? {}];
  const all: FieldChange[] = [];
  for (const [model, text] of Object.entries(a)) {
    const other = b[model];
    if (other === undefined) continue;
    const changes = textChanges(text, other);
    if (changes === null) return null;
    all.push(...changes.map((each) => ({ ...each, path: `${model}: ${each.path}` })));
  }
  return all;
}

function versionChanges(before: Experiment, after: Experiment): FieldChange[] {
  return before.plan.traffic.flatMap(({ model, modelVersion }) => {
    const other = after.plan.traffic.find((each) => each.model === model)?.modelVersion;
    if (other === undefined || other === modelVersion) return [];
    const shown = (version: string) => (version === "" ? null : version);
    return [{ path: `version of ${model}`, before: shown(modelVersion), after: shown(other) }];
  });
}
