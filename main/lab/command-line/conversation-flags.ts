import type { ConversationPlan, ThinkTime, TurnCounts } from "../../contract/index.ts";
import { lengthWords } from "./length-words.ts";
import { flag } from "./shell-words.ts";

/** The flags of conversations. */
export function conversationFlags({ turns, laterLengths, think }: ConversationPlan): string[] {
  const isAtOnce = think.kind === "fixed" && think.ms === 0;
  return [
    flag("turns", turns === null ? "recorded" : turnWords(turns)),
    ...(laterLengths ? [flag("turn-input-len", lengthWords(laterLengths))] : []),
    ...(isAtOnce ? [] : [flag("turn-think", delayWords(think))]),
  ];
}

function turnWords(turns: TurnCounts): string {
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

function delayWords(delays: ThinkTime): string {
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
