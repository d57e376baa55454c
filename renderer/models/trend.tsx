import { memo, useSyncExternalStore } from "react";
import { FIGURE_SECONDS, FIGURES, type TrendInterval } from "../../main/contract/index.ts";
import { Sparkline } from "../charts/sparkline.tsx";
import { unitFormats } from "../figures/units.ts";
import { useHost } from "../host/context.tsx";
import type { TrendFigure } from "./trend-figure.ts";

type Points = readonly (readonly [t: number, value: number])[];

interface Trends {
  /** When the newest interval ended, ms since the epoch. */
  readonly t: number;
  /** By model. */
  readonly points: ReadonlyMap<string, Points>;
}

/** Drops points older than a minute; a model without points is left out. */
export function appendTrend(known: Trends, intervals: readonly TrendInterval[]): Trends {
  const fresh = intervals.filter(({ t }) => t > known.t);
  const newest = fresh.at(-1);
  if (!newest) return known;
  const since = newest.t - FIGURE_SECONDS * 1000;
  const added = fresh.flatMap(({ t, values }) =>
    values.map(([model, value]) => ({ model, point: [t, value] as const })),
  );
  const byModel = Map.groupBy(added, ({ model }) => model);
  const models = new Set([...known.points.keys(), ...byModel.keys()]);
  const points = [...models].flatMap((model): [string, Points][] => {
    const own = (byModel.get(model) ?? []).map(({ point }) => point);
    const kept = [...(known.points.get(model) ?? []), ...own].filter(([t]) => t > since);
    return kept.length === 0 ? [] : [[model, kept]];
  });
  return { t: newest.t, points: new Map(points) };
}

const none: Points = [];
const noTrends: Trends = { t: 0, points: new Map() };
const LAST_MINUTE = { name: "last minute", initial: noTrends, reduce: appendTrend };

interface TrendProps {
  readonly serverId: string;
  readonly model: string;
  readonly figure: TrendFigure;
  readonly mean: number | null;
}

/** One figure of a model in the last minute. */
export const Trend = memo(function Trend({ serverId, model, figure, mean }: TrendProps) {
  const store = useHost().live.folded("observed.trend", { serverId, figure }, LAST_MINUTE);
  const points = useSyncExternalStore(
    store.subscribe,
    () => store.snapshot().points.get(model) ?? none,
  );
  const { label, unit } = FIGURES[figure];
  return (
    <Sparkline
      points={points}
      label={`${label} of ${model} in the last minute, mean ${unitFormats[unit].text(mean)}`}
    />
  );
});
