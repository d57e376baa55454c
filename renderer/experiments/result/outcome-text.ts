import type { OutcomeCounts } from "../../../main/contract/index.ts";
import { formatCount } from "../../format/numbers.ts";

const names: readonly (readonly [keyof OutcomeCounts, string])[] = [
  ["rejected", "rejected"],
  ["timedOut", "timed out"],
  ["cancelled", "cancelled"],
  ["failed", "failed"],
  ["wrong", "wrong answer"],
  ["unfinished", "unfinished"],
];

/** How requests that did not succeed ended, the classes that occurred: "12 rejected". */
export function outcomeWords(outcomes: OutcomeCounts): string[] {
  return names.flatMap(([key, words]) =>
    outcomes[key] > 0 ? [`${formatCount(outcomes[key])} ${words}`] : [],
  );
}
