import { StatusError, type StatusCode } from "../../base/status-error.ts";
import { type ExperimentPlan, isPooling, type Traffic } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/index.ts";
import { isChat } from "./chat/specs.ts";
import { missingEndpointReason } from "../wire/index.ts";
import { readDetails } from "./runs/prepare.ts";
import { cacheEntries } from "./runs/server-probe.ts";
import { checkVersions, trafficSpecs } from "./runs/traffic-specs.ts";

/** Problems of a plan on the server as it is now; none while it does not respond. */
export async function serverWarnings(
  server: ServerAdapter,
  plan: ExperimentPlan,
): Promise<string[]> {
  const warnings = plan.traffic.map((traffic) => cacheWarning(server, traffic));
  const { caveat } = server.status;
  const way = missingEndpointReason(server.status, plan.wire);
  return [
    ...(way === null ? [] : [way]),
    ...(await misfits(server, plan)),
    ...(caveat === null ? [] : [`${caveat} Claim no latency from it.`]),
    ...(await Promise.all(warnings)).flatMap((warning) => warning ?? []),
  ];
}

/** What its start would reject; other failures, such as silence, are not the plan's fault. */
const REFUSALS: ReadonlySet<StatusCode> = new Set([
  "INVALID_ARGUMENT",
  "FAILED_PRECONDITION",
  "NOT_FOUND",
]);

/** Why the models can't receive this traffic, in the words of the start. */
async function misfits(server: ServerAdapter, plan: ExperimentPlan): Promise<string[]> {
  if (isChat(plan)) return [];
  try {
    const details = await readDetails(server, plan);
    trafficSpecs(plan, details);
    if (plan.goal.kind !== "compare") checkVersions(plan, details);
    return [];
  } catch (thrown) {
    const { code, message } = StatusError.from(thrown);
    return REFUSALS.has(code) ? [message] : [];
  }
}

/** What the server can't report itself during a measurement; sentences. */
export function serverNotes(server: ServerAdapter, plan: ExperimentPlan): string[] {
  const { capabilities, status } = server;
  if (isChat(plan) || capabilities.length === 0 || capabilities.includes("statistics")) return [];
  return [
    `${status.name} reports no statistics like Triton's: all figures are the client's, and the warm-up goes by throughput and latency.`,
  ];
}

async function cacheWarning(
  server: ServerAdapter,
  { model, reuse, distinctInputs, inputs }: Traffic,
): Promise<string | null> {
  if (reuse.kind !== "turns" || inputs.kind === "chat" || isPooling(inputs)) return null;
  try {
    const entries = await cacheEntries(server, await server.modelDetail(model));
    if (entries === null || distinctInputs > entries) return null;
    const [inputs, room] = [distinctInputs, entries].map((count) => count.toLocaleString("en-US"));
    return `All ${inputs} inputs of '${model}' fit in its response cache of about ${room} entries, so that a run would be invalid: use more, or choose the share of repeated ones.`;
  } catch {
    return null;
  }
}
