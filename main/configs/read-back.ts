import { configChanges, configFromJson } from "../../engine/config/index.ts";
import type { FieldChange, ReadBack } from "../contract/index.ts";
import type { ServedConfig } from "./active-config.ts";

const DEFAULTS = new Set([null, "0", '""', "false"]);

/** How the configuration that a server serves differs from the one that was loaded. */
export function compareReadBack(asked: object, served: NonNullable<ServedConfig>): ReadBack {
  const changes = configChanges(configFromJson(asked), configFromJson(served));
  const isCompleted = ({ before }: FieldChange) =>
    DEFAULTS.has(before) || before === "KIND_AUTO" || before === "FORMAT_NONE";
  return {
    changed: changes.filter((change) => !isCompleted(change)),
    completed: changes.filter(isCompleted),
  };
}
