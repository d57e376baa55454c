import type { ExperimentPlan, Traffic } from "../../contract/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { hasDynamicDims, type Sizes } from "../../sizes/index.ts";
import { isChat } from "../chat/specs.ts";
import { refuseUnable } from "./reach.ts";

/**
 * Completes a plan with sizes for its open dynamic dimensions, whatever the inputs' source: those that the models are
 * known to run with, else the likeliest. Sends nothing. FAILED_PRECONDITION for a server without tensors.
 */
export async function withKnownSizes(
  server: ServerAdapter,
  plan: ExperimentPlan,
  sizes: Sizes,
  signal: AbortSignal,
): Promise<ExperimentPlan> {
  if (isChat(plan)) return plan;
  refuseUnable(server, false);
  const traffic: Traffic[] = [];
  for (const each of plan.traffic) {
    const detail = await server.modelDetail(each.model, signal);
    const { shapes } = hasDynamicDims(detail) ? await sizes.get(server, detail) : { shapes: {} };
    traffic.push({ ...each, shapes: { ...shapes, ...each.shapes } });
  }
  return { ...plan, traffic };
}
