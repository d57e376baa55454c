import type { ExperimentPlan, Traffic } from "../contract/index.ts";
import type { ServerAdapter } from "../servers/adapter.ts";
import { cacheEntries } from "./runs/server-eyes.ts";

/** What speaks against a plan on the server as it is now; nothing while it does not answer. */
export async function serverWarnings(
  server: ServerAdapter,
  plan: ExperimentPlan,
): Promise<string[]> {
  const warnings = plan.traffic.map((traffic) => cacheWarning(server, traffic));
  return (await Promise.all(warnings)).flatMap((warning) => warning ?? []);
}

async function cacheWarning(
  server: ServerAdapter,
  { model, reuse, distinctInputs }: Traffic,
): Promise<string | null> {
  if (reuse.kind !== "turns") return null;
  try {
    const entries = await cacheEntries(server, await server.modelDetail(model));
    if (entries === null || distinctInputs > entries) return null;
    const [inputs, room] = [distinctInputs, entries].map((count) => count.toLocaleString("en-US"));
    return `All ${inputs} inputs of '${model}' fit in its response cache of about ${room} entries, so that a run would be invalid: use more, or choose the share of repeated ones.`;
  } catch {
    return null;
  }
}
