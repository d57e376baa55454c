import type { ThinkTime, TurnCounts } from "./conversation.ts";

/** "3 turns", "2 to 8 turns", "as recorded" */
export function formatTurns(turns: TurnCounts | null): string {
  if (turns === null) return "turns as recorded";
  switch (turns.kind) {
    case "fixed":
      return turns.turns === 1 ? "1 turn" : `${turns.turns} turns`;
    case "uniform":
      return `${turns.least} to ${turns.most} turns`;
    case "normal":
      return `${turns.mean} turns, standard deviation ${turns.deviation}`;
    case "geometric":
      return `${turns.mean} turns on average, geometric`;
  }
}

/** "0 ms", "500 to 2000 ms", "1000 ms on average, exponential" */
export function formatDelays(delays: ThinkTime): string {
  switch (delays.kind) {
    case "fixed":
      return `${delays.ms} ms`;
    case "uniform":
      return `${delays.leastMs} to ${delays.mostMs} ms`;
    case "exponential":
      return `${delays.meanMs} ms on average, exponential`;
    case "lognormal":
      return `median ${delays.medianMs} ms, log-normal with sigma ${delays.sigma}`;
    case "recorded":
      return "as recorded";
  }
}
