import { useMemo } from "react";
import type { OverviewFrame } from "../../main/contract/index.ts";
import { Batches } from "../batches/batches.tsx";
import { BatchChart } from "../charts/batch-chart.tsx";
import { CrosshairPanel } from "../charts/crosshair-panel.tsx";
import { sumBatches, within } from "../charts/samples.ts";
import { SeriesChart } from "../charts/series-chart.tsx";
import { useSame } from "../charts/use-same.ts";
import { lacksGrpc } from "../host/capability.ts";
import { unloadedWords } from "../host/model-state.ts";
import { useModelState, useOverview, useServer } from "../host/topics.ts";
import { useIsLive } from "../host/use-is-live.ts";
import { RANGES } from "../search.ts";
import { RangeBar } from "../time-range/range-bar.tsx";
import { useTimeRange } from "../time-range/use-time-range.ts";
import { useViewport } from "../time-range/viewport.ts";
import { ErrorNotice } from "../ui/notice.tsx";
import { CacheCard } from "./cache-card.tsx";
import { ABOUT_DEPTHS, depthLines } from "./depth-lines.ts";
import { ModelChart } from "./model-chart.tsx";
import { NoRequests } from "./no-requests.tsx";
import { chartLines, type ModelChart as Definition } from "./sample-lines.ts";
import { useModelSeries } from "./use-model-series.ts";
import { VersionsCard } from "./versions-card.tsx";

const CHARTS = {
  throughput: {
    title: "Throughput",
    figures: [
      { figure: "inferencesPerSecond", shape: "area" },
      { figure: "requestsPerSecond", shape: "line" },
      { figure: "executionsPerSecond", shape: "line", dashed: true },
      { figure: "failuresPerSecond", shape: "line" },
      { figure: "refusedPerSecond", shape: "line", dashed: true },
    ],
  },
  percentiles: {
    title: "Latency percentiles",
    figures: [
      { figure: "p50Ms", shape: "line" },
      { figure: "p95Ms", shape: "line" },
      { figure: "p99Ms", shape: "line" },
    ],
  },
  split: {
    title: "Mean latency: queue and compute",
    figures: [
      { figure: "computeMs", shape: "stack" },
      { figure: "queueMs", shape: "stack" },
    ],
  },
  meanBatch: { title: "Mean batch", figures: [{ figure: "meanBatch", shape: "area" }] },
  cache: { title: "Cache hit rate", figures: [{ figure: "cacheHitRate", shape: "area" }] },
} as const satisfies Record<string, Definition>;

const noVersions: never[] = [];
const noProvenance: OverviewFrame["provenance"] = {};

/** A model's figures over time. */
export function Metrics({ serverId, model }: { serverId: string; model: string }) {
  const frame = useOverview(serverId);
  const provenance = useSame(frame?.provenance ?? noProvenance);
  const overview = frame?.models.find((each) => each.name === model);
  const server = useServer();
  const insight = server?.capabilities.includes("insight") === true;
  const isLive = useIsLive(server, frame);
  const versions = useModelState(serverId, model)?.versions ?? noVersions;
  const viewport = useViewport();
  const { samples, newest, newer, loading, error } = useModelSeries(serverId, model, viewport);
  const time = useTimeRange({ viewport, newest, model, offered: RANGES });
  const { span, fixed, view } = time;
  const inSpan = useMemo(() => within(samples, span), [samples, span]);
  const lines = useMemo(() => {
    const of = (chart: Definition) => chartLines(chart, inSpan, provenance);
    return {
      throughput: of(CHARTS.throughput),
      percentiles: of(CHARTS.percentiles),
      split: of(CHARTS.split),
      meanBatch: of(CHARTS.meanBatch),
      cache: of(CHARTS.cache),
    };
  }, [inSpan, provenance]);
  const depths = useMemo(() => depthLines(inSpan), [inSpan]);
  const rejects = inSpan.some(({ refusedPerSecond }) => (refusedPerSecond ?? 0) > 0);
  // Most models never reject, and need no line that says so.
  const throughput = useMemo(
    () => lines.throughput.filter(({ key }) => rejects || key !== "refusedPerSecond"),
    [lines, rejects],
  );
  const absent = unloadedWords(overview?.state);
  const shared = { view, provenance, absent, loading };
  return (
    <div className="flex flex-col gap-4">
      <RangeBar offered={RANGES} time={time} newer={newer} isLive={isLive} />
      {error && <ErrorNotice title="The history could not be read" error={error} />}
      {server?.state === "live" &&
        inSpan.every((each) => each.requestsPerSecond === 0 && each.failuresPerSecond === 0) && (
          <NoRequests serverId={serverId} model={model} />
        )}
      <div className="grid grid-flow-dense grid-cols-1 gap-4 lg:grid-cols-2 min-[110rem]:grid-cols-3">
        <ModelChart {...shared} chart={CHARTS.throughput} lines={throughput} />
        <ModelChart {...shared} chart={CHARTS.percentiles} lines={lines.percentiles} />
        <ModelChart {...shared} chart={CHARTS.split} lines={lines.split} />
        {insight && (
          <Batches
            serverId={serverId}
            model={model}
            overview={overview}
            versions={versions}
            span={span}
            fixed={fixed !== null}
            onZoom={time.zoomTo}
            onReset={time.live}
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
        <SeriesChart
          title="Queue depth"
          about={ABOUT_DEPTHS}
          lines={depths}
          unit="req"
          whole
          view={view}
          loading={loading}
          empty={
            provenance["queueDepth"] === "unavailable"
              ? "Not reported by this server."
              : (absent ?? "No version of this model was loaded.")
          }
        />
        <BatchChart
          batches={sumBatches(inSpan)}
          over={fixed ? "in this span" : time.words}
          absent={absent}
          loading={loading}
        />
        <ModelChart {...shared} chart={CHARTS.meanBatch} lines={lines.meanBatch} />
        {overview?.responseCache !== false && (
          <ModelChart {...shared} chart={CHARTS.cache} lines={lines.cache} />
        )}
        <CacheCard versions={versions} />
      </div>
      <CrosshairPanel
        crosshair={view.crosshair}
        groups={[...Object.values(lines), depths]}
        marks={view.marks}
      />
    </div>
  );
}
