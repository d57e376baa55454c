import type {
  ExperimentStep,
  LatencySummary,
  ServerSplit,
  StepChat,
  StepMachine,
} from "../../contract/index.ts";
import { judge } from "../validity/index.ts";
import { type MeasuredFacts, collectFacts } from "./facts.ts";
import { summarizeLatency } from "./latency.ts";
import { reconcile, reconcileTexts, reconcileTokens } from "./reconcile.ts";

/** All that is known of a step. */
export interface Measured extends Omit<MeasuredFacts, "complete" | "latency"> {
  readonly load: ExperimentStep["load"];
  readonly candidate: number | null;
  readonly replicate: number | null;
  readonly startedAt: number;
  readonly warmup: ExperimentStep["warmup"];
  readonly server: ServerSplit | null;
  readonly machine: StepMachine | null;
  readonly chat: StepChat | null;
  /** The counters of a server of tokens. */
  readonly tokens: StepChat["server"];
  readonly jsonTensors: boolean;
  /** See `tolerated`. */
  readonly tolerance: number;
  readonly certificate: ExperimentStep["certificate"];
  readonly events: ExperimentStep["events"];
}

export function toStep(measured: Measured): ExperimentStep {
  const { plan, result, server, tolerance } = measured;
  const { seconds, successes, answered, complete } = result;
  const response = summarizeLatency(result.response, result.responseTimes);
  const perSecond = (count: number) => (seconds > 0 ? count / seconds : 0);
  const rate = (tokens: number | null) => (tokens === null ? null : perSecond(tokens));
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
    response,
    service: summarizeLatency(result.service, result.serviceTimes),
    windows: [...result.windows],
    server,
    machine: measured.machine,
    chat: measured.chat,
    ...(result.inputTokens !== undefined && {
      texts: {
        inputTokens: result.inputTokens,
        inputTokensPerSecond: rate(result.inputTokens),
        ...(result.outputTokens !== undefined && {
          outputTokens: result.outputTokens,
          outputTokensPerSecond: rate(result.outputTokens),
        }),
        server: measured.tokens && {
          requests: measured.tokens.requests,
          inputTokens: measured.tokens.promptTokens,
        },
      },
    }),
    ...(measured.jsonTensors && { jsonTensors: true }),
    reconciliation: [
      ...reconcileTokens(result, measured.chat, tolerance),
      ...reconcileTexts(result, measured.tokens, tolerance),
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
    possibleError: result.possibleError,
    otherCpu: measured.otherCpu,
    certificate: measured.certificate,
    verdict: judgeStep(measured, response),
    events: measured.events,
  };
}

function judgeStep(measured: Measured, response: LatencySummary): ExperimentStep["verdict"] {
  const { p50, p90, p95, p99 } = response;
  const shown = (percentile: LatencySummary["p50"]) => percentile?.value ?? null;
  const latency = { p50: shown(p50), p90: shown(p90), p95: shown(p95), p99: shown(p99) };
  const { complete } = measured.result;
  const { verdict, reasons } = judge(collectFacts({ ...measured, complete, latency }));
  return { verdict, reasons: [...reasons] };
}
