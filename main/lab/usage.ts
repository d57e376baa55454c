import type { ExperimentPlan, ModelUsage } from "../contract/index.ts";
import { listModels } from "./runs/prepare.ts";
import type { ExperimentStore } from "./store/experiment-store.ts";
import type { Traffic } from "./traffic.ts";
import type { Watches } from "./watches/watches.ts";

export type LabUsage = Pick<ModelUsage, "experiments" | "watches" | "sampleTraffic">;

interface UsageParts {
  readonly store: ExperimentStore;
  readonly watches: Watches;
  readonly traffic: Traffic;
}

/** Measurements in the lab that send requests to one of `models` of a server, or will when they resume. */
export function labUsage(
  { store, watches, traffic }: UsageParts,
  serverId: string,
  models: ReadonlySet<string>,
): LabUsage {
  const usedBy = (plan: ExperimentPlan) =>
    plan.serverId === serverId ? listModels(plan).find((each) => models.has(each)) : undefined;
  const experiments = store.list();
  const plans = new Map(experiments.map(({ id, plan }) => [id, plan]));
  return {
    experiments: experiments
      .filter(({ state }) => state === "running" || state === "paused")
      .flatMap(({ id, name, state, plan }) => {
        const model = usedBy(plan);
        return model === undefined ? [] : [{ id, name, state, model }];
      }),
    watches: watches
      .list()
      .filter(({ enabled, baseline }) => {
        const plan = plans.get(baseline);
        return enabled && plan !== undefined && usedBy(plan) !== undefined;
      })
      .map(({ id, name, nextAt }) => ({ id, name, nextAt })),
    sampleTraffic:
      traffic.serverId === serverId ? traffic.state.models.filter((each) => models.has(each)) : [],
  };
}
