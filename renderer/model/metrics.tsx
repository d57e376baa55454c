import { useMemo } from "react";
import type { FigureId } from "../../main/contract/index.ts";
import { Batches } from "../batches/batches.tsx";
import { BatchChart } from "../charts/batch-chart.tsx";
import { CrosshairPanel } from "../charts/crosshair-panel.tsx";
import { sumBreakdowns, within } from "../charts/samples.ts";
import { SeriesChart } from "../charts/series-chart.tsx";
import type { SeriesLine } from "../charts/series-data.ts";
import { useSame } from "../charts/use-same.ts";
import { FigureChart } from "../figures/figure-chart.tsx";
import { figureKey } from "../figures/series-lines.ts";
import { lacksGrpc } from "../host/capability.ts";
import { unloadedReason } from "../host/model-state.ts";
import { useModelState, useObserved, useOverview, useServer } from "../host/topics.ts";
import { useIsLive } from "../host/use-is-live.ts";
import { RANGES } from "../search.ts";
import { OriginNote, useOriginView } from "../time-range/origin-note.tsx";
import { RangeBar } from "../time-range/range-bar.tsx";
import { useSeries } from "../time-range/use-series.ts";
import { useTimeRange } from "../time-range/use-time-range.ts";
import { useViewport } from "../time-range/viewport.ts";
import { ErrorNotice } from "../ui/notice.tsx";
import { CacheCard } from "./cache-card.tsx";
import { chartLines, type ModelChart, observedFigure } from "./chart-lines.ts";
import { ABOUT_DEPTHS, DEPTH_FIGURES, depthLines } from "./depth-lines.ts";
import { NoRequests } from "./no-requests.tsx";
import { VersionsCard } from "./versions-card.tsx";

const IDLE = "No request ended in this interval.";

const CHARTS = {
  throughput: {
    title: "Throughput",
    empty: IDLE,
    figures: [
      { figure: "inferencesPerSecond", shape: "area" },
      { figure: "requestsPerSecond", shape: "line" },
      { figure: "executionsPerSecond", shape: "line", dashed: true },
      { figure: "failuresPerSecond", shape: "line" },
      { figure: "queueFullPerSecond", shape: "line", dashed: true },
    ],
  },
  percentiles: {
    title: "Latency percentiles",
    empty: IDLE,
    figures: [
      { figure: "latencyP50Ms", shape: "line" },
      { figure: "latencyP95Ms", shape: "line" },
      { figure: "latencyP99Ms", shape: "line" },
    ],
  },
  split: {
    title: "Mean latency: queue and compute",
    empty: IDLE,
    figures: [
      { figure: "computeMs", shape: "stack" },
      { figure: "queueMs", shape: "stack" },
    ],
  },
  meanBatch: {
    title: "Mean batch",
    empty: "Nothing was executed in this interval.",
    figures: [{ figure: "meanBatch", shape: "area" }],
  },
  cache: {
    title: "Cache hit rate",
    empty: "Nothing was looked up in the response cache.",
    figures: [{ figure: "cacheHitRate", shape: "area" }],
  },
} as const satisfies Record<string, ModelChart>;

/** All figures of the charts. */
const FIGURE_IDS: readonly FigureId[] = [
  ...Object.values(CHARTS).flatMap(({ figures }) => figures.map(({ figure }) => figure)),
  ...DEPTH_FIGURES,
];

const NOT_REPORTED = "Not reported by this server.";
const noVersions: never[] = [];

