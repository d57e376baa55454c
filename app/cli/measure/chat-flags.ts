import {
  type ChatSource,
  type ChatTools,
  type Lengths,
  MAX_CONVERSATIONS,
  MAX_TRACE_SAMPLE,
  type Objective,
  type PoolingSource,
  type PrefixGroups,
  type RequestTrace,
  mayLackAnswerLengths,
  requestTraceFormat,
  type ToolAnswers,
  type TraceSample,
} from "../../../main/contract/index.ts";
import { UsageError } from "../command.ts";
import { type ChatValues, chatOptions, inputOptions } from "./flag-table.ts";
import { readTurnDelays, readTurns } from "./conversation-flags.ts";
import { readAudio } from "./audio-flags.ts";
import { integer, number, positive, readChoice, wrong } from "./flag-values.ts";

/** Names of vllm and AIPerf. */
const POOLING: Readonly<Record<string, PoolingSource["kind"]>> = {
  embeddings: "embeddings",
  "openai-embeddings": "embeddings",
  rerank: "rerank",
  "vllm-rerank": "rerank",
};
const OF_RERANK = ["query-len", "top-n"] as const;
const OF_EMBEDDINGS = ["dimensions", "encoding-format"] as const;
const OF_POOLING = ["random-input-len", "random-range-ratio"] as const;
const QUERY_TOKENS = "32";

const ENDPOINTS: Readonly<Record<string, ChatSource["endpoint"]>> = {
  chat: "chat",
  "openai-chat": "chat",
  completions: "completions",
  openai: "completions",
  responses: "responses",
  "openai-responses": "responses",
};

const MOST = 1_000_000;
const LENGTH =
  "a number of tokens, uniform:LEAST:MOST, normal:MEAN:DEVIATION or lognormal:MEDIAN:SIGMA";
/** vllm's defaults. */
const INPUT_TOKENS = "1024";
const OUTPUT_TOKENS = "128";

/** Null without --endpoint-type. A UsageError has the flag, its value and what would be right. */
export function readOpenAiSource(values: ChatValues): ChatSource | PoolingSource | null {
  const type = values["endpoint-type"] as string | undefined;
  if (type === undefined) {
    refuse(values, Object.keys(chatOptions), "is for chat servers; add --endpoint-type chat");
    return null;
  }
  refuse(values, Object.keys(inputOptions), "is for tensors, and --endpoint-type sends prompts");
  const pooling = Object.hasOwn(POOLING, type) ? POOLING[type] : undefined;
  if (pooling) return readPooling(values, pooling);
  const endpoint = Object.hasOwn(ENDPOINTS, type) ? ENDPOINTS[type] : undefined;
  if (!endpoint)
    return wrong("--endpoint-type", type, "chat, completions, responses, embeddings or rerank");
  refuse(values, [...OF_RERANK, ...OF_EMBEDDINGS], `is not for --endpoint-type ${type}`);
  const temperature = values.temperature as string | undefined;
  return {
    kind: "chat",
    endpoint,
    ...readPrompts(values),
    outputs: readLengths(values, "random-output-len", "output-tokens", OUTPUT_TOKENS),
    ...readImages(values),
    ...readAudio(values),
    ...readTools(values),
    ignoreEos: values["ignore-eos"] === true,
    temperature: temperature === undefined ? 0 : number("--temperature", temperature, 0, 2),
    ...(values["no-streaming"] === true && { streamed: false }),
    ...readConversation(values),
  };
}

const IMAGE_PIXELS = "512";
const MAX_PIXELS = 8192;
const MAX_IMAGES = 64;
const MAX_TOOLS = 128;

function readImages(values: ChatValues): Pick<ChatSource, "images"> {
  const names = ["image-batch-size", "image-width-mean", "image-height-mean"] as const;
  if (names.every((name) => values[name] === undefined)) return {};
  const read = (name: (typeof names)[number], fallback: string, most: number) =>
    integer(`--${name}`, (values[name] as string | undefined) ?? fallback, 1, most);
  return {
    images: {
      count: read("image-batch-size", "1", MAX_IMAGES),
      width: read("image-width-mean", IMAGE_PIXELS, MAX_PIXELS),
      height: read("image-height-mean", IMAGE_PIXELS, MAX_PIXELS),
    },
  };
}

const OF_ANSWERS = ["tool-output-len", "tool-delay", "tool-rounds"] as const;
const TOOL_TOKENS = "128";
const MAX_ROUNDS = 16;

