import { beginsConversations, type ExperimentPlan, type Objective } from "../contract/index.ts";
import { stepLoads } from "./loads.ts";
import { Certifier, leastCount } from "./statistics/index.ts";
import { leastSecondsToKeep } from "./steps/early-end.ts";

/** With this many pairs a difference reflects the spread between runs. */
const ENOUGH_REPLICATES = 5;
const PERCENTILE = 99;

/** Why the figures of a plan may not support its purpose; sentences. */
export function findWarnings(plan: ExperimentPlan): string[] {
  return [
    ...requestWarnings(plan),
    ...certaintyWarnings(plan),
    ...reuseWarnings(plan),
    ...replicateWarnings(plan),
  ];
}

/** Facts about the requests of each step before it runs. */
function requestsPerStep(plan: ExperimentPlan): number[] {
  if (plan.load.kind === "concurrency") {
    return plan.requestsPerStep === null ? [] : [plan.requestsPerStep];
  }
  // How many turns conversations have is known when they have ended.
  if (beginsConversations(plan)) return [];
  const most = plan.requestsPerStep ?? Number.POSITIVE_INFINITY;
  if (plan.goal.kind === "search") return [Math.min(most, plan.goal.least * plan.secondsPerStep)];
  return stepLoads(plan).map(({ shown, seconds }) => Math.min(most, shown.value * seconds));
}

function requestWarnings(plan: ExperimentPlan): string[] {
  const needed = leastCount(PERCENTILE);
  const fewest = Math.min(...requestsPerStep(plan));
  if (!(fewest < needed)) return [];
  return [
    `A step has ${Math.round(fewest)} requests, and a p${PERCENTILE} takes ${needed}: it will not be shown; measure longer.`,
  ];
}

function certaintyWarnings(plan: ExperimentPlan): string[] {
  const { objective, goal, stopWhenCertified } = plan;
  if (!objective) return [];
  const needed = new Certifier({ percentile: objective.percentile }).leastToPass;
  const fewest = Math.min(...requestsPerStep(plan));
  const few =
    fewest < needed
      ? [
          `p${objective.percentile} ≤ ${objective.boundMs} ms takes at least ${needed} requests to certify, and a step has ${Math.round(fewest)}.`,
        ]
      : [];
  const long =
    stopWhenCertified || goal.kind !== "sweep" || endsWithPlan(plan)
      ? []
      : [
          "Steps are measured to their end although the objective may be certain long before: let them stop when it is certified, unless you want the tail.",
        ];
  return [...few, ...shortWarnings(plan, objective), ...long];
}

/** Whether the load varies, so that its steps never end early. */
function endsWithPlan({ load }: ExperimentPlan): boolean {
  return load.kind !== "concurrency" && load.kind !== "rate";
}

function shortWarnings({ load, secondsPerStep }: ExperimentPlan, { boundMs }: Objective): string[] {
  if (load.kind === "profile" || load.kind === "trace") return [];
  if (boundMs / 1000 >= secondsPerStep) {
    return [
      `A request counts when the bound of ${boundMs} ms has passed since it began, which no step of ${secondsPerStep} s leaves time for; measure longer.`,
    ];
  }
  if (load.kind !== "rate") return [];
  const least = leastSecondsToKeep(load, boundMs);
  if (secondsPerStep >= least) return [];
  return [
    `At a rate 5 % beyond the server's capacity the queue doesn't grow to ${boundMs} ms in ${secondsPerStep} s, and the objective may look met; measure ${Math.ceil(least)} s.`,
  ];
}

function reuseWarnings({ traffic }: ExperimentPlan): string[] {
  return traffic.flatMap(({ model, distinctInputs, reuse, inputs }) =>
    distinctInputs === 1 && reuse.kind === "turns" && inputs.kind === "generated"
      ? [
          `All requests to '${model}' are the same one: a response cache would answer nearly all of them.`,
        ]
      : [],
  );
}

function replicateWarnings({ goal }: ExperimentPlan): string[] {
  if (goal.kind !== "compare" || goal.replicates >= ENOUGH_REPLICATES) return [];
  return [
    `${goal.replicates === 1 ? "1 replicate says" : `${goal.replicates} replicates say`} little of the spread between runs; measure ${ENOUGH_REPLICATES} or more.`,
  ];
}
