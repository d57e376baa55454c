import type { ModelSample } from "../../contract/index.ts";
import type { Past } from "../observed-domain.ts";
import { keptSamples } from "./kept-samples.ts";
import type { Sampler } from "./sampler.ts";

interface Wanted {
  readonly serverId: string;
  readonly model: string;
  /** Intervals that end in (from, to], ms since the epoch. */
  readonly from: number;
  readonly to: number;
  readonly maxPoints: number;
}

/** A model's samples: the newest as they were seen, those from before the host started as they are kept on disk. */
export async function modelSeries(
  sampler: Sampler,
  past: Past,
  { serverId, model, from, to, maxPoints }: Wanted,
): Promise<ModelSample[]> {
  const since = sampler.since(model) ?? Infinity;
  const until = Math.min(to, since - 1);
  if (until <= from) return sampler.series(model, from, to, maxPoints);
  const rows = await past.rows(serverId, from, until, (to - from) / maxPoints);
  // Each part has its share of the points.
  const share = Math.ceil((maxPoints * (until - from)) / (to - from));
  const kept = keptSamples(rows, model, Math.min(share, maxPoints));
  const left = maxPoints - kept.length;
  return left === 0 ? kept : [...kept, ...sampler.series(model, from, to, left)];
}