function readTools(values: ChatValues): Pick<ChatSource, "tools"> {
  const count = values.tools as string | undefined;
  const choice = values["tool-choice"] as string | undefined;
  if (count === undefined) {
    refuse(values, ["tool-choice", ...OF_ANSWERS], "needs --tools");
    return {};
  }
  if (choice !== undefined && choice !== "auto" && choice !== "required")
    return wrong("--tool-choice", choice, "auto or required");
  const offered: ChatTools = {
    count: integer("--tools", count, 1, MAX_TOOLS),
    choice: choice ?? "auto",
  };
  if (values.turns !== undefined) return { tools: { ...offered, answers: readAnswers(values) } };
  refuse(values, OF_ANSWERS, "needs --turns");
  return { tools: offered };
}

function readAnswers(values: ChatValues): ToolAnswers {
  const read = (name: (typeof OF_ANSWERS)[number], fallback: string) =>
    [`--${name}`, (values[name] as string | undefined) ?? fallback] as const;
  return {
    lengths: parsed(...read("tool-output-len", TOOL_TOKENS)),
    delayMs: number(...read("tool-delay", "0"), 0, 3_600_000),
    rounds: integer(...read("tool-rounds", "1"), 1, MAX_ROUNDS),
  };
}

function readPooling(values: ChatValues, kind: PoolingSource["kind"]): PoolingSource {
  const own: readonly string[] = kind === "rerank" ? OF_RERANK : OF_EMBEDDINGS;
  const allowed = new Set<string>(["endpoint-type", "dataset-path", ...OF_POOLING, ...own]);
  const others = Object.keys(chatOptions).filter((name) => !allowed.has(name));
  refuse(values, others, `is not for --endpoint-type ${kind}`);
  const path = values["dataset-path"] as string | undefined;
  if (path !== undefined)
    refuse(values, [...OF_POOLING, "query-len"], "is for generated texts, not --dataset-path");
  const file = path === undefined ? {} : { file: { path } };
  const lengths = readLengths(values, "random-input-len", "synthetic-input-tokens", INPUT_TOKENS);
  const count = (name: "top-n" | "dimensions") => {
    const text = values[name] as string | undefined;
    return text === undefined ? null : whole(`--${name}`, text);
  };
  if (kind === "rerank") {
    const query = (values["query-len"] as string | undefined) ?? QUERY_TOKENS;
    return {
      kind,
      ...file,
      queries: parsed("--query-len", query),
      documents: lengths,
      topN: count("top-n"),
    };
  }
  const encoding = (values["encoding-format"] as string | undefined) ?? "float";
  if (encoding !== "float" && encoding !== "base64")
    return wrong("--encoding-format", encoding, "float or base64");
  return { kind, ...file, lengths, dimensions: count("dimensions"), encoding };
}

function refuse(values: ChatValues, names: readonly string[], why: string): void {
  const all: Readonly<Record<string, unknown>> = values;
  const stray = names.find((name) => all[name] !== undefined && all[name] !== false);
  if (stray !== undefined) throw new UsageError(`--${stray} ${why}.`);
}

function readPrompts(values: ChatValues): Pick<ChatSource, "prompts" | "prefixes"> {
  const trace = readTraceFlags(values);
  if (trace !== null) return { prompts: trace, prefixes: null };
  const path = values["dataset-path"] as string | undefined;
  const prefix = readChoice(values, ["random-prefix-len", "shared-prefixes"]);
  if (path !== undefined) {
    const generatedFlags = ["random-input-len", "synthetic-input-tokens-mean", "random-prefix-len"];
    refuse(
      values,
      [...generatedFlags, "shared-prefixes", "prefix-spread"],
      "is for generated prompts, not --dataset-path",
    );
    return { prompts: { kind: "file", path }, prefixes: null };
  }
  const lengths = readLengths(values, "random-input-len", "synthetic-input-tokens", INPUT_TOKENS);
  if (prefix === "random-prefix-len") {
    const tokens = whole("--random-prefix-len", values["random-prefix-len"] as string);
    const prefixes = { share: 1, count: 1, tokens };
    return { prompts: { kind: "words", lengths: longer(lengths, tokens) }, prefixes };
  }
  const shared = values["shared-prefixes"] as string | undefined;
  const spread = values["prefix-spread"] as string | undefined;
  if (shared === undefined) refuse(values, ["prefix-spread"], "needs --shared-prefixes");
  const prefixes = shared === undefined ? null : readPrefixes(shared, spread);
  return { prompts: { kind: "words", lengths }, prefixes };
}

