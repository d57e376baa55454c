import type { ExperimentPlan } from "../contract/index.ts";
import { goodputFlag } from "./command-line/chat-flags.ts";
import { intervalsFromInput, loadFlags } from "./command-line/load-flags.ts";
import { modelFlags, trafficFlags } from "./command-line/traffic-flags.ts";
import { flag, shortFlag } from "./command-line/flag.ts";

const COMMAND = "npm run --silent batchdeck -- measure";

/**
 * The shell command that measures a plan; `address` is HOST:PORT for the plan's protocol. The command line applies no
 * configurations: for a comparison it measures one replicate of one candidate, and a comment says so.
 */
export function shellCommand(plan: ExperimentPlan, address: string): string {
  const [first, ...others] = plan.traffic;
  const flags = [
    ...(first ? modelFlags(first) : []),
    shortFlag("u", "url", address),
    ...wireFlags(plan),
    ...(first ? trafficFlags(first) : []),
    ...loadFlags(plan),
    flag("seconds", plan.secondsPerStep),
    ...(plan.requestsPerStep === null ? [] : [flag("request-count", plan.requestsPerStep)]),
    warmupFlag(plan),
    ...objectiveFlags(plan),
    flag("seed", plan.seed),
    ...costFlags(plan),
    ...others.flatMap((each) => ["--next", ...modelFlags(each), ...trafficFlags(each)]),
  ];
  const command = `${intervalsInput(plan)}${COMMAND} ${flags.join(" ")}`;
  return plan.goal.kind === "compare" ? `${compareComment(plan.goal)}\n${command}` : command;
}

function wireFlags({ wire }: ExperimentPlan): string[] {
  if (wire === "openai") return [];
  return wire === "grpc-stream" ? ["-i grpc", "--streaming"] : [`-i ${wire}`];
}

function warmupFlag({ warmup }: ExperimentPlan): string {
  if (warmup.kind === "auto") return flag("warmup-auto", warmup.mostSeconds);
  if (warmup.kind === "requests") return flag("warmup-request-count", warmup.count);
  return flag("warmup-seconds", warmup.seconds);
}

function objectiveFlags(plan: ExperimentPlan): string[] {
  const { wire, objective, goal, stopWhenCertified } = plan;
  if (!objective) return [];
  return [
    flag("percentile", objective.percentile),
    wire === "openai" ? goodputFlag(plan) : flag("latency-threshold", objective.boundMs),
    ...(goal.kind === "search" ? [] : ["--whole-range"]),
    ...(stopWhenCertified ? ["--certify"] : []),
  ];
}

function costFlags({ costs }: ExperimentPlan): string[] {
  if (!costs) return [];
  const { price, tokenPrice, gpus, watts } = costs;
  return [
    ...(tokenPrice
      ? [
          flag("price-per-million-input", `${tokenPrice.inputPerMillion}${tokenPrice.currency}`),
          flag("price-per-million-output", `${tokenPrice.outputPerMillion}${tokenPrice.currency}`),
        ]
      : []),
    ...(price
      ? [
          flag(
            price.per === "gpu" ? "price-per-gpu-hour" : "price-per-hour",
            `${price.perHour}${price.currency}`,
          ),
        ]
      : []),
    ...(gpus === null ? [] : [flag("gpus", gpus)]),
    ...(watts === null ? [] : [flag("watts", watts)]),
  ];
}

/** printf is a shell builtin, which accepts more than a command's arguments may hold. */
function intervalsInput(plan: ExperimentPlan): string {
  if (plan.load.kind !== "intervals" || !intervalsFromInput(plan)) return "";
  return `printf '%s\\n' ${plan.load.micros.join(" ")} | `;
}

function compareComment(goal: Extract<ExperimentPlan["goal"], { kind: "compare" }>): string {
  const labels = goal.candidates.map(({ label }) => `'${label.replace(/[\r\n]+/g, " ")}'`);
  return `# With each of ${labels.join(", ")} active in turn, ${goal.replicates} times; the console does this by itself:`;
}
