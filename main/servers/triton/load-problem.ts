import type { ModelIndexEntry } from "../../../engine/types.ts";
import type { LoadProblem } from "../../contract/index.ts";

/** The reason of a version that was unloaded on purpose. */
const UNLOADED = "unloaded";

/** Whether the version was unloaded on purpose; its reason is no failure. */
export function isUnloaded({ reason }: Pick<ModelIndexEntry, "reason">): boolean {
  return reason === UNLOADED;
}

/** Parses the reason that Triton's or a Batchdeck engine's repository index gives for a model that does not serve. */
export function readLoadProblem(reason: string): LoadProblem {
  const place = /config\.pbtxt line (\d+) column (\d+)/.exec(reason);
  if (place) return { kind: "configuration", line: Number(place[1]), column: Number(place[2]) };
  const part =
    /ensemble '[^']+' depends on '([^']+)'/.exec(reason) ??
    /contains models that are not available(?: or ambiguous)?: ([^\s,;]+)/.exec(reason);
  if (part?.[1]) return { kind: "part", model: part[1] };
  const file = /unable to find '([^']+)'/.exec(reason);
  if (file?.[1]) return { kind: "file", path: file[1] };
  if (/at least one version must be available/.test(reason)) return { kind: "version" };
  return /^Invalid argument\b/i.test(reason) ? { kind: "configuration" } : { kind: "other" };
}
