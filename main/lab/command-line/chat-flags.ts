import {
  type ChatSource,
  type ExperimentPlan,
  goodputLimits,
  type Lengths,
  type PoolingSource,
} from "../../contract/index.ts";
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

/** Of requests for embeddings or a rerank. */
export function poolingFlags(source: PoolingSource): string[] {
  if (source.kind === "rerank") {
    return [
      flag("endpoint-type", source.kind),
      flag("random-input-len", lengthWords(source.documents)),
      flag("query-len", lengthWords(source.queries)),
      ...(source.topN === null ? [] : [flag("top-n", source.topN)]),
    ];
  }
  return [
    flag("endpoint-type", source.kind),
    flag("random-input-len", lengthWords(source.lengths)),
    ...(source.dimensions === null ? [] : [flag("dimensions", source.dimensions)]),
    ...(source.encoding === "float" ? [] : [flag("encoding-format", source.encoding)]),
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

const GOODPUT = { firstToken: "ttft", perToken: "tpot", response: "e2el" } as const;

/** What the objective limits, and to how much; for plans with chat objectives. */
export function goodputFlag({ objective }: ExperimentPlan): string {
  if (!objective) return "";
  const limits = goodputLimits(objective).map(({ of, ms }) => `${GOODPUT[of]}:${ms}`);
  return flag("goodput", limits.join(" "));
}
