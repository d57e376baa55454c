import type { FailureReason } from "../types.ts";
import type { FirstResponseHistogram } from "./first-response.ts";
import type { ResponseCounts } from "./response-statistics.ts";
import type { ExecutionStamps } from "./version-statistics.ts";

/** Times the responses of one request of a decoupled model, each from the previous one (rule STATS-9). */
export class ResponseClock {
  readonly #counts: ResponseCounts;
  readonly #first: FirstResponseHistogram;
  readonly #requestStart: number;
  #number = 0;
  /** When the previous response was done; 0 before the model started. */
  #last = 0;

  constructor(counts: ResponseCounts, first: FirstResponseHistogram, requestStart: number) {
    this.#counts = counts;
    this.#first = first;
    this.#requestStart = requestStart;
  }

  /** `handedOver`: when the protocol had accepted it. */
  responded(hasResponse: boolean, stamps: ExecutionStamps, handedOver: number): void {
    const given = stamps.computeEnd;
    const inferNs = given - (this.#last || stamps.computeStart);
    if (hasResponse) {
      if (this.#number === 0) this.#first.record(handedOver - this.#requestStart);
      this.#counts.record(this.#number, "success", inferNs, handedOver - given);
    } else this.#counts.record(this.#number, "empty_response", inferNs, 0);
    this.#number += 1;
    this.#last = handedOver;
  }

  /** The request failed before its next response. Requests that never ran have none. */
  failed(reason: FailureReason, now: number): void {
    if (reason === "REJECTED" || (this.#last === 0 && reason !== "BACKEND")) return;
    const end = reason === "CANCELED" ? "cancel" : "fail";
    this.#counts.record(this.#number, end, now - (this.#last || this.#requestStart), 0);
  }
}
