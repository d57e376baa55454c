import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { BatchChart } from "../charts/batch-chart.tsx";
import { Crosshair } from "../charts/crosshair.ts";
import { CrosshairPanel } from "../charts/crosshair-panel.tsx";
import { type Span, samplesWithin, sumBatches } from "../charts/samples.ts";
import { chartColor, type Series } from "../charts/series.ts";
import { TimeChart, type TimeView } from "../charts/time-chart.tsx";
import { useOverview } from "../host/topics.ts";
import type { ModelSearch } from "../search.ts";
import { useCommands } from "../shell/command-context.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { NoRequests } from "./no-requests.tsx";
import { RangeBar } from "./range-bar.tsx";
import { useMarks } from "./use-marks.ts";
import { useModelSeries } from "./use-model-series.ts";
import { rangeWords, viewportOf } from "./viewport.ts";

interface Chart {
  readonly title: string;
  readonly series: readonly Series[];
}

const throughput: Chart = {
  title: "Throughput",
  series: [
    { figure: "inferencesPerSecond", color: chartColor(1), shape: "area" },
    { figure: "requestsPerSecond", color: chartColor(4), shape: "line" },
    { figure: "executionsPerSecond", color: chartColor(3), shape: "line", dashed: true },
    { figure: "failuresPerSecond", color: chartColor(5), shape: "line" },
  ],
};
const percentiles: Chart = {
  title: "Latency percentiles",
  series: [
    { figure: "p50Ms", color: chartColor(3), shape: "line" },
    { figure: "p95Ms", color: chartColor(1), shape: "line" },
    { figure: "p99Ms", color: chartColor(4), shape: "line" },
  ],
};
const split: Chart = {
  title: "Mean latency: queue and compute",
  series: [
    { figure: "computeMs", color: chartColor(1), shape: "stack" },
    { figure: "queueMs", color: chartColor(2), shape: "stack" },
  ],
};
const queue: Chart = {
  title: "Queue depth",
  series: [{ figure: "queueDepth", color: chartColor(2), shape: "area" }],
};
const meanBatch: Chart = {
  title: "Mean batch",
  series: [{ figure: "meanBatch", color: chartColor(1), shape: "area" }],
};
const cache: Chart = {
  title: "Cache hit rate",
  series: [{ figure: "cacheHitRate", color: chartColor(3), shape: "area" }],
};
const groups = [throughput, percentiles, split, queue, meanBatch, cache].map((each) => each.series);

const route = getRouteApi("/models/$name");

/** A model's figures over time. */
export function Metrics({ serverId, model }: { serverId: string; model: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const viewport = useMemo(() => viewportOf(search), [search]);
  const [crosshair] = useState(() => new Crosshair());
  const marks = useMarks(model);
  const provenance = useOverview(serverId)?.provenance;
  const series = useModelSeries(serverId, model, viewport);
  const { span, samples, newer, error } = series;

  const look = useCallback(
    (change: Pick<ModelSearch, "from" | "to"> & { range?: ModelSearch["range"] }) =>
      void navigate({
        to: "/models/$name",
        params: { name: model },
        search: (now: ModelSearch) => ({ ...now, ...change }),
        replace: true,
      }),
    [navigate, model],
  );
  const zoom = useCallback(
    ([from, to]: Span) => look({ from: Math.round(from), to: Math.round(to) }),
    [look],
  );
  const goLive = useCallback(() => look({ from: undefined, to: undefined }), [look]);
  const [from, to] = span;
  const isFixed = viewport.fixed !== null;
  useCommands(
    useMemo(
      () => [
        {
          id: "metrics.pause",
          title: isFixed ? "Go back to live charts" : "Pause the charts",
          group: "Charts",
          keys: "p",
          run: () => (isFixed ? goLive() : zoom([from, to])),
        },
      ],
      [isFixed, goLive, zoom, from, to],
    ),
  );

  const view: TimeView = {
    samples,
    span,
    marks,
    provenance: provenance ?? {},
    crosshair,
    onZoom: zoom,
    onReset: goLive,
  };
  const inSpan = samplesWithin(samples, span);
  return (
    <div className="flex flex-col gap-4">
      <RangeBar
        viewport={viewport}
        newer={newer}
        onRange={(range) => look({ range, from: undefined, to: undefined })}
        onPause={() => zoom(span)}
        onLive={goLive}
      />
      {error && <ErrorNotice title="The history could not be read" error={error} />}
      {inSpan.every((each) => each.requestsPerSecond === 0 && each.failuresPerSecond === 0) && (
        <NoRequests serverId={serverId} model={model} />
      )}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 min-[110rem]:grid-cols-3">
        <TimeChart {...throughput} view={view} />
        <TimeChart {...percentiles} view={view} />
        <TimeChart {...split} view={view} />
        <BatchChart
          batches={sumBatches(inSpan)}
          over={isFixed ? "in this span" : rangeWords[viewport.range]}
        />
        <TimeChart {...meanBatch} view={view} />
        <TimeChart {...queue} view={view} />
        <TimeChart {...cache} view={view} />
      </div>
      <CrosshairPanel crosshair={crosshair} samples={samples} groups={groups} marks={marks} />
    </div>
  );
}
