import { StatusError } from "../protocol/status.ts";
import type { ResponseSlot } from "../scheduling/response-order.ts";
import type { Outcome } from "./job.ts";

/**
 * An outcome that keeps its request's place: responses and failures of an execution wait for those before them; a
 * request that was never executed fails at once and gives its place up (rule B11).
 */
export function orderedOutcome(slot: ResponseSlot, outcome: Outcome): Outcome {
  return {
    respond(result, final, stamps) {
      slot.send(() => {
        try {
          outcome.respond(result, final, stamps);
        } catch (error) {
          outcome.fail(StatusError.from(error));
        }
      }, final);
    },
    fail(error, reason) {
      if (reason === undefined || reason === "BACKEND") {
        slot.send(() => outcome.fail(error, reason), true);
      } else {
        slot.leave();
        outcome.fail(error, reason);
      }
    },
  };
}
