import {
  type ChatAudio,
  type ChatSource,
  type ChatTools,
  type ConversationPlan,
  type Distribution,
  formatDelays,
  formatPrefixSpread,
  formatRequestTrace,
  formatTurns,
  type InputSource,
  type Lengths,
  type Reuse,
  type Traffic,
} from "../../../contract/index.ts";
import { figure, percent } from "../../../reports/index.ts";

const distributionTexts: {
  readonly [K in Distribution["kind"]]: (of: Extract<Distribution, { kind: K }>) => string;
} = {
  auto: () => "random, by datatype",
  zeros: () => "zeros",
  uniform: ({ least, most }) => `uniform from ${least} to ${most}`,
  normal: ({ mean, deviation }) => `normal, mean ${mean}, standard deviation ${deviation}`,
  tokens: ({ below }) => `token ids below ${figure(below)}`,
  texts: ({ shortest, longest }) => `texts of ${shortest} to ${longest} letters`,
};

const distributionText = <K extends Distribution["kind"]>(of: Extract<Distribution, { kind: K }>) =>
  (distributionTexts[of.kind] as (each: typeof of) => string)(of);

function lengthsText(lengths: Lengths): string {
  switch (lengths.kind) {
    case "fixed":
      return `${figure(lengths.tokens)} tokens`;
    case "uniform":
      return `${figure(lengths.least)} to ${figure(lengths.most)} tokens`;
    case "normal":
      return `${figure(lengths.mean)} tokens, standard deviation ${figure(lengths.deviation)}`;
    case "lognormal":
      return `median ${figure(lengths.median)} tokens, log-normal with sigma ${lengths.sigma}`;
  }
}

const named = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([name, text]) => `${name}: ${text}`).join("; ");

/** The source of the requests' contents. */
export function inputsText(inputs: InputSource): string {
  switch (inputs.kind) {
    case "generated": {
      const byInput = Object.entries(inputs.byInput).map(
        ([name, distribution]) => [name, distributionText(distribution)] as const,
      );
      return byInput.length === 0
        ? "generated at random, by datatype"
        : `generated at random; ${named(byInput)}`;
    }
    case "perf-analyzer":
      return `perf_analyzer's input data from ${inputs.path}`;
    case "numpy":
      return `NumPy files; ${named(Object.entries(inputs.files))}`;
    case "images":
      return `images from ${inputs.folder}${inputs.scaling === "none" ? "" : `, ${inputs.scaling} scaling`}`;
    case "csv":
      return `CSV file ${inputs.path}; ${named(
        Object.entries(inputs.columns).map(([name, columns]) => [name, columns.join(", ")]),
      )}`;
    case "embeddings":
      return `embeddings of texts ${inputs.file ? `from ${inputs.file.path}` : `of ${lengthsText(inputs.lengths)}`}${inputs.dimensions === null ? "" : `, ${inputs.dimensions} dimensions`}, ${inputs.encoding}`;
    case "rerank":
      return `rerank of documents ${inputs.file ? `and queries from ${inputs.file.path}` : `of ${lengthsText(inputs.documents)} by queries of ${lengthsText(inputs.queries)}`}${inputs.topN === null ? "" : `, the best ${inputs.topN}`}`;
    case "chat": {
      const { prompts, prefixes, outputs, conversation } = inputs;
      const shared = prefixes
        ? `, ${percent(prefixes.share)} with one of ${figure(prefixes.count)} prefixes of ${figure(prefixes.tokens)} tokens, spread ${formatPrefixSpread(prefixes)}`
        : "";
      const lengths = prompts.kind === "trace" ? "as recorded" : `of ${lengthsText(outputs)}`;
      return `${promptsText(prompts)}${shared}; outputs ${lengths}${contentsText(inputs)}${inputs.ignoreEos ? ", ignoring end-of-sequence" : ""}; temperature ${inputs.temperature}${inputs.streamed === false ? "; not streamed" : ""}${conversation ? conversationText(conversation) : ""}`;
    }
  }
}

