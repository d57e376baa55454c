import type { Exported } from "../json.ts";
import { figure, share, withInterval } from "./figures.ts";
import type { Html } from "./html.ts";
import { nameOfStep, table } from "./tables.ts";

/** Tokens of streamed answers; null where no step has them. */
export function chatTable(experiment: Exported): Html | null {
  const steps = experiment.steps.flatMap((step) => (step.chat ? [{ step, chat: step.chat }] : []));
  if (steps.length === 0) return null;
  return table(
    "Tokens of streamed answers; times in ms with 95 % intervals, the first token's from the scheduled instant",
    [
      "Load",
      "Output tokens/s",
      "Prompt tokens/s",
      "First token p50",
      "First token p99",
      "Between pieces p50",
      "Between pieces p99",
      "Per token p50",
      "Per token p99",
      "Prefix-cache hits",
      "Preemptions",
      "Tokens counted by the client",
    ],
    steps.map(({ step, chat }) => [
      nameOfStep(experiment, step),
      figure(chat.outputTokensPerSecond),
      figure(chat.promptTokensPerSecond),
      withInterval(chat.firstToken.p50),
      withInterval(chat.firstToken.p99),
      withInterval(chat.betweenTokens.p50),
      withInterval(chat.betweenTokens.p99),
      withInterval(chat.perToken.p50),
      withInterval(chat.perToken.p99),
      share(chat.server?.prefixCacheHitRate ?? null),
      chat.server?.preemptions ?? null,
      chat.counted === 0 ? "none" : `of ${chat.counted} answers`,
    ]),
  );
}
