import {
  type ConfigChange,
  completeBackend,
  completeConfig,
  configChanges,
  configFromJson,
  type ModelConfig,
  type ModelFileSignature,
  normalizeConfig,
  parseConfig,
} from "../../engine/config/index.ts";
import type { ConfigEffect, ConfigState } from "../contract/index.ts";
import { canonical } from "./canonical.ts";
import { firstDifference } from "./differences.ts";
import type { ServedConfig } from "./active-config.ts";

/** Fields that a serving model changes without a reload (engine/repository/SPEC.md, LOAD-5). */
const IN_PLACE = /^(instance_group|version_policy)\b/;

type Effect = Pick<ConfigEffect, "kind" | "reason" | "changes" | "sameMeaning">;

interface Question {
  readonly model: string;
  /** The active text. */
  readonly before: string;
  readonly after: string;
  /** Null while the model doesn't serve. */
  readonly served: ServedConfig;
  readonly signature: ConfigState["signature"];
}

/** Predicts what loading `after` does to a model that serves with `before`, by their meaning. */
export function predictEffect({ model, before, after, served, signature }: Question): Effect {
  const asked = parseConfig(after);
  if (asked.findings.length > 0) {
    const reason = "The text does not parse, so that no server takes it.";
    return { kind: "unknown", reason, changes: [], sameMeaning: false };
  }
  const full = (config: ModelConfig) => completed(config, model, signature);
  const now = parseConfig(before).config;
  const changes = configChanges(now, asked.config);
  const sameMeaning = changes.length === 0 && isSame(now, asked.config);
  const common = { changes, sameMeaning };
  if (served === null) return { ...common, ...sentences.load };

  const target = full(asked.config);
  const differences = [full(now), servedInstead(served, full(now))]
    .filter((each) => each !== null)
    .map((each) => ({ same: isSame(each, target), changes: configChanges(each, target) }));
  const reloads = differences.some(
    (each) => !each.same && (each.changes.length === 0 || each.changes.some(needsReload)),
  );
  const decoupled = target.model_transaction_policy?.decoupled === true;
  if (reloads) return { ...common, ...sentences.reload };
  if (differences.some(({ same }) => !same))
    return { ...common, ...(decoupled ? sentences.decoupled : sentences.inPlace) };
  return { ...common, ...(sameMeaning ? sentences.comments : sentences.none) };
}

const sentences = {
  comments: {
    kind: "none",
    reason: "Only comments, order or spacing differ: nothing is reloaded, and statistics go on.",
  },
  none: {
    kind: "none",
    reason:
      "It states what the server fills in anyway: nothing is reloaded, and statistics continue.",
  },
  inPlace: {
    kind: "in-place",
    reason:
      "Only instance_group or version_policy change: instances and versions come and go while the model serves, and statistics go on.",
  },
  reload: {
    kind: "reload",
    reason:
      "The model is replaced: the old one serves until the new one is ready and finishes what it has accepted. Statistics are reset.",
  },
  decoupled: {
    kind: "reload",
    reason:
      "A decoupled model can't change its instances in place: it is replaced, and its statistics are reset.",
  },
  load: { kind: "load", reason: "The model does not serve now; it is loaded with this text." },
} as const;

function needsReload({ path }: ConfigChange): boolean {
  return !IN_PLACE.test(path);
}

/** The served configuration if it differs from the active text; else null. */
function servedInstead(served: NonNullable<ServedConfig>, active: ModelConfig): ModelConfig | null {
  try {
    // Fields that only the server can complete are no difference.
    return firstDifference(active, served) === null ? null : configFromJson(served);
  } catch {
    return null;
  }
}

function completed(
  config: ModelConfig,
  modelName: string,
  signature: ConfigState["signature"],
): ModelConfig {
  const named = { ...config, name: config.name || modelName };
  try {
    const known = signature as ModelFileSignature | null;
    const place = { modelName, versionFiles: ["model.onnx"] };
    const whole = known ? completeConfig(completeBackend(named, place), known) : named;
    return normalizeConfig(whole, { modelName });
  } catch {
    return normalizeConfig(named, { modelName });
  }
}

function isSame(a: ModelConfig, b: ModelConfig): boolean {
  return canonical(a) === canonical(b);
}
