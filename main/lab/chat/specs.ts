import { StatusError } from "../../../base/status-error.ts";
import {
  audioBytes,
  type ChatSource,
  type ExperimentPlan,
  hasTiming,
  holdsConversations,
  isChatPlan,
  isPooling,
  isStreamedPlan,
  MAX_AUDIO_BYTES,
  mayRecordTurns,
  recordsMessages,
  type ObservedModel,
  type PoolingSource,
  type RequestTrace,
  type ServerKind,
  type Traffic,
} from "../../contract/index.ts";
import {
  chatBody,
  chatInterface,
  checkRequestBytes,
  meanLength,
  poolingBody,
  poolingPath,
  toRequestPath,
  type Target,
} from "../../wire/index.ts";
import type { TrafficSpec } from "../generator/messages.ts";
import { calibrate } from "./calibrate.ts";
import { checkPooling } from "./pooling.ts";

/** Approximate bytes of an English token, and of a request besides its prompt. */
const BYTES_PER_TOKEN = 6;
const BYTES_PER_REQUEST = 400;

/** OpenAI's own server takes no fewer for a response. */
const LEAST_TOKENS = { chat: 1, completions: 1, responses: 16 } as const;

export const isChat = ({ wire }: Pick<ExperimentPlan, "wire">): boolean => wire === "openai";

/** INVALID_ARGUMENT names what is invalid in a plan for a chat server; `models`: those that the server lists. */
export function checkChat(
  plan: ExperimentPlan,
  models: readonly Pick<ObservedModel, "name">[],
): void {
  if (plan.goal.kind === "compare") {
    throw invalid(
      "goal is 'compare', but a chat server takes no configurations by call; use 'sweep' or 'search'.",
    );
  }
  rejectMixture(plan);
  rejectMixedStarts(plan);
  checkConversationLimit(plan);
  if (!isStreamedPlan(plan)) rejectTokenLimits(plan);
  for (const each of plan.traffic) {
    checkTraffic(each);
    if (models.length === 0 || models.some(({ name }) => name === each.model)) continue;
    throw invalid(
      `model is '${each.model}', which the server does not name; it serves ${models.map(({ name }) => name).join(", ")}.`,
    );
  }
}

function checkTraffic(traffic: Traffic): void {
  const source = requireOpenAiSource(traffic);
  const none: readonly (readonly [boolean, string, string])[] = [
    [traffic.modelVersion !== "", "modelVersion", "''"],
    [traffic.batchSize !== 1 && source.kind === "chat", "batchSize", "1"],
    [traffic.sequence !== null, "sequence", "null"],
    [traffic.timeoutMicros !== null, "timeoutMicros", "null"],
    [traffic.checkOutputs, "checkOutputs", "false"],
  ];
  const wrong = none.find(([isSet]) => isSet);
  if (wrong)
    throw invalid(
      `${wrong[1]} is set, which requests of kind '${source.kind}' do not have; leave it ${wrong[2]}.`,
    );
  if (isPooling(source)) return checkPooling(traffic, source);
  const { prompts, prefixes, outputs } = source;
  for (const [name, lengths] of [
    ["prompts.lengths", prompts.kind === "words" ? prompts.lengths : null],
    ["outputs", outputs],
    ["tools.answers.lengths", source.tools?.answers?.lengths],
  ] as const) {
    if (lengths?.kind !== "uniform" || lengths.least <= lengths.most) continue;
    throw invalid(`${name}.least is ${lengths.least}, more than ${name}.most, ${lengths.most}.`);
  }
  checkContents(source);
  checkConversation(source);
  if (prompts.kind !== "words") {
    if (prefixes)
      throw invalid("prefixes are for generated prompts; leave them null with a file or a trace.");
    if (prompts.kind === "trace") checkTrace(traffic, prompts);
    return;
  }
  // Turns are encoded one by one.
  if (source.conversation) return;
  const tokens = meanLength(prompts.lengths) + (prefixes?.tokens ?? 0);
  checkRequestBytes(
    traffic.distinctInputs,
    Math.ceil(tokens * BYTES_PER_TOKEN) + BYTES_PER_REQUEST,
  );
}

