import { type ExperimentPlan, type JobDraft, PLAN_VERSION } from "../../contract/index.ts";
import { plainTraffic } from "../../lab/plain-traffic.ts";
import { shellCommand } from "../../lab/shell-command.ts";

const DISTINCT_INPUTS = 32;
const WARMUP_SECONDS = 10;

/** What a job measures, as the lab plans it. */
export function planOf(draft: JobDraft): ExperimentPlan {
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

/** Flags of our command line that measure what a plan does at an address. */
export function measureFlags(plan: ExperimentPlan, address: string): string {
  const command = shellCommand(plan, address);
  return command.slice(command.indexOf(" measure ") + " measure ".length);
}

/** How long a job may take at most, in whole seconds. */
export function longestSeconds({ concurrencies, secondsPerStep }: JobDraft): number {
  return Math.ceil(concurrencies.length * (secondsPerStep + 2 * WARMUP_SECONDS) + 300);
}
