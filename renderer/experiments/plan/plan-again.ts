import { choosesRepeats, type ExperimentPlan } from "../../../main/contract/index.ts";

const MAX_SEED = 1_000_000;
const MAX_NAME = 120;

/** Of a response cache only the chosen repeats are to be hit, not what an earlier run left in it. */
export function withOtherContents(plan: ExperimentPlan, seed: number): ExperimentPlan {
  return choosesRepeats(plan) ? { ...plan, seed } : plan;
}

export const randomSeed = () => Math.floor(Math.random() * MAX_SEED);

/** The same plan once more, on that server. */
export function planAgain(
  plan: ExperimentPlan,
  serverId: string,
  seed = randomSeed(),
): ExperimentPlan {
  return withOtherContents({ ...plan, serverId }, seed);
}

/** "ranker" becomes "ranker, run 2", and that "ranker, run 3". */
export function nextRunName(name: string): string {
  const [, base = name, run = "1"] = /^(.*), run (\d{1,6})$/.exec(name) ?? [];
  const suffix = `, run ${Number(run) + 1}`;
  return `${base.slice(0, MAX_NAME - suffix.length)}${suffix}`;
}