/** Checks options that only chat messages have. */
function checkContents({
  endpoint,
  prompts,
  images,
  audio,
  tools,
  conversation,
}: ChatSource): void {
  for (const [name, given] of [
    ["images", images],
    ["audio", audio],
    ["tools", tools],
  ] as const) {
    if (!given) continue;
    if (endpoint === "completions")
      throw invalid(
        `${name} is set, and endpoint is '${endpoint}', which takes none; use 'chat'${name === "audio" ? "" : " or 'responses'"}.`,
      );
    if (name !== "tools" && prompts.kind !== "words")
      throw invalid(`${name} is set, and prompts are no words; leave it null.`);
  }
  if (tools?.answers && !conversation)
    throw invalid("tools.answers is set, which only conversations have; leave it null.");
  if (tools && !tools.answers && conversation)
    throw invalid("tools.answers is null, and calls in conversations need answers; set it.");
  if (!audio) return;
  if (endpoint === "responses")
    throw invalid("audio is set, and endpoint is 'responses', which takes none; use 'chat'.");
  const bytes = audioBytes(audio);
  if (bytes > MAX_AUDIO_BYTES)
    throw invalid(
      `audio takes about ${bytes} bytes in a request, more than ${MAX_AUDIO_BYTES}; use shorter or fewer clips, or a lower sample rate.`,
    );
}

function checkConversation({ conversation, endpoint, prompts, streamed }: ChatSource): void {
  if (!conversation) return;
  if (streamed === false) {
    throw invalid(
      "conversation is set, and streamed is false; turns are measured as streams alone: leave streamed out.",
    );
  }
  if (endpoint === "completions") {
    throw invalid(
      `conversation is set, and endpoint is '${endpoint}', which takes no messages; use 'chat' or 'responses'.`,
    );
  }
  const { turns, laterLengths, think } = conversation;
  if (prompts.kind === "file" || (prompts.kind === "trace" && !mayRecordTurns(prompts.format))) {
    throw invalid(
      "conversation is set, which needs prompts of words, or a trace of conversations (sharegpt, aiperf, or with their ids burstgpt, otlp and mooncake).",
    );
  }
  if (think.kind === "recorded" && (prompts.kind !== "trace" || !hasTiming(prompts.format))) {
    throw invalid(
      "conversation.think is 'recorded', which needs a trace with ids of conversations and instants; use a delay.",
    );
  }
  if (prompts.kind === "words" && turns === null) {
    throw invalid("conversation.turns is null, which needs a trace of conversations.");
  }
  if (prompts.kind === "trace" && turns !== null) {
    throw invalid("conversation.turns is set, but the trace records its turns; leave it null.");
  }
  if (turns?.kind === "uniform" && turns.least > turns.most) {
    throw invalid(`conversation.turns.least is ${turns.least}, more than most, ${turns.most}.`);
  }
  if (laterLengths?.kind === "uniform" && laterLengths.least > laterLengths.most) {
    throw invalid(
      `conversation.laterLengths.least is ${laterLengths.least}, more than most, ${laterLengths.most}.`,
    );
  }
  if (think.kind === "uniform" && think.leastMs > think.mostMs) {
    throw invalid(
      `conversation.think.leastMs is ${think.leastMs}, more than mostMs, ${think.mostMs}.`,
    );
  }
}

function checkTrace({ reuse }: Traffic, { format, from, until, sample }: RequestTrace): void {
  if (sample && format !== "sharegpt")
    throw invalid(
      `prompts.sample is set, but the format is '${format}'; samples are of 'sharegpt'.`,
    );
  if (reuse.kind !== "turns") {
    throw invalid(
      `reuse is '${reuse.kind}', but the requests of a trace are sent in order; use 'turns'.`,
    );
  }
  if (hasTiming(format) || (from === 0 && until === null)) return;
  throw invalid(
    `prompts.from and until are set, but traces of the format '${format}' have no time; leave them 0 and null.`,
  );
}

/** INVALID_ARGUMENT if the traffic has inputs of another kind. */
function requireOpenAiSource({ inputs }: Traffic): ChatSource | PoolingSource {
  if (inputs.kind === "chat" || isPooling(inputs)) return inputs;
  throw invalid(
    `wire is 'openai', but inputs are of kind '${inputs.kind}'; use 'chat', 'embeddings' or 'rerank'.`,
  );
}

