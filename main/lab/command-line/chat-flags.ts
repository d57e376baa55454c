import type { ChatSource, ExperimentPlan, Lengths } from "../../contract/index.ts";
import { flag } from "./shell-words.ts";

/** The flags of requests to a chat server. */
export function chatFlags(source: ChatSource): string[] {
  const { endpoint, prompts, prefixes, outputs, ignoreEos, temperature } = source;
  return [
    flag("endpoint-type", endpoint),
    ...(prompts.kind === "file"
      ? [flag("dataset-path", prompts.path)]
      : [flag("random-input-len", lengthWords(prompts.lengths))]),
    ...(prefixes
      ? [flag("shared-prefixes", `${prefixes.share}:${prefixes.count}:${prefixes.tokens}`)]
      : []),
    flag("random-output-len", lengthWords(outputs)),
    ...(ignoreEos ? ["--ignore-eos"] : []),
    ...(temperature === 0 ? [] : [flag("temperature", temperature)]),
  ];
}

function lengthWords(lengths: Lengths): string {
  switch (lengths.kind) {
    case "fixed":
      return String(lengths.tokens);
    case "uniform":
      return `uniform:${lengths.least}:${lengths.most}`;
    case "normal":
      return `normal:${lengths.mean}:${lengths.deviation}`;
    case "lognormal":
      return `lognormal:${lengths.median}:${lengths.sigma}`;
  }
}

/** What the objective limits, and to how much; for plans with chat objectives. */
export function goodputFlag({ objective }: ExperimentPlan): string {
  if (!objective) return "";
  const { of, boundMs, perTokenMs } = objective;
  const bound = `${of === "firstToken" ? "ttft" : "e2el"}:${boundMs}`;
  return flag("goodput", perTokenMs ? `${bound} tpot:${perTokenMs}` : bound);
}
