import type { StepPower } from "../contract/index.ts";
import type { ApiSeries, PrometheusApi } from "./api.ts";
import { findGpus, type GpuPlace } from "./gpus.ts";
import { quoted } from "./promql.ts";

/** ms since the epoch. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const FIELD = "DCGM_FI_DEV_POWER_USAGE";

/**
 * Mean power over a span of the GPUs of a server, each counted once: MIG instances report that of their whole GPU
 * (PROM-18). Null where DCGM reports no GPUs of it.
 */
export async function gpuPower(
  api: PrometheusApi,
  place: GpuPlace,
  { from, to }: Span,
  signal: AbortSignal,
): Promise<Omit<StepPower, "source"> | null> {
  const { by, gpus } = await findGpus(api, place, signal);
  const uuids = [...new Set(gpus.map(({ uuid }) => uuid).filter((uuid) => uuid !== ""))];
  if (uuids.length === 0) return null;
  const range = `${FIELD}{UUID=~${quoted(uuids.join("|"))}}[${Math.max(1, Math.round(to - from))}ms]`;
  const [means, counts] = await Promise.all([
    api.query(`avg_over_time(${range})`, to, signal),
    api.query(`count_over_time(${range})`, to, signal),
  ]);
  const watts = byUuid(means.series);
  const samples = byUuid(counts.series);
  const isWhole = uuids.every((uuid) => watts.has(uuid));
  return {
    by,
    gpus: uuids.length,
    watts: isWhole ? uuids.reduce((sum, uuid) => sum + (watts.get(uuid) ?? 0), 0) : null,
    samples: Math.min(...uuids.map((uuid) => samples.get(uuid) ?? 0)),
  };
}

/** One value of each GPU. */
function byUuid(series: readonly ApiSeries[]): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const { labels, points } of series) {
    const value = points.at(-1)?.[1];
    const uuid = labels["UUID"] ?? "";
    if (value !== undefined && Number.isFinite(value))
      values.set(uuid, Math.max(value, values.get(uuid) ?? 0));
  }
  return values;
}
