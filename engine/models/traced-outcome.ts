import type { Clock } from "../scheduling/clock.ts";
import type { RequestTrace } from "../types.ts";
import type { Outcome } from "./job.ts";

/** `outcome` that also tells the request's time line who answered, what went wrong, and when it ended. */
export function tracedOutcome(
  trace: RequestTrace,
  version: string,
  clock: Clock,
  outcome: Outcome,
): Outcome {
  return {
    respond: (result, final, stamps) => {
      const outputs = result?.outputs.map(({ data, ...tensor }) => ({
        ...tensor,
        segments: [data],
      }));
      if (outputs) trace.tensors?.("TENSOR_BACKEND_OUTPUT", outputs);
      if (final) {
        trace.served({ version });
        trace.stamp("REQUEST_END", clock.now());
      }
      outcome.respond(result, final, stamps);
    },
    fail: (error, reason) => {
      trace.failed(error);
      trace.stamp("REQUEST_END", clock.now());
      outcome.fail(error, reason);
    },
  };
}
