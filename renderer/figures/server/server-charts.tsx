import { useSearch } from "@tanstack/react-router";
import { ListChecks, X } from "lucide-react";
import { useMemo, useState } from "react";
import type { ObservedFrame, ServerStatus } from "../../../main/contract/index.ts";
import { CrosshairPanel } from "../../charts/crosshair-panel.tsx";
import { useSame } from "../../charts/use-same.ts";
import { FigureChart } from "../figure-chart.tsx";
import { figureTable, mainModel } from "../observed-figures.ts";
import { figureKey, figureLine, metricKey, metricLine, metricTitle } from "../series-lines.ts";
import { useIsLive } from "../../host/use-is-live.ts";
import type { ModelsSearch } from "../../search.ts";
import { usePanels } from "../panels/use-panels.ts";
import { PanelCharts } from "../panels/panel-charts.tsx";
import { OriginNote, useOriginView } from "../../time-range/origin-note.tsx";
import { RangeBar } from "../../time-range/range-bar.tsx";
import { useSeries } from "../../time-range/use-series.ts";
import { useTimeRange } from "../../time-range/use-time-range.ts";
import { type Range, useViewport } from "../../time-range/viewport.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { cx } from "../../ui/classes.ts";
import { Select } from "../../ui/field.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { type ChartGroup, chartsInOrder, keyCharts } from "./chart-groups.ts";
import { SeriesChart, type SeriesView } from "../../charts/series-chart.tsx";
import type { SeriesLine } from "../../charts/series-data.ts";
import { seriesFormLabels, labelsText, metricText, type ShownMetric } from "../metric-text.ts";

interface ServerChartsProps {
  readonly server: ServerStatus;
  readonly frame: ObservedFrame | null;
  readonly ranges: readonly Range[];
  /** Only this model; if left out, the model can be chosen. */
  readonly model?: string;
}

/** Figures of a server over time: the most informative ones, until others are chosen. */
export function ServerCharts({ server, frame, ranges, model }: ServerChartsProps) {
  const [choosing, setChoosing] = useState(false);
  const isLive = useIsLive(server, frame);
  const viewport = useViewport();
  const time = useTimeRange({ viewport, newest: frame?.t, model: model ?? "", offered: ranges });
  const search: Partial<ModelsSearch> = useSearch({ strict: false });
  const of = model ?? search.of ?? mainModel(frame);
  const table = figureTable(frame);
  const there = chartsInOrder(server.kind).filter(({ figures }) =>
    figures.some((figure) => table.find(of, figure)),
  );
  const shown = chooseGroups(there, search.charts, server);
  const metrics = search.metrics ?? none;
  const look = viewport.look as (change: Partial<ModelsSearch>) => void;
  const toggle = (id: string) => {
    const ids = shown.map((each) => each.id);
    look({ charts: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] });
  };
  // New readings matter to charts only if a figure is new.
  const figures = useSame(
    shown.map((group) =>
      group.figures
        .flatMap((figure) => table.find(of, figure) ?? [])
        .map((figure) => ({ ...figure, value: figure.value === null ? null : 0 })),
    ),
  );
  const keys = useMemo(
    () => [...figures.flat().map(figureKey), ...metrics.map(metricKey)],
    [figures, metrics],
  );
  const answer = useSeries(server.id, keys, viewport, frame?.t);
  const { series, origins, newer, loading, error } = answer;
  const charts = useMemo(() => {
    const rest = [...series];
    const figureCharts = figures.map((all) =>
      all.map((figure) => figureLine(figure, of, rest.shift() ?? [])),
    );
    const metricCharts = metrics.map((metric) => ({
      metric,
      lines: [metricLine(metric, rest.shift() ?? [])],
    }));
    return { figureCharts, metricCharts };
  }, [figures, metrics, of, series]);
  const { figureCharts, metricCharts } = charts;
  const view = useOriginView(time.view, origins);
  const panels = usePanels(server.id, time, model === undefined);
  return (
    <section aria-label="Charts" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <RangeBar offered={ranges} time={time} newer={newer} isLive={isLive} />
        <span className="ml-auto flex items-center gap-2">
          {model === undefined && table.models.length > 1 && (
            <Select
              aria-label="Whose figures"
              value={of}
              options={table.models.map((value) => ({
                value,
                label: value === "" ? "Whole server" : value,
              }))}
              onPick={(next) => look({ of: next })}
            />
          )}
          {there.length > 0 && (
            <Button aria-expanded={choosing} onClick={() => setChoosing(!choosing)}>
              <ListChecks aria-hidden="true" />
              {shown.length} of {there.length} charts
            </Button>
          )}
        </span>
      </div>
      <OriginNote origins={origins} />
      {choosing && <Chooser there={there} shown={shown} onToggle={toggle} />}
      {frame && there.length === 0 && metrics.length === 0 && (
        <p className="text-muted">
          {server.name} reports no figures to chart
          {table.unavailable.length > 0 && "; see below what it needs"}.
        </p>
      )}
      {error && <ErrorNotice title="The history could not be read" error={error} />}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 min-[110rem]:grid-cols-3">
        {shown.map((group, index) => (
          <FigureChart
            key={`${server.id} ${of} ${group.id}`}
            title={group.title}
            figures={group.figures}
            lines={figureCharts[index] ?? []}
            view={view}
            loading={loading}
          />
        ))}
        {metricCharts.map(({ metric, lines }) => (
          <MetricChart
            key={JSON.stringify(metric)}
            metric={metric}
            lines={lines}
            loading={loading}
            view={view}
            onRemove={() => look({ metrics: metrics.filter((each) => each !== metric) })}
          />
        ))}
      </div>
      {model === undefined && (
        <PanelCharts serverId={server.id} panels={panels} view={time.view} span={time.span} />
      )}
      <CrosshairPanel
        crosshair={view.crosshair}
        groups={[
          ...figureCharts,
          ...metricCharts.map(({ lines }) => lines),
          ...panels.map(({ lines }) => lines),
        ]}
        marks={view.marks}
        origins={origins}
      />
    </section>
  );
}

