import { MAX_TURNS, type ThinkTime, type TurnCounts } from "../../../main/contract/index.ts";
import { integer, number, wrong } from "./flag-values.ts";

const TURNS = "--turns";
const TURNS_FORM = "a number, uniform:A:B, normal:M:D, geometric:M or recorded";

/** Null: as recorded in a trace. */
export function readTurns(text: string): TurnCounts | null {
  if (text === "recorded") return null;
  const whole = (each: string) => integer(TURNS, each, 1, MAX_TURNS);
  const mean = (each: string) => number(TURNS, each, 1, MAX_TURNS);
  const [kind, first = "", second, ...more] = text.split(":");
  if (!text.includes(":")) return { kind: "fixed", turns: whole(text) };
  if (more.length > 0) return wrong(TURNS, text, TURNS_FORM);
  if (kind === "geometric" && second === undefined) return { kind, mean: mean(first) };
  if (second === undefined) return wrong(TURNS, text, TURNS_FORM);
  if (kind === "uniform") return { kind, least: whole(first), most: whole(second) };
  if (kind === "normal") {
    return { kind, mean: mean(first), deviation: number(TURNS, second, 0, MAX_TURNS) };
  }
  return wrong(TURNS, text, TURNS_FORM);
}

const THINK = "--turn-think";
const THINK_FORM = "ms, uniform:A:B, exponential:M, lognormal:MEDIAN:SIGMA or recorded";

/** The time between a response and the user's next turn. */
export function readTurnDelays(text: string): ThinkTime {
  if (text === "recorded") return { kind: text };
  const ms = (each: string) => number(THINK, each, 0, 3_600_000);
  if (!text.includes(":")) return { kind: "fixed", ms: ms(text) };
  const [kind, first = "", second, ...more] = text.split(":");
  if (more.length > 0) return wrong(THINK, text, THINK_FORM);
  if (kind === "exponential" && second === undefined) return { kind, meanMs: ms(first) };
  if (second === undefined) return wrong(THINK, text, THINK_FORM);
  if (kind === "uniform") return { kind, leastMs: ms(first), mostMs: ms(second) };
  if (kind === "lognormal")
    return { kind, medianMs: ms(first), sigma: number(THINK, second, 0, 3) };
  return wrong(THINK, text, THINK_FORM);
}