function conversationText({ turns, laterLengths, think }: ConversationPlan): string {
  const later = laterLengths ? `, later messages of ${lengthsText(laterLengths)}` : "";
  return `; conversations of ${formatTurns(turns)}${later}, ${formatDelays(think)} between turns`;
}

function promptsText(prompts: ChatSource["prompts"]): string {
  switch (prompts.kind) {
    case "file":
      return `prompts from ${prompts.path}`;
    case "words":
      return `prompts of ${lengthsText(prompts.lengths)}`;
    case "trace":
      return formatRequestTrace(prompts);
  }
}

/** Content of prompts beyond their text. */
function contentsText({ images, audio, tools }: ChatSource): string {
  const pictures = images
    ? `, ${figure(images.count)} images of ${images.width} × ${images.height} pixels each`
    : "";
  const functions = tools ? `, ${toolsText(tools)}` : "";
  return `${pictures}${audio ? `, ${audioText(audio)}` : ""}${functions}`;
}

function toolsText({ count, choice, answers }: ChatTools): string {
  const offered = `${figure(count)} tools (${choice})`;
  if (!answers) return offered;
  const { lengths, delayMs, rounds } = answers;
  return `${offered}, calls answered by ${lengthsText(lengths)} after ${delayMs} ms, ${rounds} rounds at most`;
}

function audioText(audio: ChatAudio): string {
  if (audio.kind === "files") return `${figure(audio.count)} audio files each from ${audio.folder}`;
  const { count, meanSeconds, deviationSeconds, sampleRate, channels } = audio;
  const spread = deviationSeconds === 0 ? "" : `, standard deviation ${deviationSeconds} s`;
  return `${figure(count)} audio clips of ${meanSeconds} s${spread}, ${figure(sampleRate)} Hz, ${channels === 1 ? "mono" : "stereo"}, each`;
}

function reuseText(reuse: Reuse): string {
  switch (reuse.kind) {
    case "turns":
      return "round robin";
    case "duplicates":
      return `${percent(reuse.share)} of requests repeat an earlier one`;
    case "zipf":
      return `Zipf with exponent ${reuse.exponent}`;
  }
}

/** A trace has its own. */
function countDistinct({ inputs, distinctInputs }: Traffic): number {
  if (inputs.kind !== "chat" || inputs.prompts.kind !== "trace") return distinctInputs;
  return inputs.prompts.read?.requests ?? distinctInputs;
}

/** The traffic of one model; defaults are left out. */
export function trafficFacts(traffic: Traffic): [name: string, value: string][] {
  const { shapes, deadlineMs, priority, timeoutMicros, sequence, checkOutputs, weight } = traffic;
  const sized = Object.entries(shapes).map(([name, sizes]) => [name, sizes.join(" × ")] as const);
  return [
    ["Items per request", figure(traffic.batchSize)],
    ["Inputs", inputsText(traffic.inputs)],
    ["Distinct requests", figure(countDistinct(traffic))],
    ["Order", reuseText(traffic.reuse)],
    ...(sized.length > 0 ? [["Shapes", named(sized)] as [string, string]] : []),
    ...(weight === 1 ? [] : [["Share of traffic, weight", figure(weight)] as [string, string]]),
    ...(deadlineMs === null
      ? []
      : [["Client timeout", `${figure(deadlineMs)} ms`] as [string, string]]),
    ...(priority === 0 ? [] : [["Priority", figure(priority)] as [string, string]]),
    ...(timeoutMicros === null
      ? []
      : [["Queue timeout", `${figure(timeoutMicros / 1000)} ms`] as [string, string]]),
    ...(sequence === null
      ? []
      : [
          ["Sequences", `${sequence.shortest} to ${sequence.longest} requests`] as [string, string],
        ]),
    ...(checkOutputs ? [["Outputs", "compared with the expected ones"] as [string, string]] : []),
  ];
}
