import { StatusError } from "../../../base/status-error.ts";
import {
  type ChatSource,
  type ExperimentPlan,
  hasTiming,
  type ObservedModel,
  type RequestTrace,
  type ServerKind,
  type Traffic,
} from "../../contract/index.ts";
import {
  chatInterface,
  checkRequestBytes,
  meanLength,
  toRequestPath,
  type Target,
} from "../../wire/index.ts";
import type { TrafficSpec } from "../generator/messages.ts";
import { calibrate } from "./calibrate.ts";

/** Approximate bytes of an English token, and of a request besides its prompt. */
const BYTES_PER_TOKEN = 6;
const BYTES_PER_REQUEST = 400;

export const isChat = ({ wire }: Pick<ExperimentPlan, "wire">): boolean => wire === "openai";

/** INVALID_ARGUMENT names what is impossible in a plan for a chat server; `models`: those that the server lists. */
export function checkChat(
  plan: ExperimentPlan,
  models: readonly Pick<ObservedModel, "name">[],
): void {
  if (plan.goal.kind === "compare") {
    throw invalid(
      "goal is 'compare', but a chat server takes no configurations by call; use 'sweep' or 'search'.",
    );
  }
  for (const each of plan.traffic) {
    checkTraffic(each);
    if (requireChatSource(each).conversation && plan.load.kind !== "concurrency") {
      throw invalid(
        `load is '${plan.load.kind}', but conversations need 'concurrency': each client is a user.`,
      );
    }
    if (models.length === 0 || models.some(({ name }) => name === each.model)) continue;
    throw invalid(
      `model is '${each.model}', which the server does not name; it serves ${models.map(({ name }) => name).join(", ")}.`,
    );
  }
}

function checkTraffic(traffic: Traffic): void {
  const source = requireChatSource(traffic);
  const none: readonly (readonly [boolean, string, string])[] = [
    [traffic.modelVersion !== "", "modelVersion", "''"],
    [traffic.batchSize !== 1, "batchSize", "1"],
    [traffic.sequence !== null, "sequence", "null"],
    [traffic.timeoutMicros !== null, "timeoutMicros", "null"],
    [traffic.checkOutputs, "checkOutputs", "false"],
  ];
  const wrong = none.find(([isSet]) => isSet);
  if (wrong)
    throw invalid(
      `${wrong[1]} is set, which requests of kind 'chat' do not have; leave it ${wrong[2]}.`,
    );
  const { prompts, prefixes, outputs } = source;
  for (const [name, lengths] of [
    ["prompts.lengths", prompts.kind === "words" ? prompts.lengths : null],
    ["outputs", outputs],
  ] as const) {
    if (lengths?.kind !== "uniform" || lengths.least <= lengths.most) continue;
    throw invalid(`${name}.least is ${lengths.least}, more than ${name}.most, ${lengths.most}.`);
  }
  checkConversation(source);
  if (prompts.kind !== "words") {
    if (prefixes)
      throw invalid("prefixes are for generated prompts; leave them null with a file or a trace.");
    if (prompts.kind === "trace") checkTrace(traffic, prompts);
    return;
  }
  // Turns are made one by one.
  if (source.conversation) return;
  const tokens = meanLength(prompts.lengths) + (prefixes?.tokens ?? 0);
  checkRequestBytes(
    traffic.distinctInputs,
    Math.ceil(tokens * BYTES_PER_TOKEN) + BYTES_PER_REQUEST,
  );
}

function checkConversation({ conversation, endpoint, prompts }: ChatSource): void {
  if (!conversation) return;
  if (endpoint !== "chat") {
    throw invalid(
      `conversation is set, and endpoint is '${endpoint}', which takes no messages; use 'chat'.`,
    );
  }
  const { turns, laterLengths, think } = conversation;
  if (prompts.kind === "file" || (prompts.kind === "trace" && prompts.format !== "sharegpt")) {
    throw invalid(
      "conversation is set, which needs prompts of words, or a trace of conversations (sharegpt).",
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

function checkTrace({ reuse }: Traffic, { format, from, until }: RequestTrace): void {
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
export function requireChatSource({ inputs }: Traffic): ChatSource {
  if (inputs.kind === "chat") return inputs;
  throw invalid(`wire is 'openai', but inputs are of kind '${inputs.kind}'; use 'chat'.`);
}

/** Prompts are made of words until they have the planned number of tokens. */
const isOfWords = ({ prompts }: ChatSource): boolean =>
  prompts.kind === "words" || (prompts.kind === "trace" && prompts.format !== "sharegpt");

/** Requests of a checked plan, with the measured tokens per word. */
export async function chatSpecs(
  plan: ExperimentPlan,
  target: Target,
  kind: ServerKind,
): Promise<TrafficSpec[]> {
  const specs: TrafficSpec[] = [];
  const under = chatInterface(kind);
  for (const [i, traffic] of plan.traffic.entries()) {
    const source = requireChatSource(traffic);
    const seed = (plan.seed + i) | 0;
    const isDrawn = isOfWords(source);
    const { inputs: _inputs, ...rest } = traffic;
    specs.push({
      ...rest,
      inputs: [],
      source,
      seed,
      decoupled: false,
      chatInterface: under,
      ...(isDrawn && {
        tokens: await calibrate(target, toRequestPath(source, under), {
          model: traffic.model,
          source,
          seed,
        }),
      }),
    });
  }
  return specs;
}

const invalid = (message: string) => new StatusError("INVALID_ARGUMENT", message);