/** Empty without --turns. */
function readConversation(values: ChatValues): Pick<ChatSource, "conversation"> {
  const turns = values.turns as string | undefined;
  if (turns === undefined) {
    refuse(values, ["turn-input-len", "turn-think", "max-conversations"], "needs --turns");
    return {};
  }
  const later = values["turn-input-len"] as string | undefined;
  const most = values["max-conversations"] as string | undefined;
  return {
    conversation: {
      turns: readTurns(turns),
      laterLengths: later === undefined ? null : parsed("--turn-input-len", later),
      think: readTurnDelays((values["turn-think"] as string | undefined) ?? "0"),
      ...(most !== undefined && {
        mostInProgress: integer("--max-conversations", most, 1, MAX_CONVERSATIONS),
      }),
    },
  };
}

const OF_ANSWER_LENGTHS = ["random-output-len", "output-tokens-mean", "output-tokens-stddev"];

/** Flags of lengths, which a trace defines itself. */
const OF_LENGTHS = [
  "random-input-len",
  "random-range-ratio",
  "random-prefix-len",
  "shared-prefixes",
  "prefix-spread",
  "turn-input-len",
  "synthetic-input-tokens-mean",
  "synthetic-input-tokens-stddev",
  "dataset-path",
];

/** Null without --trace. */
function readTraceFlags(values: ChatValues): RequestTrace | null {
  const path = values.trace as string | undefined;
  if (path === undefined) {
    refuse(values, ["trace-format", "trace-span", "trace-sha256", "trace-sample"], "needs --trace");
    return null;
  }
  refuse(values, OF_LENGTHS, "is for other prompts than those of --trace");
  const format = requestTraceFormat.safeParse(values["trace-format"]);
  if (!format.success || !mayLackAnswerLengths(format.data))
    refuse(values, OF_ANSWER_LENGTHS, "is for other prompts than those of --trace");
  if (!format.success) {
    const given = values["trace-format"] as string | undefined;
    return wrong("--trace-format", given ?? "missing", requestTraceFormat.options.join(", "));
  }
  const span = values["trace-span"] as string | undefined;
  const sample = values["trace-sample"] as string | undefined;
  const sha256 = values["trace-sha256"] as string | undefined;
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256)) {
    return wrong("--trace-sha256", sha256, "64 lower-case hexadecimal digits");
  }
  return {
    kind: "trace",
    path,
    format: format.data,
    ...readTraceSpan(span),
    ...(sample !== undefined && { sample: readTraceSample(sample) }),
    // The rest of the file's properties is read before the run.
    read: sha256 === undefined ? null : { sha256, requests: 1, seconds: null },
  };
}

function readTraceSample(text: string): TraceSample {
  const flag = "--trace-sample";
  const [count = "", seed = "1", ...more] = text.split(":");
  if (more.length > 0) return wrong(flag, text, "N conversations, or N:SEED, such as 10000:1");
  return {
    conversations: integer(flag, count, 1, MAX_TRACE_SAMPLE),
    seed: integer(flag, seed, 0, 2 ** 31 - 1),
  };
}

function readTraceSpan(text: string | undefined): Pick<RequestTrace, "from" | "until"> {
  const flag = "--trace-span";
  if (text === undefined) return { from: 0, until: null };
  const [from, until, ...more] = text.split(":");
  if (until === undefined || more.length > 0) {
    return wrong(flag, text, "FROM:UNTIL in seconds, such as 60:120, or 60: to the trace's end");
  }
  const start = number(flag, from ?? "", 0, 1e9);
  const end = until === "" ? null : number(flag, until, 0, 1e9);
  if (end === null || end > start) return { from: start, until: end };
  return wrong(flag, text, "a span whose end is after its start");
}

/** vllm's prefix is added to the length. */
function longer(lengths: Lengths, by: number): Lengths {
  switch (lengths.kind) {
    case "fixed":
      return { ...lengths, tokens: lengths.tokens + by };
    case "uniform":
      return { ...lengths, least: lengths.least + by, most: lengths.most + by };
    case "normal":
      return { ...lengths, mean: lengths.mean + by };
    case "lognormal":
      throw new UsageError(
        "--random-prefix-len adds to the length, which a lognormal one does not allow; use --shared-prefixes=1:1:TOKENS.",
      );
  }
}

function readPrefixes(text: string, spread: string | undefined): ChatSource["prefixes"] {
  const flag = "--shared-prefixes";
  const [share, count, tokens, ...more] = text.split(":");
  if (tokens === undefined || more.length > 0)
    return wrong(flag, text, "SHARE:COUNT:TOKENS, such as 0.5:4:256");
  return {
    share: number(flag, share ?? "", 0, 1),
    count: integer(flag, count ?? "", 1, 10_000),
    tokens: whole(flag, tokens),
    ...(spread !== undefined && { byGroup: readSpread(spread, Number(count)) }),
  };
}

