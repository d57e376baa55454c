import { StatusError } from "../../base/status-error.ts";
import {
  beginsConversations,
  type ExperimentPlan,
  type ExperimentStep,
  type Load,
} from "../contract/index.ts";
import type { LoadSpec } from "./generator/messages.ts";
import { PiecewiseRate } from "./schedule/index.ts";

/** The load of a step on the server. */
export interface StepLoad {
  /** For display: clients, or mean requests per second. */
  readonly shown: ExperimentStep["load"];
  readonly spec: LoadSpec;
  readonly seconds: number;
}

/** The steps of a plan's load, in order: one per level or rate, otherwise one. */
export function stepLoads(plan: ExperimentPlan): StepLoad[] {
  const { load, secondsPerStep } = plan;
  switch (load.kind) {
    case "concurrency":
      return load.levels.map((level) => loadForStep(plan, load, level));
    case "rate":
      return load.rates.map((rate) => loadForStep(plan, load, rate));
    case "profile":
      return [{ shown: rate(plan, meanRate(load)), spec: load, seconds: sumSeconds(load.parts) }];
    case "trace":
      return traceLoads(plan, load.speeds);
    case "bursts":
    case "intervals":
      return [{ shown: rate(plan, meanRate(load)), spec: load, seconds: secondsPerStep }];
  }
}

/** A closed loop with a number of clients, or an open loop at a rate in requests per second. */
export function loadForStep(
  plan: Pick<ExperimentPlan, "load" | "traffic" | "secondsPerStep">,
  load: Extract<Load, { kind: "concurrency" | "rate" }>,
  value: number,
): StepLoad {
  const seconds = plan.secondsPerStep;
  return load.kind === "concurrency"
    ? {
        shown: { kind: "concurrency", value },
        spec: {
          kind: "concurrency",
          clients: value,
          thinkMs: load.thinkMs,
          paceMs: load.paceMs ?? null,
        },
        seconds,
      }
    : {
        shown: rate(plan, value),
        spec: { kind: "rate", rate: value, arrivals: load.arrivals },
        seconds,
      };
}

/** One step for each speed. INVALID_ARGUMENT without a trace that records when requests arrived. */
function traceLoads(plan: ExperimentPlan, speeds: readonly number[]): StepLoad[] {
  const { traffic } = plan;
  const [first, ...others] = traffic;
  const prompts = first?.inputs.kind === "chat" ? first.inputs.prompts : null;
  if (prompts?.kind !== "trace" || others.length > 0) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      "load is 'trace', which needs one kind of requests, with prompts from a trace.",
    );
  }
  const { read, format } = prompts;
  if (read === null || read.seconds === null) {
    throw new StatusError(
      "INVALID_ARGUMENT",
      read === null
        ? `The trace '${prompts.path}' has not been read.`
        : `load is 'trace', but this trace of the format '${format}' does not record when requests arrived; use a rate or clients.`,
    );
  }
  const { seconds } = read;
  const begun = beginsConversations(plan) ? (read.sessions ?? read.requests) : read.requests;
  return speeds.map((speed) => ({
    shown: rate(plan, (begun / seconds) * speed),
    spec: { kind: "trace", speed, seconds },
    seconds: seconds / speed,
  }));
}

/** Measured seconds: a limit of requests ends an open loop at the instant of the next one. */
export function expectedSeconds(
  { shown, spec, seconds }: StepLoad,
  requests: number | null,
): number {
  if (requests === null || spec.kind === "concurrency" || shown.value === 0) return seconds;
  // How many requests conversations have is known when they have ended.
  if (shown.of === "conversations") return seconds;
  if (spec.kind !== "profile") return Math.min(seconds, requests / shown.value);
  return Math.min(seconds, new PiecewiseRate(spec.parts).at(requests) / 1000);
}

/** "concurrency 8", "240 requests/s", "2 conversations/s" */
export function formatLoad({ kind, value, of }: ExperimentStep["load"]): string {
  const figure = Number(value.toPrecision(4));
  return kind === "concurrency" ? `concurrency ${figure}` : `${figure} ${of ?? "requests"}/s`;
}

const rate = (
  plan: Pick<ExperimentPlan, "load" | "traffic">,
  value: number,
): ExperimentStep["load"] => ({
  kind: "rate",
  value,
  ...(beginsConversations(plan) && { of: "conversations" }),
});

const sumSeconds = (parts: readonly { seconds: number }[]) =>
  parts.reduce((sum, { seconds }) => sum + seconds, 0);

function meanRate(load: Exclude<Load, { kind: "concurrency" | "rate" | "trace" }>): number {
  switch (load.kind) {
    case "profile": {
      const requests = load.parts.reduce((sum, part) => sum + countRequests(part), 0);
      return requests / sumSeconds(load.parts);
    }
    case "bursts":
      return (load.size * 1000) / load.everyMs;
    case "intervals": {
      const micros = load.micros.reduce((sum, gap) => sum + gap, 0);
      return micros === 0 ? 0 : (load.micros.length * 1e6) / micros;
    }
  }
}

const countRequests = ({ seconds, from, to }: { seconds: number; from: number; to: number }) =>
  (seconds * (from + to)) / 2;
