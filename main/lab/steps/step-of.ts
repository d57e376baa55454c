import type { ExperimentStep, ServerSplit, StepChat, StepMachine } from "../../contract/index.ts";
import { judge } from "../validity/index.ts";
import { type MeasuredFacts, factsOf } from "./facts.ts";
import { latencyOf } from "./latency.ts";
import { reconcile, reconcileTokens } from "./reconcile.ts";

/** All that is known of a step. */
export interface Measured extends Omit<MeasuredFacts, "complete"> {
  readonly load: ExperimentStep["load"];
  readonly candidate: number | null;
  readonly replicate: number | null;
  readonly startedAt: number;
  readonly warmup: ExperimentStep["warmup"];
  readonly server: ServerSplit | null;
  readonly machine: StepMachine | null;
  readonly chat: StepChat | null;
  readonly jsonTensors: boolean;
  /** See `tolerated`. */
  readonly tolerance: number;
  readonly certificate: ExperimentStep["certificate"];
  readonly events: ExperimentStep["events"];
}

export function stepOf(measured: Measured): ExperimentStep {
  const { plan, result, server, tolerance } = measured;
  const { seconds, successes, answered, complete } = result;
  const perSecond = (count: number) => (seconds > 0 ? count / seconds : 0);
  return {
    load: measured.load,
    candidate: measured.candidate,
    replicate: measured.replicate,
    startedAt: measured.startedAt,
    seconds,
    complete,
    warmup: measured.warmup,
    requestsPerSecond: perSecond(answered.requests),
    inferencesPerSecond: perSecond(answered.items),
    goodput: plan.objective ? perSecond(answered.itemsWithinBound) : null,
    successes,
    outcomes: result.outcomes,
    failures: [...result.failures],
    response: latencyOf(result.response, result.responseTimes),
    service: latencyOf(result.service, result.serviceTimes),
    windows: [...result.windows],
    server,
    machine: measured.machine,
    chat: measured.chat,
    ...(measured.jsonTensors && { jsonTensors: true }),
    reconciliation: [
      ...reconcileTokens(result, measured.chat, tolerance),
      ...reconcile({
        result,
        server,
        tolerance,
        kinds: plan.traffic.length,
        sequences: plan.traffic.some(({ sequence }) => sequence !== null),
        deadlines: plan.traffic.some(({ deadlineMs }) => deadlineMs !== null),
      }),
    ],
    generator: result.health,
    otherCpu: measured.otherCpu,
    certificate: measured.certificate,
    verdict: verdictOf(measured),
    events: measured.events,
  };
}

function verdictOf(measured: Measured): ExperimentStep["verdict"] {
  const { verdict, reasons } = judge(factsOf({ ...measured, complete: measured.result.complete }));
  return { verdict, reasons: [...reasons] };
}
