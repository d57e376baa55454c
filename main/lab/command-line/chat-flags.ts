import {
  type ChatAudio,
  type ChatSource,
  type ChatTools,
  type ExperimentPlan,
  goodputLimits,
  mayLackAnswerLengths,
  type PoolingSource,
  type PrefixGroups,
} from "../../contract/index.ts";
import { conversationFlags } from "./conversation-flags.ts";
import { formatLengths } from "./format-lengths.ts";
import { flag } from "./flag.ts";

/** The flags of requests to a chat server. */
export function chatFlags(source: ChatSource): string[] {
  const {
    endpoint,
    prompts,
    prefixes,
    outputs,
    ignoreEos,
    temperature,
    conversation,
    images,
    audio,
    tools,
  } = source;
  return [
    flag("endpoint-type", endpoint),
    ...promptFlags(prompts),
    ...(prefixes ? prefixFlags(prefixes) : []),
    ...(prompts.kind === "trace" && !mayLackAnswerLengths(prompts.format)
      ? []
      : [flag("random-output-len", formatLengths(outputs))]),
    ...(images
      ? [
          flag("image-batch-size", images.count),
          flag("image-width-mean", images.width),
          flag("image-height-mean", images.height),
        ]
      : []),
    ...(audio ? audioFlags(audio) : []),
    ...(tools ? toolFlags(tools) : []),
    ...(ignoreEos ? ["--ignore-eos"] : []),
    ...(temperature === 0 ? [] : [flag("temperature", temperature)]),
    ...(source.streamed === false ? ["--no-streaming"] : []),
    ...(conversation ? conversationFlags(conversation) : []),
  ];
}

function toolFlags({ count, choice, answers }: ChatTools): string[] {
  const offered = [flag("tools", count), flag("tool-choice", choice)];
  if (!answers) return offered;
  return [
    ...offered,
    flag("tool-output-len", formatLengths(answers.lengths)),
    flag("tool-delay", answers.delayMs),
    flag("tool-rounds", answers.rounds),
  ];
}

function audioFlags(audio: ChatAudio): string[] {
  const count = flag("audio-batch-size", audio.count);
  if (audio.kind === "files") return [count, flag("audio-folder", audio.folder)];
  return [
    count,
    flag("audio-length-mean", audio.meanSeconds),
    flag("audio-length-stddev", audio.deviationSeconds),
    flag("audio-sample-rates", audio.sampleRate / 1000),
    flag("audio-num-channels", audio.channels),
  ];
}

/** The flags of requests for embeddings or a rerank. */
export function poolingFlags(source: PoolingSource): string[] {
  if (source.kind === "rerank") {
    return [
      flag("endpoint-type", source.kind),
      ...(source.file
        ? [flag("dataset-path", source.file.path)]
        : [
            flag("random-input-len", formatLengths(source.documents)),
            flag("query-len", formatLengths(source.queries)),
          ]),
      ...(source.topN === null ? [] : [flag("top-n", source.topN)]),
    ];
  }
  return [
    flag("endpoint-type", source.kind),
    source.file
      ? flag("dataset-path", source.file.path)
      : flag("random-input-len", formatLengths(source.lengths)),
    ...(source.dimensions === null ? [] : [flag("dimensions", source.dimensions)]),
    ...(source.encoding === "float" ? [] : [flag("encoding-format", source.encoding)]),
  ];
}

function prefixFlags({ share, count, tokens, byGroup }: PrefixGroups): string[] {
  const groups = flag("shared-prefixes", `${share}:${count}:${tokens}`);
  if (!byGroup) return [groups];
  const spread = byGroup.kind === "zipf" ? `zipf:${byGroup.exponent}` : byGroup.weights.join(",");
  return [groups, flag("prefix-spread", spread)];
}

function promptFlags(prompts: ChatSource["prompts"]): string[] {
  switch (prompts.kind) {
    case "file":
      return [flag("dataset-path", prompts.path)];
    case "words":
      return [flag("random-input-len", formatLengths(prompts.lengths))];
    case "trace": {
      const { path, format, from, until, sample, read } = prompts;
      return [
        flag("trace", path),
        flag("trace-format", format),
        ...(from === 0 && until === null ? [] : [flag("trace-span", `${from}:${until ?? ""}`)]),
        ...(sample ? [flag("trace-sample", `${sample.conversations}:${sample.seed}`)] : []),
        ...(read ? [flag("trace-sha256", read.sha256)] : []),
      ];
    }
  }
}

const GOODPUT = { firstToken: "ttft", perToken: "tpot", response: "e2el" } as const;

/** The flags of chat objectives: the limited figure and the limit. */
export function goodputFlag({ objective }: ExperimentPlan): string {
  if (!objective) return "";
  const limits = goodputLimits(objective).map(({ of, ms }) => `${GOODPUT[of]}:${ms}`);
  return flag("goodput", limits.join(" "));
}
