import type { ResponseStatistics } from "../types.ts";
import { add, zero } from "./duration.ts";

/** How one response of a decoupled model ended. */
export type ResponseEnd = "success" | "fail" | "empty_response" | "cancel";

/** Responses are counted separately up to this number within their request; later ones count as this one. */
const MAX_NUMBER = 1000;

/** Statistics of a decoupled model's responses, by their number within the request (rule STATS-9). */
export class ResponseCounts {
  readonly #byNumber = new Map<number, ResponseStatistics>();

  /** `inferNs`: until the model produced it; `outputNs`: until it was passed to the protocol. */
  record(number: number, end: ResponseEnd, inferNs: number, outputNs: number): void {
    const counts = this.#of(Math.min(number, MAX_NUMBER));
    if (end !== "cancel") add(counts.compute_infer, inferNs);
    if (end === "success") add(counts.compute_output, outputNs);
    add(counts[end], inferNs + outputNs);
  }

  snapshot(): Record<string, ResponseStatistics> {
    return Object.fromEntries(
      [...this.#byNumber].map(([number, counts]) => [String(number), structuredClone(counts)]),
    );
  }

  #of(number: number): ResponseStatistics {
    let counts = this.#byNumber.get(number);
    if (counts === undefined) {
      counts = {
        compute_infer: zero(),
        compute_output: zero(),
        success: zero(),
        fail: zero(),
        empty_response: zero(),
        cancel: zero(),
      };
      this.#byNumber.set(number, counts);
    }
    return counts;
  }
}
