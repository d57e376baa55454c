import {
  type Arrivals,
  beginsConversations,
  type ExperimentPlan,
  formatLimits,
  formatRateUnit,
  formatTraceSpeeds,
  goodputLimits,
  type Objective,
  type Wire,
} from "../../../contract/index.ts";
import { facts, figure, type Html, html, percent } from "../../../reports/index.ts";
import { trafficFacts } from "./traffic-text.ts";

const protocols: Record<Wire, string> = {
  http: "HTTP",
  grpc: "gRPC",
  "grpc-stream": "gRPC stream",
  "grpc-js": "gRPC by grpc-js",
  openai: "OpenAI over HTTP",
};

/** Describes every field of the plan. */
export function planFacts(plan: ExperimentPlan): Html {
  const { warmup, requestsPerStep, objective } = plan;
  return html`${facts([
    ["Protocol", protocols[plan.wire]],
    ["Load", loadText(plan)],
    [
      "Measured per step",
      `${figure(plan.secondsPerStep)} s${requestsPerStep === null ? "" : ` or ${figure(requestsPerStep)} requests, whichever comes first`}`,
    ],
    [
      "Warm-up",
      warmup.kind === "auto"
        ? `until stable, at most ${figure(warmup.mostSeconds)} s`
        : warmup.kind === "fixed"
          ? `${figure(warmup.seconds)} s`
          : `${figure(warmup.count)} requests`,
    ],
    [
      "Objective",
      objective
        ? `${objective.of === "firstToken" ? "time to first token " : ""}p${objective.percentile} ≤ ${figure(objective.boundMs)} ms${furtherLimits(objective)}${plan.stopWhenCertified ? "; steps end when certified" : ""}`
        : "none",
    ],
    ["Goal", goalText(plan)],
    ["Seed", String(plan.seed)],
  ])}${plan.traffic.map(
    (each) =>
      html`<h3>Requests to ${each.model}${each.modelVersion && ` version ${each.modelVersion}`}</h3>${facts(trafficFacts(each))}`,
  )}`;
}

/** Criteria of goodput in addition to the objective's limit. */
function furtherLimits(objective: Objective): string {
  const limits = goodputLimits(objective).slice(1);
  return limits.length === 0 ? "" : `; goodput also requires ${formatLimits(limits)}`;
}

const arrivalText = (arrivals: Arrivals) =>
  arrivals.kind === "constant"
    ? "constant gaps"
    : arrivals.kind === "poisson"
      ? "Poisson arrivals"
      : `gamma arrivals, burstiness ${arrivals.burstiness}`;

function loadText(plan: ExperimentPlan): string {
  const { load } = plan;
  const of = beginsConversations(plan) ? "conversations" : undefined;
  const unit = formatRateUnit({ of });
  switch (load.kind) {
    case "concurrency": {
      const think = load.thinkMs > 0 ? ` after ${figure(load.thinkMs)} ms` : "";
      const pace = load.paceMs ? `, and begins at most one in ${figure(load.paceMs)} ms` : "";
      const delay = `${think}${pace}`;
      const clients = load.levels.length === 1 && load.levels[0] === 1 ? "client" : "clients";
      return `${load.levels.join(", ")} ${clients}; each waits for a response before sending the next${delay}`;
    }
    case "rate":
      return `${load.rates.join(", ")} ${unit}, ${arrivalText(load.arrivals)}`;
    case "trace":
      return `the trace's instants, ${formatTraceSpeeds(load.speeds)}`;
    case "bursts":
      return `bursts of ${figure(load.size)} ${of ?? "requests"} every ${figure(load.everyMs)} ms`;
    case "intervals":
      return `${figure(load.micros.length)} recorded gaps, repeated`;
    case "profile": {
      const parts = load.parts.map(
        ({ seconds, from, to }) =>
          `${from === to ? figure(from) : `${figure(from)} to ${figure(to)}`} ${unit} for ${figure(seconds)} s`,
      );
      return `${parts.join(", then ")}; ${arrivalText(load.arrivals)}`;
    }
  }
}

function goalText({ goal }: ExperimentPlan): string {
  if (goal.kind === "sweep") return "sweep: measure each load once";
  if (goal.kind === "search") {
    return `search: the highest load from ${goal.least} to ${goal.most} that meets the objective, to ${percent(goal.precision)}`;
  }
  return `compare ${goal.candidates.map(({ label }) => `'${label}'`).join(", ")}; interleaved, ${goal.replicates} times each`;
}

export function candidateTexts({ goal }: ExperimentPlan): Html | null {
  if (goal.kind !== "compare") return null;
  return html`<h2>Configurations compared</h2>${goal.candidates.map(
    ({ label, configText }) =>
      html`<h3>${label}</h3>${
        configText === null
          ? html`<p>The configuration that was active when the experiment started.</p>`
          : html`<pre>${configText}</pre>`
      }`,
  )}`;
}
