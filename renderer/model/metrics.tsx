import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo, useState } from "react";
import { Batches } from "../batches/batches.tsx";
import { BatchChart } from "../charts/batch-chart.tsx";
import { Crosshair } from "../charts/crosshair.ts";
import { CrosshairPanel } from "../charts/crosshair-panel.tsx";
import { DepthChart } from "../charts/depth-chart.tsx";
import { depthSeries } from "../charts/depth-series.ts";
import type { TimeView } from "../charts/sample-chart.tsx";
import { type Span, samplesWithin, scaledSpan, sumBatches } from "../charts/samples.ts";
import { plotSeriesOf, type Series } from "../charts/series.ts";
import { TimeChart } from "../charts/time-chart.tsx";
import { useIsLive } from "../host/use-is-live.ts";
import { useModelState, useOverview, useServer } from "../host/topics.ts";
import { unloadedWords } from "../host/model-state.ts";
import { type ModelSearch, RANGES } from "../search.ts";
import { lacksGrpc } from "../host/capability.ts";
import { useCommands } from "../shell/command-context.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { CacheCard } from "./cache-card.tsx";
import { NoRequests } from "./no-requests.tsx";
import { RangeBar } from "./range-bar.tsx";
import { useMarks } from "./use-marks.ts";
import { useModelSeries } from "./use-model-series.ts";
import { VersionsCard } from "./versions-card.tsx";
import { rangeWords, viewportOf } from "./viewport.ts";

interface Chart {
  readonly title: string;
  readonly series: readonly [Series, ...Series[]];
}

const throughput: Chart = {
  title: "Throughput",
  series: [
    { figure: "inferencesPerSecond", shape: "area" },
    { figure: "requestsPerSecond", shape: "line" },
    { figure: "executionsPerSecond", shape: "line", dashed: true },
    { figure: "failuresPerSecond", shape: "line" },
  ],
};
const percentiles: Chart = {
  title: "Latency percentiles",
  series: [
    { figure: "p50Ms", shape: "line" },
    { figure: "p95Ms", shape: "line" },
    { figure: "p99Ms", shape: "line" },
  ],
};
const split: Chart = {
  title: "Mean latency: queue and compute",
  series: [
    { figure: "computeMs", shape: "stack" },
    { figure: "queueMs", shape: "stack" },
  ],
};
const meanBatch: Chart = {
  title: "Mean batch",
  series: [{ figure: "meanBatch", shape: "area" }],
};
const cache: Chart = {
  title: "Cache hit rate",
  series: [{ figure: "cacheHitRate", shape: "area" }],
};
const refused: Series = {
  figure: "refusedPerSecond",

  shape: "line",
  dashed: true,
};
/** Most models never refuse, and need no line that says so. */
const throughputRefused: Chart = { ...throughput, series: [...throughput.series, refused] };
const groups = [throughputRefused, percentiles, split, meanBatch, cache].map(({ series }) =>
  series.map(plotSeriesOf),
);

const noVersions: never[] = [];
const noProvenance = {};
const route = getRouteApi("/models/$name");

/** A model's figures over time. */
export function Metrics({ serverId, model }: { serverId: string; model: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const viewport = useMemo(() => viewportOf(search), [search]);
  const [crosshair] = useState(() => new Crosshair());
  const marks = useMarks(model);
  const frame = useOverview(serverId);
  const provenance = frame?.provenance;
  const overview = frame?.models.find((each) => each.name === model);
  const server = useServer();
  const insight = server?.capabilities.includes("insight") === true;
  const live = useIsLive(server, frame);
  const versions = useModelState(serverId, model)?.versions ?? noVersions;
  const series = useModelSeries(serverId, model, viewport);
  const { span, samples, newer, loading, error } = series;

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

  const newest = samples.at(-1)?.t ?? span[1];
  const zoomed = useMemo(
    () => ({
      span,
      isZoomed: isFixed,
      isShared: true,
      to: zoom,
      reset: goLive,
      by: (factor: number, still: number) => zoom(scaledSpan(span, factor, still, newest)),
    }),
    [span, isFixed, zoom, goLive, newest],
  );
  const view: TimeView = {
    samples,
    zoom: zoomed,
    marks,
    provenance: provenance ?? noProvenance,
    crosshair,
    absent: unloadedWords(overview?.state),
    loading,
  };
  const inSpan = samplesWithin(samples, span);
  const depths = depthSeries(inSpan);
  const refusals = inSpan.some(({ refusedPerSecond }) => (refusedPerSecond ?? 0) > 0);
  return (
    <div className="flex flex-col gap-4">
      <RangeBar
        ranges={RANGES}
        range={viewport.range}
        words={rangeWords[viewport.range]}
        fixed={viewport.fixed}
        newer={newer}
        live={live}
        onRange={(range) => look({ range, from: undefined, to: undefined })}
        onPause={() => zoom(span)}
        onLive={goLive}
      />
      {error && <ErrorNotice title="The history could not be read" error={error} />}
      {server?.state === "live" &&
        inSpan.every((each) => each.requestsPerSecond === 0 && each.failuresPerSecond === 0) && (
          <NoRequests serverId={serverId} model={model} />
        )}
      <div className="grid grid-flow-dense grid-cols-1 gap-4 lg:grid-cols-2 min-[110rem]:grid-cols-3">
        <TimeChart {...(refusals ? throughputRefused : throughput)} view={view} />
        <TimeChart {...percentiles} view={view} />
        <TimeChart {...split} view={view} />
        {insight && (
          <Batches
            serverId={serverId}
            model={model}
            overview={overview}
            versions={versions}
            span={span}
            fixed={isFixed}
            onZoom={zoom}
            onReset={goLive}
          />
        )}
        <VersionsCard
          serverId={serverId}
          model={model}
          served={overview?.versions ?? noVersions}
          span={span}
          insight={insight}
          overHttp={server !== null && lacksGrpc(server)}
        />
        <DepthChart view={view} />
        <BatchChart
          batches={sumBatches(inSpan)}
          over={isFixed ? "in this span" : rangeWords[viewport.range]}
          absent={view.absent}
          loading={loading}
        />
        <TimeChart {...meanBatch} view={view} />
        {overview?.responseCache !== false && <TimeChart {...cache} view={view} />}
        <CacheCard versions={versions} />
      </div>
      <CrosshairPanel
        crosshair={crosshair}
        samples={samples}
        groups={[...groups, depths]}
        marks={marks}
      />
    </div>
  );
}
