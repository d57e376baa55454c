import type { StepChat } from "../../main/contract/index.ts";
import { percentileOf, rate, usec, withInterval } from "./measure-figures.ts";

const TIMES = [
  ["Time to first token", "firstToken"],
  ["Between pieces", "betweenTokens"],
  ["Time per output token", "perToken"],
] as const;
const PERCENTILES = [50, 99];

/** Tokens of the answers, and the server's own count; nothing of other servers. */
export function chatLines(chat: StepChat | null): string[] {
  if (!chat || chat.firstToken.count === 0) return [];
  const { promptTokensPerSecond, counted, tokensPerWord, server } = chat;
  const row = (name: string, value: number | null | undefined, unit = "") =>
    value === null || value === undefined
      ? []
      : [`    ${name}: ${Number(value.toPrecision(4))}${unit}`];
  const hitRate = server?.prefixCacheHitRate ?? null;
  return [
    "  Tokens:",
    `    Output throughput: ${rate(chat.outputTokensPerSecond)} tokens/sec`,
    ...row("Prompt throughput", promptTokensPerSecond, " tokens/sec"),
    ...TIMES.flatMap(([name, key]) => [
      `    ${name}: avg ${usec(chat[key].mean)} usec`,
      ...PERCENTILES.map(
        (each) =>
          `    p${each} ${name.toLowerCase()}: ${withInterval(percentileOf(chat[key], each))}`,
      ),
    ]),
    ...(counted > 0
      ? [`    Of ${counted} answers the server reported no usage: their pieces were counted.`]
      : []),
    ...(tokensPerWord && !tokensPerWord.measured
      ? ["    The server reports no usage: lengths of prompts are an estimate, a token per word."]
      : []),
    ...row("Server: prefix cache hit rate", hitRate === null ? null : hitRate * 100, " %"),
    ...row("Server: preemptions", server?.preemptions),
    ...row("Server: waiting at the end", server?.waiting),
  ];
}
