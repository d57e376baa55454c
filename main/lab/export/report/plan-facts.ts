import type { ExperimentPlan, Traffic } from "../../../contract/index.ts";
import type { Exported } from "../json.ts";
import { figure } from "./figures.ts";
import { type Html, html } from "./html.ts";
import { facts } from "./tables.ts";

const json = (value: unknown) => JSON.stringify(value);

/** Every field of the plan in words, or as it stands in the JSON. */
export function planFacts(plan: ExperimentPlan): Html {
  const { warmup } = plan;
  return html`${facts([
    ["Wire", plan.wire],
    ["Load", loadOf(plan)],
    [
      "Measured per step",
      `${figure(plan.secondsPerStep)} s${plan.requestsPerStep === null ? "" : ` or ${plan.requestsPerStep} requests`}`,
    ],
    [
      "Warm-up",
      warmup.kind === "auto"
        ? `until settled, at most ${warmup.mostSeconds} s`
        : warmup.kind === "fixed"
          ? `${warmup.seconds} s`
          : `${warmup.count} requests`,
    ],
    [
      "Objective",
      plan.objective
        ? `${plan.objective.of === "firstToken" ? "first token " : ""}p${plan.objective.percentile} ≤ ${figure(plan.objective.boundMs)} ms${plan.stopWhenCertified ? ", steps end when certified" : ""}`
        : "none",
    ],
    ["Goal", goalOf(plan)],
    ["Seed", plan.seed],
  ])}${plan.traffic.map(trafficFacts)}`;
}

function loadOf({ load }: ExperimentPlan): string {
  if (load.kind === "concurrency") {
    const think = load.thinkMs > 0 ? `, ${load.thinkMs} ms between answer and next request` : "";
    return `closed loop, concurrency ${load.levels.join(", ")}${think}`;
  }
  if (load.kind === "rate") {
    return `open loop, ${load.rates.join(", ")} requests/s, ${json(load.arrivals)}`;
  }
  if (load.kind === "bursts") return `${load.size} requests at once every ${load.everyMs} ms`;
  if (load.kind === "intervals") return `${load.micros.length} recorded gaps, over and over`;
  const parts = load.parts.map(({ seconds, from, to }) => `${from} to ${to}/s in ${seconds} s`);
  return `open loop, ${parts.join(", ")}, ${json(load.arrivals)}`;
}

function goalOf({ goal }: ExperimentPlan): string {
  if (goal.kind === "sweep") return "each load once";
  if (goal.kind === "search") {
    return `the highest load that keeps the objective, from ${goal.least} to ${goal.most}, to within ${figure(goal.precision * 100)} %`;
  }
  return `${goal.candidates.map(({ label }) => `'${label}'`).join(", ")} interleaved, ${goal.replicates} times each`;
}

function trafficFacts(each: Traffic): Html {
  const { model, modelVersion, ...rest } = each;
  return html`<h3>Requests to ${model}${modelVersion && ` version ${modelVersion}`}</h3>${facts(
    Object.entries(rest).map(([name, value]) => [name, json(value)]),
  )}`;
}

export function environmentFacts({ environment }: Exported): Html {
  const { configText, otherConfigs = {}, ...rest } = environment;
  return html`${facts(Object.entries(rest).map(([name, value]) => [name, value === null ? "unknown" : String(value)]))}
<h3>Configuration in force</h3><pre>${configText || "unknown"}</pre>${Object.entries(
    otherConfigs,
  ).map(([model, text]) => html`<h3>Configuration of ${model} in force</h3><pre>${text}</pre>`)}`;
}

export function candidateTexts({ goal }: ExperimentPlan): Html | null {
  if (goal.kind !== "compare") return null;
  return html`<h2>Candidates</h2>${goal.candidates.map(
    ({ label, configText }) =>
      html`<h3>${label}</h3><pre>${configText ?? "the configuration that served when the experiment began"}</pre>`,
  )}`;
}
