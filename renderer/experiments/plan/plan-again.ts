import {
  choosesRepeats,
  type ExperimentPlan,
  type ModelOverview,
} from "../../../main/contract/index.ts";

const MAX_SEED = 1_000_000;
const MAX_NAME = 120;

/** Only the chosen repeats should hit a response cache, not entries of an earlier run. */
export function withOtherContents(plan: ExperimentPlan, seed: number): ExperimentPlan {
  return choosesRepeats(plan) ? { ...plan, seed } : plan;
}

export const randomSeed = () => Math.floor(Math.random() * MAX_SEED);

/** The same plan on that server. */
export function planAgain(
  plan: ExperimentPlan,
  serverId: string,
  seed = randomSeed(),
): ExperimentPlan {
  return withOtherContents({ ...plan, serverId }, seed);
}

/** The default name of an experiment, after the batching that it measures. */
export function suggestedName(model: string, overview: ModelOverview | undefined): string {
  if (overview?.dynamicBatching === true) return `${model} with dynamic batching`;
  if (overview?.dynamicBatching === false) return `${model} without batching`;
  return model;
}

/**
 * "baseline" becomes "baseline, run 2", and that "baseline, run 3". A name suggested for another batching becomes
 * `suggested`, the name for the current batching.
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
