import { type ExperimentPlan, type JobDraft, PLAN_VERSION } from "../../contract/index.ts";
import { plainTraffic, shellCommand } from "../../lab/index.ts";

const DISTINCT_INPUTS = 32;
const WARMUP_SECONDS = 10;
/** Time for the image, the node and the first connection. */
const STARTING_SECONDS = 300;
/** Steps of a search: it halves its range. */
const MAX_SEARCHED = 40;

/** What a job measures, as the lab plans it. */
export function toPlan(draft: JobDraft): ExperimentPlan {
  if (draft.plan) return { ...draft.plan, serverId: "", wire: chooseWire(draft.plan, draft) };
  return {
    version: PLAN_VERSION,
    serverId: "",
    wire: draft.wire,
    traffic: [
      {
        ...plainTraffic(draft.model),
        batchSize: draft.batchSize,
        distinctInputs: DISTINCT_INPUTS,
      },
    ],
    load: { kind: "concurrency", levels: draft.concurrencies, thinkMs: 0 },
    secondsPerStep: draft.secondsPerStep,
    requestsPerStep: null,
    warmup: { kind: "auto", mostSeconds: WARMUP_SECONDS },
    objective: null,
    stopWhenCertified: false,
    goal: { kind: "sweep" },
    seed: 1,
  };
}

/** Flags of our command line that measure a plan at an address. */
export function measureFlags(plan: ExperimentPlan, address: string): string {
  const command = shellCommand(plan, address);
  return command.slice(command.indexOf(" measure ") + " measure ".length);
}

/** How long a job may take at most, in whole seconds. */
export function longestSeconds(plan: ExperimentPlan): number {
  return Math.ceil(
    countSteps(plan) * (estimateSeconds(plan) + 2 * warmupSeconds(plan)) + STARTING_SECONDS,
  );
}

/** A streaming plan stays one where the Service's port is gRPC's. */
function chooseWire(plan: ExperimentPlan, { wire }: JobDraft): ExperimentPlan["wire"] {
  return wire === "grpc" && plan.wire === "grpc-stream" ? "grpc-stream" : wire;
}

function countSteps({ goal, load }: ExperimentPlan): number {
  if (goal.kind === "search") return MAX_SEARCHED;
  if (load.kind === "concurrency") return load.levels.length;
  return load.kind === "rate" ? load.rates.length : 1;
}

function estimateSeconds({ load, secondsPerStep }: ExperimentPlan): number {
  return load.kind === "profile"
    ? load.parts.reduce((sum, { seconds }) => sum + seconds, 0)
    : secondsPerStep;
}

function warmupSeconds({ warmup, secondsPerStep }: ExperimentPlan): number {
  if (warmup.kind === "auto") return warmup.mostSeconds;
  return warmup.kind === "fixed" ? warmup.seconds : secondsPerStep;
}
