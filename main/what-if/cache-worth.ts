import { StatusError } from "../../base/status-error.ts";
import type * as engine from "../../engine/types.ts";
import type { CacheObservation, CacheWorth } from "../contract/index.ts";
import type { EngineInsight, ServerAdapter } from "../servers/index.ts";

type Ask = (insight: EngineInsight) => Promise<engine.CacheObservation | undefined>;

/** The observation of a model's requests, with the size of the server's cache (WHATIF-8). */
export async function cacheWorth(
  server: ServerAdapter,
  ask: Ask,
  signal: AbortSignal,
): Promise<CacheWorth> {
  const { insight, status } = server;
  if (insight === null && status.state !== "live") {
    throw new StatusError("UNAVAILABLE", `${status.name} can't be reached now.`);
  }
  const observation = insight && (await unlessUnknown(ask(insight)));
  if (observation === null) return { state: "unsupported", reason: unseenReason(status.name) };
  const { cache } = await server.telemetry(signal);
  return {
    state: "supported",
    observation: observation === undefined ? null : contractObservation(observation),
    capacityBytes: cache?.capacityBytes ?? null,
  };
}

function unseenReason(name: string): string {
  return `The requests of ${name} aren't seen here: only Batchdeck's own engine, reached over gRPC, can observe what a cache would answer. A Triton reports its cache hit rate only once the cache is on.`;
}

/** Null if the engine is too old for the call. */
async function unlessUnknown<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof StatusError && error.code === "UNIMPLEMENTED") return null;
    throw error;
  }
}

function contractObservation(observation: engine.CacheObservation): CacheObservation {
  const { elapsedNs, plannedNs, clients, curve, ...rest } = observation;
  return {
    ...rest,
    elapsedSeconds: elapsedNs / 1e9,
    plannedSeconds: plannedNs / 1e9,
    curve: curve.map(({ bytes, hitRate }) => ({ bytes, hitRate })),
    clients: clients.map(({ address, userAgent, lookups, hits }) => ({
      address,
      userAgent,
      requests: lookups,
      repeated: hits,
    })),
  };
}