/** Distribution of requests over `count` groups. */
function readSpread(text: string, count: number): NonNullable<PrefixGroups["byGroup"]> {
  const flag = "--prefix-spread";
  const [kind, exponent, ...more] = text.split(":");
  if (kind === "zipf" && exponent !== undefined && more.length === 0) {
    return { kind, exponent: number(flag, exponent, 0, 5) };
  }
  const weights = text.split(",").map((each) => positive(flag, each, 1_000_000));
  if (weights.length === count) return { kind: "weights", weights };
  return wrong(flag, text, `zipf:EXPONENT, or ${count} weights, one for each prefix`);
}

const whole = (flag: string, text: string) => integer(flag, text, 1, MOST);

function readLengths(
  values: ChatValues,
  name: "random-input-len" | "random-output-len",
  synthetic: "synthetic-input-tokens" | "output-tokens",
  fallback: string,
): Lengths {
  const mean = values[`${synthetic}-mean`] as string | undefined;
  const deviation = values[`${synthetic}-stddev`] as string | undefined;
  if (mean === undefined) {
    if (deviation !== undefined)
      throw new UsageError(`--${synthetic}-stddev needs --${synthetic}-mean.`);
    const text = (values[name] as string | undefined) ?? fallback;
    return spread(parsed(`--${name}`, text), values["random-range-ratio"] as string | undefined);
  }
  refuse(values, [name], `and --${synthetic}-mean exclude each other; give one of them`);
  const tokens = whole(`--${synthetic}-mean`, mean);
  const by = number(`--${synthetic}-stddev`, deviation ?? "0", 0, MOST);
  return by === 0 ? { kind: "fixed", tokens } : { kind: "normal", mean: tokens, deviation: by };
}

/** vllm's distribution: uniform from (1 − ratio) to (1 + ratio) of the length. */
function spread(lengths: Lengths, text: string | undefined): Lengths {
  if (text === undefined || lengths.kind !== "fixed") return lengths;
  const ratio = number("--random-range-ratio", text, 0, 0.999_999);
  if (ratio === 0) return lengths;
  const { tokens } = lengths;
  return {
    kind: "uniform",
    least: Math.max(1, Math.floor(tokens * (1 - ratio))),
    most: Math.min(MOST, Math.ceil(tokens * (1 + ratio))),
  };
}

function parsed(flag: string, text: string): Lengths {
  if (/^\d+$/.test(text)) return { kind: "fixed", tokens: whole(flag, text) };
  const [kind, first = "", second = "", ...more] = text.split(":");
  if (more.length > 0 || second === "") return wrong(flag, text, LENGTH);
  switch (kind) {
    case "uniform":
      return { kind, least: whole(flag, first), most: whole(flag, second) };
    case "normal":
      return { kind, mean: whole(flag, first), deviation: number(flag, second, 0, MOST) };
    case "lognormal":
      return { kind, median: whole(flag, first), sigma: number(flag, second, 0, 3) };
    default:
      return wrong(flag, text, LENGTH);
  }
}

type Bounds = Pick<Objective, "boundMs" | "of" | "perTokenMs" | "responseMs">;

/**
 * AIPerf's names for vllm's limits; its inter-token latency is the mean per token after the first,
 * like tpot.
 */
const GOODPUT: Readonly<Record<string, "ttft" | "tpot" | "e2el">> = {
  ttft: "ttft",
  time_to_first_token: "ttft",
  tpot: "tpot",
  inter_token_latency: "tpot",
  e2el: "e2el",
  request_latency: "e2el",
};

/** vllm's --goodput: ttft, e2el or both, and optionally tpot, each with its limit in ms. */
export function readGoodput(text: string): Bounds {
  const right =
    "ttft:MS or e2el:MS or both, and optionally tpot:MS, such as 'ttft:200 tpot:50 e2el:3000'";
  const given: Record<string, number> = {};
  for (const each of text.split(/[\s,]+/).filter(Boolean)) {
    const [word = "", ms = "", ...more] = each.split(":");
    const name = Object.hasOwn(GOODPUT, word) ? GOODPUT[word] : undefined;
    if (name === undefined || more.length > 0 || name in given)
      return wrong("--goodput", text, right);
    given[name] = number("--goodput", ms, Number.MIN_VALUE, 3_600_000);
  }
  const { ttft, e2el, tpot } = given;
  const boundMs = ttft ?? e2el;
  if (boundMs === undefined) return wrong("--goodput", text, right);
  return {
    boundMs,
    ...(ttft !== undefined && { of: "firstToken" }),
    ...(tpot !== undefined && { perTokenMs: tpot }),
    ...(ttft !== undefined && e2el !== undefined && { responseMs: e2el }),
  };
}