/** A model's figures over time. */
export function Metrics({ serverId, model }: { serverId: string; model: string }) {
  const frame = useOverview(serverId);
  const observed = useObserved(serverId);
  const overview = frame?.models.find((each) => each.name === model);
  const server = useServer();
  const insight = server?.capabilities.includes("insight") === true;
  const isLive = useIsLive(server, frame);
  const versions = useModelState(serverId, model)?.versions ?? noVersions;
  const viewport = useViewport();
  const keys = useMemo(() => FIGURE_IDS.map((figure) => figureKey({ figure, model })), [model]);
  const answer = useSeries(serverId, keys, viewport, frame?.live ? frame.t : undefined);
  const { series, origins, newest, newer, loading, error } = answer;
  const time = useTimeRange({ viewport, newest, model, offered: RANGES });
  const { span, fixed } = time;
  const view = useOriginView(time.view, origins);
  // New readings matter to charts only if a figure is new.
  const known = useSame(
    FIGURE_IDS.map((figure) => {
      const own = observedFigure(observed, model, figure);
      return { ...own, value: own.value === null ? null : 0 };
    }),
  );
  const lines = useMemo(() => {
    const points = (figure: FigureId) => series[FIGURE_IDS.indexOf(figure)] ?? [];
    const about = (figure: FigureId) =>
      known.find((each) => each.figure === figure) ?? observedFigure(null, model, figure);
    const linesFor = (chart: ModelChart) => chartLines(chart, about, points);
    const [running, handedOver] = [points("running"), points("handedOver")];
    const [waiting, delayed] = [points("waiting"), points("delayed")];
    return {
      throughput: linesFor(CHARTS.throughput),
      percentiles: linesFor(CHARTS.percentiles),
      split: linesFor(CHARTS.split),
      meanBatch: linesFor(CHARTS.meanBatch),
      cache: linesFor(CHARTS.cache),
      depths: depthLines({ running, handedOver, waiting, delayed }),
    };
  }, [series, known, model]);
  const inSpan = (figure: FigureId) => within(series[FIGURE_IDS.indexOf(figure)] ?? [], span);
  const hasAny = (figure: FigureId) => inSpan(figure).some(({ value }) => (value ?? 0) > 0);
  const rejects = hasAny("queueFullPerSecond");
  // Most models never reject requests, and then need no line for it.
  const throughput = useMemo(
    () => lines.throughput.filter(({ key }) => rejects || key !== "queueFullPerSecond"),
    [lines, rejects],
  );
  const isMissing = (figure: FigureId) =>
    known.some((each) => each.figure === figure && each.provenance === "unavailable");
  const absent = unloadedReason(overview?.state);
  const chart = (id: keyof typeof CHARTS, shown: readonly SeriesLine[] = lines[id]) => {
    const { title, figures, empty }: ModelChart = CHARTS[id];
    const ids = figures.map(({ figure }) => figure) as [FigureId, ...FigureId[]];
    const missing = observed && isMissing(ids[0]) ? NOT_REPORTED : null;
    return (
      <FigureChart
        title={title}
        figures={ids}
        lines={shown}
        view={view}
        loading={loading}
        empty={missing ?? absent ?? empty}
      />
    );
  };
  return (
    <div className="flex flex-col gap-4">
      <RangeBar offered={RANGES} time={time} newer={newer} isLive={isLive} />
      <OriginNote origins={origins} />
      {error && <ErrorNotice title="Can't read the history" error={error} />}
      {server?.state === "live" && !hasAny("requestsPerSecond") && !hasAny("failuresPerSecond") && (
        <NoRequests serverId={serverId} model={model} />
      )}
      <div className="grid grid-flow-dense grid-cols-1 gap-4 lg:grid-cols-2 min-[110rem]:grid-cols-3">
        {chart("throughput", throughput)}
        {chart("percentiles")}
        {chart("split")}
        {insight && (
          <Batches
            serverId={serverId}
            model={model}
            overview={overview}
            allCached={observedFigure(observed, model, "cacheHitRate").value === 1}
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
          lines={lines.depths}
          unit="req"
          whole
          view={view}
          loading={loading}
          empty={
            observed && isMissing("waiting")
              ? NOT_REPORTED
              : (absent ?? "No version of this model was loaded.")
          }
        />
        <BatchChart
          batches={sumBreakdowns(inSpan("executionsPerSecond"))}
          over={fixed ? "in this span" : time.words}
          absent={absent}
          loading={loading}
        />
        {chart("meanBatch")}
        {overview?.responseCache !== false && chart("cache")}
        <CacheCard versions={versions} />
      </div>
      <CrosshairPanel
        crosshair={view.crosshair}
        groups={Object.values(lines)}
        marks={view.marks}
        origins={origins}
      />
    </div>
  );
}
