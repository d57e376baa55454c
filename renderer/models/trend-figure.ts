import type { ServerStatus } from "../../main/contract/index.ts";
import { LLM_KINDS } from "../figures/key-figures.ts";
import { isTriton } from "../host/capability.ts";

/** The rate that best shows how busy a model is. */
export type TrendFigure = "inferencesPerSecond" | "generatedTokensPerSecond" | "requestsPerSecond";

export function trendFigure(server: ServerStatus): TrendFigure {
  if (isTriton(server)) return "inferencesPerSecond";
  return LLM_KINDS.has(server.kind) ? "generatedTokensPerSecond" : "requestsPerSecond";
}
