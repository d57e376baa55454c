import { StatusError } from "../../base/status-error.ts";
import type { ResponseSlot } from "../scheduling/response-order.ts";
import type { ExecutionStamps } from "../statistics/version-statistics.ts";
import type { FailureReason } from "../types.ts";
import type { Executed, Outcome } from "./job.ts";

/**
 * An outcome that preserves the order of requests: responses and failures of an execution wait for
 * earlier ones; a request that was never executed fails at once and leaves the order (SCHED-B11).
 */
export class OrderedOutcome implements Outcome {
  readonly #slot: ResponseSlot;
  readonly #outcome: Outcome;

  constructor(slot: ResponseSlot, outcome: Outcome) {
    this.#slot = slot;
    this.#outcome = outcome;
  }

  respond(result: Executed | undefined, final: boolean, stamps?: ExecutionStamps): void {
    this.#slot.send(() => {
      try {
        this.#outcome.respond(result, final, stamps);
      } catch (error) {
        this.#outcome.fail(StatusError.from(error));
      }
    }, final);
  }

  fail(error: StatusError, reason?: FailureReason): void {
    if (reason === undefined || reason === "BACKEND") {
      this.#slot.send(() => this.#outcome.fail(error, reason), true);
    } else {
      this.#slot.leave();
      this.#outcome.fail(error, reason);
    }
  }
}
