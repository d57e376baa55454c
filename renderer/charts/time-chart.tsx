import { useMemo, useRef } from "react";
import type { ModelSample, OverviewFrame } from "../../main/contract/index.ts";
import { figureHint, figures, figureText } from "../figures/figures.ts";
import { formatClock } from "../format/time.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { DataTable } from "../ui/data-table.tsx";
import type { Crosshair } from "./crosshair.ts";
import { useInTurn } from "./in-turn.ts";
import { PLOT } from "./layout.ts";
import { Overlay } from "./overlay.tsx";
import { type Span, samplesWithin } from "./samples.ts";
import { type Mark, plotSeriesOf, type Series } from "./series.ts";
import { TimePlot } from "./time-plot.tsx";
import { useVisible } from "./use-visible.ts";

/** What all charts of a page share. */
export interface TimeView {
  readonly samples: readonly ModelSample[];
  readonly span: Span;
  readonly marks: readonly Mark[];
  readonly provenance: OverviewFrame["provenance"];
  readonly crosshair: Crosshair;
  readonly onZoom: (span: Span) => void;
  readonly onReset: () => void;
  /** Why there is nothing at all to show; null where each chart's own reason holds. */
  readonly absent: string | null;
}

interface TimeChartProps {
  readonly title: string;
  readonly series: readonly Series[];
  readonly view: TimeView;
}

/** Figures of one model over time, with their newest values in the legend. */
export function TimeChart({ title, series, view }: TimeChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { samples, span, provenance } = view;
  const drawn = useInTurn(
    useMemo(() => ({ samples: samplesWithin(samples, span), span }), [samples, span]),
    useVisible(frame),
  );
  const plotted = useMemo(() => series.map(plotSeriesOf), [series]);
  const newest = drawn.samples.at(-1);
  const about = series.map(({ figure }) => figureHint(figure, provenance[figure])).join("\n\n");
  const empty = !drawn.samples.some((sample) =>
    series.some(({ figure }) => sample[figure] !== null),
  );
  return (
    <ChartFrame
      title={title}
      about={about}
      legend={
        <ul className="flex flex-wrap gap-x-3 text-xs">
          {series.map(({ figure, color }) => (
            <li
              key={figure}
              data-hint={figureHint(figure, provenance[figure], newest?.[figure])}
              className="flex items-center gap-1.5 whitespace-nowrap"
            >
              <span className="size-2 rounded-sm" style={{ background: color }} />
              {series.length > 1 && figures[figure].label !== title && (
                <span className="text-muted">{figures[figure].label}</span>
              )}
              <span className="font-medium">{figureText(figure, newest?.[figure] ?? null)}</span>
            </li>
          ))}
        </ul>
      }
      chart={
        <div ref={frame} className="relative select-none" style={{ height: PLOT.height }}>
          <div aria-hidden="true">
            <TimePlot
              samples={drawn.samples}
              span={drawn.span}
              series={plotted}
              format={figures[series[0]?.figure ?? "inferencesPerSecond"].format}
              top={topOf(series)}
            />
          </div>
          {empty && (
            <p className="absolute inset-x-16 top-1/2 -translate-y-4 bg-surface py-1 text-center text-muted">
              {provenance[series[0]?.figure ?? ""] === "unavailable"
                ? "This server does not tell."
                : (view.absent ??
                  `Nothing here: ${figures[series[0]?.figure ?? "queueMs"].absent}.`)}
            </p>
          )}
          <Overlay
            {...view}
            title={title}
            series={plotted}
            samples={drawn.samples}
            span={drawn.span}
          />
        </div>
      }
      table={() => (
        <DataTable
          caption={`${title} over time`}
          maxHeight={PLOT.height}
          columns={[
            { key: "t", head: "Time" },
            ...series.map(({ figure }) => ({
              key: figure,
              head: figures[figure].label,
              numeric: true,
            })),
          ]}
          rows={drawn.samples.toReversed().map((sample) => ({
            key: sample.t,
            cells: [
              formatClock(sample.t),
              ...series.map(({ figure }) => figureText(figure, sample[figure])),
            ],
          }))}
        />
      )}
    />
  );
}

const wholeThirds = (max: number) => Math.max(3, Math.ceil(max / 3) * 3);

/** Where the value axis ends: a share at 1, a batch size at a multiple of 3, for whole ticks. */
function topOf(series: readonly Series[]) {
  const figure = series[0]?.figure;
  if (figure === "cacheHitRate") return 1;
  return figure === "meanBatch" ? wholeThirds : "auto";
}
