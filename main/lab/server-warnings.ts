import type { ExperimentPlan, Traffic } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/adapter.ts";
import { isChat } from "./chat/specs.ts";
import { withoutWay } from "./endpoint.ts";
import { cacheEntries } from "./runs/server-eyes.ts";

/** What speaks against a plan on the server as it is now; nothing while it does not answer. */
export async function serverWarnings(
  server: ServerAdapter,
  plan: ExperimentPlan,
): Promise<string[]> {
  const warnings = plan.traffic.map((traffic) => cacheWarning(server, traffic));
  const { caveat } = server.status;
  const way = withoutWay(server.status, plan.wire);
  return [
    ...(way === null ? [] : [way]),
    ...(caveat === null ? [] : [`${caveat} Claim no latency from it.`]),
    ...(await Promise.all(warnings)).flatMap((warning) => warning ?? []),
  ];
}

/** What the server cannot tell of itself while it is measured; sentences. */
export function serverNotes(server: ServerAdapter, plan: ExperimentPlan): string[] {
  const { capabilities, status } = server;
  if (isChat(plan) || capabilities.length === 0 || capabilities.includes("statistics")) return [];
  return [
    `${status.name} tells no statistics as Triton has them: the figures are the client's alone, and a warm-up goes by throughput and latency.`,
  ];
}

async function cacheWarning(
  server: ServerAdapter,
  { model, reuse, distinctInputs, inputs }: Traffic,
): Promise<string | null> {
  if (reuse.kind !== "turns" || inputs.kind === "chat") return null;
  try {
    const entries = await cacheEntries(server, await server.modelDetail(model));
    if (entries === null || distinctInputs > entries) return null;
    const [inputs, room] = [distinctInputs, entries].map((count) => count.toLocaleString("en-US"));
    return `All ${inputs} inputs of '${model}' fit in its response cache of about ${room} entries, so that a run would be invalid: use more, or choose the share of repeated ones.`;
  } catch {
    return null;
  }
}
