import type { LatencySummary } from "../../contract/index.ts";
import { Times } from "../generator/times.ts";
import { summarizeLatency } from "../steps/latency.ts";

/** The times of streamed responses by vllm's names: first token, mean per token after it, gaps and whole response. */
export type ChatSummaries = Readonly<Record<"ttft" | "tpot" | "itl" | "e2el", LatencySummary>>;

/** Times of single requests, ms. */
export class ChatTimes {
  readonly ttft = new Times();
  readonly tpot = new Times();
  readonly itl = new Times();
  readonly e2el = new Times();

  record(name: keyof ChatSummaries, ms: number): void {
    this[name].record(ms * 1000);
  }

  summaries(): ChatSummaries {
    const summary = (each: Times) => {
      const { histogram, extremes } = each.result();
      return summarizeLatency(histogram, extremes);
    };
    return {
      ttft: summary(this.ttft),
      tpot: summary(this.tpot),
      itl: summary(this.itl),
      e2el: summary(this.e2el),
    };
  }
}
