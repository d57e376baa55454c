import {
  beginsConversations,
  type Experiment,
  type ExperimentPlan,
  type ExperimentStep,
  formatRateUnit,
  formatTraceSpeeds,
  timeOfLoad,
  type Wire,
} from "../../main/contract/index.ts";
import { formatCount } from "../format/numbers.ts";
import type { Tone } from "../ui/badge.tsx";

/** State of an experiment as colour and text. */
export const experimentStates: Record<Experiment["state"], { tone: Tone; words: string }> = {
  running: { tone: "accent", words: "Running" },
  paused: { tone: "warn", words: "Paused" },
  done: { tone: "good", words: "Done" },
  cancelled: { tone: "neutral", words: "Stopped" },
  interrupted: { tone: "warn", words: "Interrupted" },
  failed: { tone: "bad", words: "Failed" },
};

export const wires: readonly { value: Wire; label: string; about: string }[] = [
  { value: "http", label: "HTTP", about: "HTTP with the binary tensor extension." },
  { value: "grpc", label: "gRPC", about: "Unary gRPC calls with the lab's own framing." },
  {
    value: "grpc-stream",
    label: "gRPC stream",
    about: "One ModelStreamInfer stream per client. Decoupled models need it.",
  },
  {
    value: "grpc-js",
    label: "grpc-js",
    about:
      "Unary calls with the grpc-js library, for comparison: this client takes more time than the lab's.",
  },
  {
    value: "openai",
    label: "OpenAI",
    about:
      "OpenAI's endpoints over HTTP; chats, completions and responses arrive as server-sent events.",
  },
];

export const formatProtocol = (wire: Wire) =>
  wires.find(({ value }) => value === wire)?.label ?? wire;

/** The model that an experiment measures. */
export const mainModel = (plan: ExperimentPlan) => plan.traffic[0]?.model ?? "";

const list = (values: readonly number[]) => {
  const shown = values.slice(0, 6).map((value) => formatCount(value));
  return values.length > 6
    ? `${shown.join(", ")}, … ${formatCount(values.at(-1) ?? null)}`
    : shown.join(", ");
};

const arrivalNames = { constant: "constant", poisson: "Poisson", gamma: "gamma" };

/** The load of a plan, in short: "1, 8, 32 clients". */
export function formatLoad(plan: Pick<ExperimentPlan, "load" | "traffic">): string {
  const { load } = plan;
  switch (load.kind) {
    case "concurrency":
      return `${list(load.levels)} ${load.levels.length === 1 && load.levels[0] === 1 ? "client" : "clients"}`;
    case "rate":
      return `${list(load.rates)} ${rateUnit(plan)}, ${arrivalNames[load.arrivals.kind]}`;
    case "profile":
      return `profile of ${load.parts.length} ${load.parts.length === 1 ? "part" : "parts"}`;
    case "bursts":
      return `${formatCount(load.size)} at once every ${formatCount(load.everyMs)} ms`;
    case "trace":
      return `trace ${formatTraceSpeeds(load.speeds)}`;
    case "intervals":
      return "recorded gaps";
  }
}

/** What a plan does, in short. */
export function formatPlan(plan: ExperimentPlan): string {
  const { goal, load } = plan;
  switch (goal.kind) {
    case "sweep":
      return formatLoad(plan);
    case "search":
      return `search, ${formatCount(goal.least)} to ${formatCount(goal.most)} ${load.kind === "concurrency" ? "clients" : rateUnit(plan)}`;
    case "compare":
      return `${goal.candidates.length} configurations, ${goal.replicates} times, ${formatLoad(plan)}`;
  }
}

/** Of a plan's load by rate. */
const rateUnit = (plan: Pick<ExperimentPlan, "load" | "traffic">) =>
  formatRateUnit({ of: beginsConversations(plan) ? "conversations" : undefined });

/** The load of a step: "8 clients", "240 req/s". */
export function loadWithUnit({ load }: Pick<ExperimentStep, "load">): string {
  if (load.kind === "rate") return `${formatCount(load.value)} ${formatRateUnit(load)}`;
  return `${formatCount(load.value)} ${load.value === 1 ? "client" : "clients"}`;
}

/** The name of a candidate of a comparison. */
export function candidateName({ goal }: ExperimentPlan, index: number): string {
  return (goal.kind === "compare" && goal.candidates[index]?.label) || `candidate ${index}`;
}

/** What distinguishes a step from the others of its experiment. */
export function stepName(
  { plan, steps }: Pick<Experiment, "plan" | "steps">,
  step: ExperimentStep,
): string {
  if (step.candidate === null) {
    const time = timeOfLoad(steps, step);
    return time === 1 ? loadWithUnit(step) : `${loadWithUnit(step)} #${time}`;
  }
  const which = step.replicate === null ? "" : ` #${step.replicate + 1}`;
  return `${candidateName(plan, step.candidate)}${which}`;
}

/** Requests that did not succeed. */
export const countFailures = ({ outcomes }: Pick<ExperimentStep, "outcomes">) =>
  Object.values(outcomes).reduce((sum, each) => sum + each, 0);
