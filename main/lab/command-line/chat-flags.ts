import {
  type ChatSource,
  type ExperimentPlan,
  goodputLimits,
  type Lengths,
} from "../../contract/index.ts";
import { flag } from "./shell-words.ts";

/** The flags of requests to a chat server. */
export function chatFlags(source: ChatSource): string[] {
  const { endpoint, prompts, prefixes, outputs, ignoreEos, temperature } = source;
  return [
    flag("endpoint-type", endpoint),
    ...promptFlags(prompts),
    ...(prefixes
      ? [flag("shared-prefixes", `${prefixes.share}:${prefixes.count}:${prefixes.tokens}`)]
      : []),
    ...(prompts.kind === "trace" ? [] : [flag("random-output-len", lengthWords(outputs))]),
    ...(ignoreEos ? ["--ignore-eos"] : []),
    ...(temperature === 0 ? [] : [flag("temperature", temperature)]),
  ];
}

function promptFlags(prompts: ChatSource["prompts"]): string[] {
  switch (prompts.kind) {
    case "file":
      return [flag("dataset-path", prompts.path)];
    case "words":
      return [flag("random-input-len", lengthWords(prompts.lengths))];
    case "trace": {
      const { path, format, from, until, read } = prompts;
      return [
        flag("trace", path),
        flag("trace-format", format),
        ...(from === 0 && until === null ? [] : [flag("trace-span", `${from}:${until ?? ""}`)]),
        ...(read ? [flag("trace-sha256", read.sha256)] : []),
      ];
    }
  }
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

const GOODPUT = { firstToken: "ttft", perToken: "tpot", response: "e2el" } as const;

/** What the objective limits, and to how much; for plans with chat objectives. */
export function goodputFlag({ objective }: ExperimentPlan): string {
  if (!objective) return "";
  const limits = goodputLimits(objective).map(({ of, ms }) => `${GOODPUT[of]}:${ms}`);
  return flag("goodput", limits.join(" "));
}
