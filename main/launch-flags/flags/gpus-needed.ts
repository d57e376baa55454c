import type { LaunchFlag } from "../../contract/index.ts";
import { canonicalFlag, findFlag, spellings } from "./index.ts";

/** GPUs that a container may use, and the resource that limits them. */
export interface GpuLimit {
  readonly count: number;
  /** "nvidia.com/gpu" */
  readonly resource: string;
}

/** Why flags can't work with a container's GPUs; null: nothing is known against them. The limit isn't changed (LAUNCH-19). */
export function tooFewGpus(
  words: readonly string[],
  known: readonly LaunchFlag[],
  limit: GpuLimit | null,
): string | null {
  const flag = findFlag(known, "--tensor-parallel-size");
  if (limit === null || !flag) return null;
  const needed = Number(lastValue(words, spellings(flag)) ?? flag.fallback);
  if (!Number.isInteger(needed) || needed <= limit.count) return null;
  return `${flag.name} ${needed} needs ${needed} GPUs, but the container's limit is ${limit.count} (${limit.resource}), which a comparison doesn't change.`;
}

/** Of `--x v` and `--x=v` the last one counts. */
function lastValue(words: readonly string[], names: readonly string[]): string | undefined {
  const at = words.findLastIndex((word) => names.includes(canonicalFlag(word)));
  if (at < 0) return undefined;
  const word = words[at] as string;
  return word.includes("=") ? word.slice(word.indexOf("=") + 1) : words[at + 1];
}
