import type { ExperimentPlan, Goal, Load, Objective } from "../../../main/contract/index.ts";

/** For streamed responses, the first token's. */
export function firstObjective({ wire }: Pick<ExperimentPlan, "wire">): Objective {
  return wire === "openai"
    ? { percentile: 99, boundMs: 1000, of: "firstToken" }
    : { percentile: 99, boundMs: 20 };
}

/** The initial range of a search over this kind of load. */
export function firstSearch(kind: Load["kind"], isChat = false): Extract<Goal, { kind: "search" }> {
  if (isChat && kind === "rate") return { kind: "search", least: 0.5, most: 100, precision: 0.05 };
  return kind === "concurrency"
    ? { kind: "search", least: 1, most: 128, precision: 0.1 }
    : { kind: "search", least: 10, most: 2000, precision: 0.05 };
}

/** Adjusts a plan to another goal, so that a valid plan stays valid. */
export function withGoal(
  kind: Goal["kind"],
  { load, objective, wire }: ExperimentPlan,
): Partial<ExperimentPlan> {
  switch (kind) {
    case "sweep":
      return { goal: { kind } };
    case "search": {
      const varied: Load =
        load.kind === "concurrency" || load.kind === "rate"
          ? load
          : { kind: "rate", rates: [wire === "openai" ? 1 : 100], arrivals: { kind: "poisson" } };
      return {
        goal: firstSearch(varied.kind, wire === "openai"),
        load: varied,
        objective: objective ?? firstObjective({ wire }),
        stopWhenCertified: true,
      };
    }
    case "compare":
      return {
        goal: {
          kind,
          candidates: [
            { label: "as it serves", configText: null },
            { label: "candidate", configText: "" },
          ],
          replicates: 5,
        },
        load: oneStep(load),
      };
  }
}

/** A comparison has one load: the middle one of several. */
function oneStep(load: Load): Load {
  const middle = (values: readonly number[]) => values.slice(values.length >> 1).slice(0, 1);
  if (load.kind === "concurrency") return { ...load, levels: middle(load.levels) };
  if (load.kind === "rate") return { ...load, rates: middle(load.rates) };
  return load;
}
