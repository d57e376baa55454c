import type { ExperimentStep } from "../../contract/index.ts";
import { isInvalid } from "./candidates.ts";

type Load = ExperimentStep["load"];

export interface MatchedLoads {
  /** Ascending. */
  readonly pairs: readonly (readonly [before: ExperimentStep, after: ExperimentStep])[];
  readonly onlyBefore: readonly Load[];
  readonly onlyAfter: readonly Load[];
}

/** Steps of the same load on both sides, and the loads of one side alone. */
export function matchLoads(
  before: readonly ExperimentStep[],
  after: readonly ExperimentStep[],
): MatchedLoads {
  const [a, b] = [byLoad(before), byLoad(after)];
  const without = (side: typeof a, other: typeof a) =>
    [...side].flatMap(([key, step]) => (other.has(key) ? [] : step.load)).toSorted(ascending);
  return {
    pairs: [...a]
      .flatMap(([key, step]) => {
        const other = b.get(key);
        return other ? [[step, other] as const] : [];
      })
      .toSorted(([x], [y]) => ascending(x.load, y.load)),
    onlyBefore: without(a, b),
    onlyAfter: without(b, a),
  };
}

const ascending = (a: Load, b: Load) => a.kind.localeCompare(b.kind) || a.value - b.value;

/** The last step of each load, and rather a valid one: a search repeats what is invalid. */
function byLoad(steps: readonly ExperimentStep[]): Map<string, ExperimentStep> {
  const found = new Map<string, ExperimentStep>();
  for (const step of steps) {
    const key = `${step.load.kind} ${step.load.value}`;
    const known = found.get(key);
    if (!known || isInvalid(known) || !isInvalid(step)) found.set(key, step);
  }
  return found;
}
