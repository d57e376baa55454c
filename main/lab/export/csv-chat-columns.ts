import type { ExperimentStep, StepChat } from "../../contract/index.ts";
import type { Cell } from "./csv-cell.ts";
import { type Column, micros } from "./csv-columns.ts";

const PERCENTILES = ["p50", "p90", "p99"] as const;
const TIMES = [
  ["First Token", "firstToken"],
  ["First Token from Send", "firstTokenFromSend"],
  ["Between Pieces", "betweenTokens"],
  ["Per Token", "perToken"],
] as const;

/** Of streamed answers, times in µs; none where no step has them. */
export function chatColumns(steps: readonly ExperimentStep[]): Column[] {
  if (steps.every(({ chat }) => chat === null)) return [];
  const column = (name: string, value: (chat: StepChat) => Cell): Column => [
    name,
    ({ chat }) => chat && value(chat),
  ];
  return [
    column("Output Tokens/Second", (chat) => chat.outputTokensPerSecond),
    column("Prompt Tokens/Second", (chat) => chat.promptTokensPerSecond),
    column("Output Tokens", ({ outputTokens }) => outputTokens),
    column("Prompt Tokens", ({ promptTokens }) => promptTokens),
    column("Answers with Counted Tokens", ({ counted }) => counted),
    ...TIMES.flatMap(([name, key]) => [
      column(`Avg ${name}`, (chat) => micros(chat[key].mean)),
      ...PERCENTILES.map((each) =>
        column(`${each} ${name}`, (chat) => micros(chat[key][each]?.value ?? null)),
      ),
    ]),
    column("Server Prefix Cache Hit Rate", ({ server }) => server?.prefixCacheHitRate ?? null),
    column("Server Preemptions", ({ server }) => server?.preemptions ?? null),
  ];
}
