import type { ExperimentPlan, Traffic } from "../../contract/index.ts";
import type { ServerAdapter } from "../../servers/index.ts";
import { hasDynamicDims, type Sizes } from "../../sizes/index.ts";
import { isChat } from "../chat/specs.ts";
import { refuseUnable } from "./reach.ts";

/**
 * The plan with sizes for the dynamic dimensions that it leaves open, whatever its inputs come from: those that the models are
 * known to run with, else the likeliest ones. Sends nothing. FAILED_PRECONDITION for a server that takes no tensors.
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
