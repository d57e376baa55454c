import type { ExperimentStep } from "../../contract/index.ts";
import { NO_HEALTH } from "../generator/health.ts";
import { noOutcomes } from "../generator/outcome.ts";
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
  readonly outputTokens: number;
  readonly promptTokens: number;
  /** Null if the file has no times of single requests. */
  readonly pieces: number | null;
  /** States what the file doesn't contain. */
  readonly note: string;
}

export function chatStep({ times, note, ...of }: ImportedLoad): ExperimentStep {
  const { seconds, outputTokens, promptTokens, requestsPerSecond } = of;
  return {
    load: of.load,
    candidate: null,
    replicate: null,
    startedAt: of.startedAt,
    seconds,
    complete: true,
    warmup: { seconds: 0, words: "unknown", settled: true },
    requestsPerSecond,
    inferencesPerSecond: requestsPerSecond,
    goodput: of.goodput,
    successes: of.successes,
    outcomes: { ...noOutcomes(), ...of.outcomes },
    failures: of.failures,
    response: times.e2el,
    service: times.e2el,
    windows: [],
    server: null,
    machine: null,
    chat: {
      firstToken: times.ttft,
      firstTokenFromSend: times.ttft,
      betweenTokens: times.itl,
      perToken: times.tpot,
      outputTokens,
      outputTokensPerSecond: outputTokens / seconds,
      promptTokens,
      promptTokensPerSecond: promptTokens / seconds,
      pieces: of.pieces,
      counted: 0,
      tokensPerWord: null,
      server: null,
    },
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
