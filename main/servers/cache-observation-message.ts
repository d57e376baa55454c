import type { batchdeck } from "../../assets/proto/index.ts";
import { StatusError } from "../../base/status-error.ts";
import type { CacheObservation, HitRatePoint } from "../../engine/types.ts";

type ObservationMessage = batchdeck.telemetry.v1.CacheObservationResponse.$Properties;
type Message = NonNullable<ObservationMessage["observation"]>;

const MAX_POINTS = 4096;
const MAX_CLIENTS = 20;
const MAX_TEXT = 200;

/** INTERNAL, with the field, for a message that no engine sends (SERVER-H8). */
export function toCacheObservation({
  observation,
}: ObservationMessage): CacheObservation | undefined {
  if (!observation) return undefined;
  return {
    state: observation.observing ? "observing" : "ended",
    elapsedNs: amount("elapsed_ns", observation.elapsed_ns),
    plannedNs: amount("planned_ns", observation.planned_ns),
    requests: amount("requests", observation.requests),
    sampledShare: amount("sampled_share", observation.sampled_share, 1),
    distinct: amount("distinct", observation.distinct),
    distinctBytes: amount("distinct_bytes", observation.distinct_bytes),
    curve: toCurve(observation),
    hashNs: amount("hash_ns", observation.hash_ns),
    clients: (observation.clients ?? []).slice(0, MAX_CLIENTS).map((client) => ({
      address: (client.address ?? "").slice(0, MAX_TEXT),
      userAgent: (client.user_agent ?? "").slice(0, MAX_TEXT),
      lookups: amount("clients.lookups", client.lookups),
      hits: amount("clients.hits", client.hits),
    })),
  };
}

function toCurve({ curve }: Message): HitRatePoint[] {
  const points = curve ?? [];
  if (points.length > MAX_POINTS)
    refuse("curve", `${points.length} points`, `at most ${MAX_POINTS}`);
  let last: HitRatePoint = { bytes: 0, hitRate: 0 };
  return points.map((point) => {
    const bytes = amount("curve.bytes", point.bytes);
    const hitRate = amount("curve.hit_rate", point.hit_rate, 1);
    if (bytes < last.bytes) refuse("curve.bytes", bytes, `at least ${last.bytes}, as before it`);
    if (hitRate < last.hitRate) {
      refuse("curve.hit_rate", hitRate, `at least ${last.hitRate}, as before it`);
    }
    return (last = { bytes, hitRate });
  });
}

function amount(field: string, value: unknown, most = Number.MAX_SAFE_INTEGER): number {
  const read = Number(value ?? 0);
  if (!(read >= 0 && read <= most)) refuse(field, read, `from 0 to ${most}`);
  return read;
}

function refuse(field: string, value: unknown, expected: string): never {
  throw new StatusError(
    "INTERNAL",
    `The server's cache observation has ${field} ${String(value)}; expected ${expected}.`,
  );
}
