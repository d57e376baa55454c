import { StatusError } from "../../../base/status-error.ts";
import {
  type ChatSource,
  type ExperimentPlan,
  isPooling,
  isStreamedPlan,
  type ObservedModel,
  type PoolingSource,
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
  refuseMixture(plan);
  if (!isStreamedPlan(plan)) refuseTokenLimits(plan);
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
  ] as const) {
    if (lengths?.kind !== "uniform" || lengths.least <= lengths.most) continue;
    throw invalid(`${name}.least is ${lengths.least}, more than ${name}.most, ${lengths.most}.`);
  }
  if (prompts.kind === "file") {
    if (prefixes)
      throw invalid("prefixes are for generated prompts; leave them null with a file of prompts.");
    return;
  }
  const tokens = meanLength(prompts.lengths) + (prefixes?.tokens ?? 0);
  checkRequestBytes(
    traffic.distinctInputs,
    Math.ceil(tokens * BYTES_PER_TOKEN) + BYTES_PER_REQUEST,
  );
}

/** INVALID_ARGUMENT if the traffic has inputs of another kind. */
function requireOpenAiSource({ inputs }: Traffic): ChatSource | PoolingSource {
  if (inputs.kind === "chat" || isPooling(inputs)) return inputs;
  throw invalid(
    `wire is 'openai', but inputs are of kind '${inputs.kind}'; use 'chat', 'embeddings' or 'rerank'.`,
  );
}

/** Answers are read as streams or as whole responses, never both in one run. */
function refuseMixture({ traffic }: ExperimentPlan): void {
  const kinds = new Set(traffic.map(({ inputs }) => inputs.kind === "chat"));
  if (kinds.size > 1)
    throw invalid("traffic mixes 'chat' with 'embeddings' or 'rerank'; measure them one by one.");
}

/** Of an objective that only streams of tokens have. */
function refuseTokenLimits({ objective }: ExperimentPlan): void {
  if (objective?.of === "firstToken" || objective?.perTokenMs)
    throw invalid(
      "objective limits tokens, which answers of 'embeddings' and 'rerank' don't have.",
    );
}

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
      ...((isPooling(source) || source.prompts.kind === "words") && {
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
      chatBody({ model, source, seed }, { content, maxTokens: 1 }, false);
    return calibrate(target, toRequestPath(source, under), { bodyOf, seed });
  }
  const bodyOf = (text: string) => poolingBody(model, source, { query: "word", texts: [text] });
  return calibrate(target, poolingPath(source, under), { bodyOf, seed });
}

const invalid = (message: string) => new StatusError("INVALID_ARGUMENT", message);
