import type { ConversationPlan, ThinkTime, TurnCounts } from "../../contract/index.ts";
import { formatLengths } from "./format-lengths.ts";
import { flag } from "./flag.ts";

/** The flags of conversations. */
export function conversationFlags({
  turns,
  laterLengths,
  think,
  mostInProgress,
}: ConversationPlan): string[] {
  const isAtOnce = think.kind === "fixed" && think.ms === 0;
  return [
    flag("turns", turns === null ? "recorded" : formatTurnCounts(turns)),
    ...(laterLengths ? [flag("turn-input-len", formatLengths(laterLengths))] : []),
    ...(isAtOnce ? [] : [flag("turn-think", formatDelays(think))]),
    ...(mostInProgress ? [flag("max-conversations", mostInProgress)] : []),
  ];
}

function formatTurnCounts(turns: TurnCounts): string {
  switch (turns.kind) {
    case "fixed":
      return String(turns.turns);
    case "uniform":
      return `uniform:${turns.least}:${turns.most}`;
    case "normal":
      return `normal:${turns.mean}:${turns.deviation}`;
    case "geometric":
      return `geometric:${turns.mean}`;
  }
}

function formatDelays(delays: ThinkTime): string {
  switch (delays.kind) {
    case "fixed":
      return String(delays.ms);
    case "uniform":
      return `uniform:${delays.leastMs}:${delays.mostMs}`;
    case "exponential":
      return `exponential:${delays.meanMs}`;
    case "lognormal":
      return `lognormal:${delays.medianMs}:${delays.sigma}`;
    case "recorded":
      return "recorded";
  }
}
