import type { ExperimentStep } from "../../contract/index.ts";
import { NO_HEALTH } from "../generator/health.ts";
import { noOutcomes } from "../generator/outcome.ts";
import type { ImportedRequests } from "./chat-experiment.ts";
import type { ChatSummaries } from "./chat-times.ts";

/** One load on a chat server from another tool's file. */
export interface ImportedLoad {
  readonly load: ExperimentStep["load"];
  /** ms since the epoch */
  readonly startedAt: number;
  readonly seconds: number;
  readonly successes: number;
  readonly requestsPerSecond: number;
  readonly goodput: number | null;
  readonly outcomes: Partial<ExperimentStep["outcomes"]>;
  readonly failures: ExperimentStep["failures"];
  /** From sending. */
  readonly times: ChatSummaries;
  readonly promptTokens: number;
  /** Null for embeddings and reranks. */
  readonly outputTokens: number | null;
  /** Answers came whole: only `times.e2el` is known. Default: streams. */
  readonly isWhole?: boolean;
  /** Texts or documents of a request; default: 1. */
  readonly items?: number;
  /** Null if the file has no times of single requests. */
  readonly pieces: number | null;
  /** States what the file doesn't contain. */
  readonly note: string;
}

/** What an imported load has of answers, by the kind of its requests. */
export function answersOf(
  requests: ImportedRequests,
  outputTokens: number,
): Pick<ImportedLoad, "outputTokens" | "isWhole" | "items"> {
  return requests.kind === "chat"
    ? { outputTokens, isWhole: !requests.streamed }
    : { outputTokens: null, items: requests.items };
}

export function chatStep({ times, note, ...of }: ImportedLoad): ExperimentStep {
  const { seconds, requestsPerSecond, isWhole = of.outputTokens === null } = of;
  return {
    load: of.load,
    candidate: null,
    replicate: null,
    startedAt: of.startedAt,
    seconds,
    complete: true,
    warmup: { seconds: 0, words: "unknown", settled: true },
    requestsPerSecond,
    inferencesPerSecond: requestsPerSecond * (of.items ?? 1),
    goodput: of.goodput,
    successes: of.successes,
    outcomes: { ...noOutcomes(), ...of.outcomes },
    failures: of.failures,
    response: times.e2el,
    service: times.e2el,
    windows: [],
    server: null,
    machine: null,
    chat: isWhole ? null : streamFigures(times, of),
    ...(isWhole && { texts: textFigures(of) }),
    reconciliation: [],
    generator: NO_HEALTH,
    otherCpu: null,
    certificate: null,
    verdict: {
      verdict: "valid",
      reasons: [{ id: "import", severity: "note", text: note, value: null, limit: null }],
    },
    events: [],
  };
}

type Tokens = Pick<ImportedLoad, "seconds" | "promptTokens" | "outputTokens" | "pieces">;

function streamFigures(
  times: ChatSummaries,
  { seconds, outputTokens, promptTokens, pieces }: Tokens,
): NonNullable<ExperimentStep["chat"]> {
  return {
    firstToken: times.ttft,
    firstTokenFromSend: times.ttft,
    betweenTokens: times.itl,
    perToken: times.tpot,
    outputTokens: outputTokens ?? 0,
    outputTokensPerSecond: (outputTokens ?? 0) / seconds,
    promptTokens,
    promptTokensPerSecond: promptTokens / seconds,
    pieces,
    counted: 0,
    tokensPerWord: null,
    server: null,
  };
}

function textFigures({
  seconds,
  outputTokens,
  promptTokens,
}: Tokens): NonNullable<ExperimentStep["texts"]> {
  return {
    inputTokens: promptTokens,
    inputTokensPerSecond: promptTokens / seconds,
    ...(outputTokens !== null && {
      outputTokens,
      outputTokensPerSecond: outputTokens / seconds,
    }),
    server: null,
  };
}