const none: NonNullable<ModelsSearch["metrics"]> = [];

function chooseGroups(
  there: readonly ChartGroup[],
  chosen: readonly string[] | undefined,
  server: ServerStatus,
): readonly ChartGroup[] {
  if (chosen) return there.filter(({ id }) => chosen.includes(id));
  const key: readonly string[] = keyCharts(server.kind);
  const usual = there.filter(({ id }) => key.includes(id));
  return usual.length > 0 ? usual : there;
}

interface ChooserProps {
  readonly there: readonly ChartGroup[];
  readonly shown: readonly ChartGroup[];
  readonly onToggle: (id: string) => void;
}

function Chooser({ there, shown, onToggle }: ChooserProps) {
  return (
    <div role="group" aria-label="Charts to show" className="flex flex-wrap gap-1.5">
      {there.map((group) => (
        <button
          key={group.id}
          type="button"
          aria-pressed={shown.includes(group)}
          onClick={() => onToggle(group.id)}
          className={cx(
            "h-7 rounded-md border px-2.5 font-medium",
            shown.includes(group)
              ? "border-accent bg-accent-soft text-accent"
              : "border-line-strong text-muted hover:text-ink",
          )}
        >
          {group.title}
        </button>
      ))}
    </div>
  );
}

interface MetricChartProps {
  readonly metric: ShownMetric;
  /** Its one line. */
  readonly lines: readonly SeriesLine[];
  readonly loading: boolean;
  readonly view: SeriesView;
  readonly onRemove: () => void;
}

/** One exported metric of a server over time. */
function MetricChart({ metric, lines, loading, view, onRemove }: MetricChartProps) {
  const { name, labels, as } = metric;
  const title = metricTitle(metric);
  const remove = (
    <IconButton label={`Remove ${title}`} className="-my-1 h-6 w-6" onClick={onRemove}>
      <X aria-hidden="true" />
    </IconButton>
  );
  return (
    <SeriesChart
      title={title}
      about={`${name} as the server exports it.\n${labelsText(labels)}`}
      unit={metricText(name, as).unit}
      yTitle={seriesFormLabels[as]}
      view={view}
      empty="Recording starts now."
      loading={loading}
      aside={remove}
      lines={lines}
    />
  );
}
