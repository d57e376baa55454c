import type { Distribution, InputSource, Traffic } from "../../contract/index.ts";
import { chatFlags, poolingFlags } from "./chat-flags.ts";
import { encodeName, flag, shortFlag } from "./flag.ts";

export function modelFlags({ model, modelVersion }: Traffic): string[] {
  return [
    shortFlag("m", "model-name", model),
    ...(modelVersion === "" ? [] : [shortFlag("x", "model-version", modelVersion)]),
  ];
}

/** The flags of one kind of requests except its model; defaults are left out. */
export function trafficFlags(traffic: Traffic): string[] {
  const { reuse, sequence } = traffic;
  return [
    ...(traffic.weight === 1 ? [] : [flag("weight", traffic.weight)]),
    ...(traffic.batchSize === 1 ? [] : [`-b ${traffic.batchSize}`]),
    ...Object.entries(traffic.shapes).map(([name, dims]) =>
      flag("shape", `${name}:${dims.join(",")}`),
    ),
    ...inputFlags(traffic.inputs),
    ...(isTrace(traffic.inputs) ? [] : [flag("distinct-inputs", traffic.distinctInputs)]),
    ...(reuse.kind === "duplicates" ? [flag("duplicates", reuse.share)] : []),
    ...(reuse.kind === "zipf" ? [flag("zipf", reuse.exponent)] : []),
    ...(traffic.deadlineMs === null ? [] : [flag("deadline", traffic.deadlineMs)]),
    ...(traffic.priority === 0 ? [] : [flag("priority", traffic.priority)]),
    ...(traffic.timeoutMicros === null ? [] : [flag("queue-timeout", traffic.timeoutMicros)]),
    ...(sequence ? [flag("sequence-length", `${sequence.shortest}:${sequence.longest}`)] : []),
    ...(traffic.checkOutputs ? ["--check-outputs"] : []),
  ];
}

/** A trace has requests of its own number. */
const isTrace = (inputs: InputSource) => inputs.kind === "chat" && inputs.prompts.kind === "trace";

function inputFlags(inputs: InputSource): string[] {
  switch (inputs.kind) {
    case "generated":
      return Object.entries(inputs.byInput).map(([name, distribution]) =>
        flag("input", `${encodeName(name)}=${formatDistribution(distribution)}`),
      );
    case "perf-analyzer":
      return [flag("input-data", formatPath(inputs.path))];
    case "numpy":
      return Object.entries(inputs.files).map(([name, path]) =>
        flag("numpy", `${encodeName(name)}=${path}`),
      );
    case "images":
      return [
        flag("images", inputs.folder),
        flag("images-input", inputs.input),
        flag("image-scaling", inputs.scaling),
      ];
    case "embeddings":
    case "rerank":
      return poolingFlags(inputs);
    case "chat":
      return chatFlags(inputs);
    case "csv":
      return [
        flag("csv", inputs.path),
        ...Object.entries(inputs.columns).map(([name, columns]) =>
          flag("columns", `${encodeName(name)}=${columns.map(encodeName).join(",")}`),
        ),
      ];
  }
}

/** `zero` and `random` are keywords of --input-data, not paths. */
export const formatPath = (path: string) => (/^(zero|random)$/.test(path) ? `./${path}` : path);

function formatDistribution(distribution: Distribution): string {
  switch (distribution.kind) {
    case "uniform":
      return `uniform:${distribution.least}:${distribution.most}`;
    case "normal":
      return `normal:${distribution.mean}:${distribution.deviation}`;
    case "tokens":
      return `tokens:${distribution.below}`;
    case "texts":
      return `texts:${distribution.shortest}:${distribution.longest}`;
    default:
      return distribution.kind;
  }
}