/** Responses are read as streams or whole, never both in one run. */
function rejectMixture(plan: ExperimentPlan): void {
  const chats = plan.traffic.filter(({ inputs }) => inputs.kind === "chat");
  if (chats.length === 0) return;
  if (!isChatPlan(plan))
    throw invalid("traffic mixes 'chat' with 'embeddings' or 'rerank'; measure them one by one.");
  const whole = chats.filter(({ inputs }) => inputs.kind === "chat" && inputs.streamed === false);
  if (whole.length > 0 && whole.length < chats.length)
    throw invalid(
      "streamed is false for some requests alone; set it for all of them, or measure them one by one.",
    );
}

/** What begins at the instants of an open loop is one or the other. */
function rejectMixedStarts({ traffic, load }: ExperimentPlan): void {
  const kinds = new Set(traffic.map(({ inputs }) => holdsConversations(inputs)));
  if (load.kind === "concurrency" || kinds.size < 2) return;
  throw invalid(
    `load is '${load.kind}', and traffic mixes conversations with requests alone; use 'concurrency', or measure them one by one.`,
  );
}

/** Clients have one conversation each; at a rate all kinds of requests share the limit. */
function checkConversationLimit({ traffic, load }: ExperimentPlan): void {
  const limits = traffic.flatMap(({ inputs }) =>
    inputs.kind === "chat" && inputs.conversation
      ? [inputs.conversation.mostInProgress ?? null]
      : [],
  );
  const given = limits.find((limit) => limit !== null);
  if (given === undefined) return;
  if (load.kind === "concurrency")
    throw invalid(
      `conversation.mostInProgress is ${given}, but load is 'concurrency', whose clients have one conversation each; leave it out.`,
    );
  if (new Set(limits).size > 1)
    throw invalid(
      `conversation.mostInProgress is ${limits.map((limit) => limit ?? "null").join(" and ")}; give the same for all requests, which share it.`,
    );
}

/** Rejects limits that only streams of tokens have. */
function rejectTokenLimits(plan: ExperimentPlan): void {
  const { objective } = plan;
  if (objective?.of !== "firstToken" && !objective?.perTokenMs) return;
  throw invalid(
    isChatPlan(plan)
      ? "objective limits times of tokens, which answers don't have if streamed is false; limit the whole response, or leave streamed out."
      : "objective limits tokens, which responses of 'embeddings' and 'rerank' don't have.",
  );
}

/** Whether prompts are generated from words to the planned number of tokens. */
const isGenerated = ({ prompts }: ChatSource): boolean =>
  prompts.kind === "words" || (prompts.kind === "trace" && !recordsMessages(prompts.format));

/** Requests of a checked plan, with the measured tokens per word. */
export async function chatSpecs(
  plan: ExperimentPlan,
  target: Target,
  kind: ServerKind,
): Promise<TrafficSpec[]> {
  const specs: TrafficSpec[] = [];
  const under = chatInterface(kind);
  for (const [i, traffic] of plan.traffic.entries()) {
    const source = requireOpenAiSource(traffic);
    const seed = (plan.seed + i) | 0;
    const { inputs: _inputs, ...rest } = traffic;
    specs.push({
      ...rest,
      inputs: [],
      source,
      seed,
      decoupled: false,
      chatInterface: under,
      ...((isPooling(source) ? !source.file : isGenerated(source)) && {
        tokens: await measureTokens(target, traffic.model, { source, seed, under }),
      }),
    });
  }
  return specs;
}

/** Two short requests, each with words and as little else as its kind allows. */
function measureTokens(
  target: Target,
  model: string,
  { source, seed, under }: { source: ChatSource | PoolingSource; seed: number; under: string },
) {
  if (!isPooling(source)) {
    const bodyOf = (content: string) =>
      chatBody(
        { model, source, seed },
        { content, maxTokens: LEAST_TOKENS[source.endpoint] },
        false,
      );
    return calibrate(target, toRequestPath(source, under), { bodyOf, seed });
  }
  const bodyOf = (text: string) => poolingBody(model, source, { query: "word", texts: [text] });
  return calibrate(target, poolingPath(source, under), { bodyOf, seed });
}

const invalid = (message: string) => new StatusError("INVALID_ARGUMENT", message);
