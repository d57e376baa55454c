import type { EngineClock } from "../scheduling/clock.ts";
import type { InferRequest } from "../types.ts";
import type { Outcome } from "./job.ts";

/**
 * `outcome`, or for a sampled request one that also records the version and the result in its
 * trace.
 */
export function tracedOutcome(
  { trace, inputs }: InferRequest,
  version: string,
  clock: EngineClock,
  outcome: Outcome,
): Outcome {
  if (trace === undefined) return outcome;
  trace.tensors?.("TENSOR_QUEUE_INPUT", inputs);
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
