import {
  choosesRepeats,
  type ExperimentPlan,
  type ModelOverview,
} from "../../../main/contract/index.ts";

const MAX_SEED = 1_000_000;
const MAX_NAME = 120;

/** Of a response cache only the chosen repeats are to be hit, not what an earlier run left in it. */
export function withOtherContents(plan: ExperimentPlan, seed: number): ExperimentPlan {
  return choosesRepeats(plan) ? { ...plan, seed } : plan;
}

export const randomSeed = () => Math.floor(Math.random() * MAX_SEED);

/** The same plan again, on that server. */
export function planAgain(
  plan: ExperimentPlan,
  serverId: string,
  seed = randomSeed(),
): ExperimentPlan {
  return withOtherContents({ ...plan, serverId }, seed);
}

/** What an experiment is called unless a user names it: by the batching that it measures. */
export function suggestedName(model: string, overview: ModelOverview | undefined): string {
  if (overview?.dynamicBatching === true) return `${model} with dynamic batching`;
  if (overview?.dynamicBatching === false) return `${model} without batching`;
  return model;
}

/**
 * "baseline" becomes "baseline, run 2", and that "baseline, run 3". A name that was suggested for another batching becomes
 * `suggested`, the one for the batching as it is now.
 */
export function nextRunName(name: string, model: string, suggested: string): string {
  const [, base = name, run = "1"] = /^(.*), run (\d{1,6})$/.exec(name) ?? [];
  const wasSuggested = [`${model} with dynamic batching`, `${model} without batching`].includes(
    base,
  );
  if (wasSuggested && base !== suggested) return suggested;
  const suffix = `, run ${Number(run) + 1}`;
  return `${base.slice(0, MAX_NAME - suffix.length)}${suffix}`;
}
