import type { StoppedModel } from "../contract/index.ts";
import type { ServerAdapter } from "./adapter.ts";

/**
 * Records which models serve now, except `model`; then reports those that have stopped since, with the server's reason.
 * Reports nothing for a server that doesn't respond.
 */
export async function watchStops(
  server: ServerAdapter,
  model: string,
): Promise<() => Promise<StoppedModel[]>> {
  const before = await readyModels(server).catch(() => null);
  before?.ready.delete(model);
  return async () => {
    const after = before && (await readyModels(server).catch(() => null));
    if (!before || !after) return [];
    return [...before.ready]
      .filter((name) => !after.ready.has(name))
      .map((name) => ({ model: name, reason: after.reasons.get(name) ?? "" }));
  };
}

async function readyModels(server: ServerAdapter) {
  const index = await server.repositoryIndex();
  return {
    ready: new Set(index.filter(({ state }) => state === "READY").map(({ name }) => name)),
    reasons: new Map(index.map(({ name, reason }) => [name, reason ?? ""])),
  };
}
