import { useMemo, useRef } from "react";
import { formatCount } from "../format/numbers.ts";
import { formatClock } from "../format/time.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { depthSeries } from "./depth-series.ts";
import { useInTurn } from "./in-turn.ts";
import { PLOT } from "./layout.ts";
import { Overlay } from "./overlay.tsx";
import { samplesWithin } from "./samples.ts";
import type { TimeView } from "./time-chart.tsx";
import { TimePlot } from "./time-plot.tsx";
import { useVisible } from "./use-visible.ts";

const TITLE = "Queue depth";
const ABOUT = `Where the requests of this model were at each poll, on top of each other.
Executing: in a batch that an instance runs.
Handed over: in a batch that waits for an instance which still runs another.
Queued: in the scheduler, by priority level where the model has levels; 1 goes first.
Delayed: their timeout passed under the action DELAY, so they wait behind all others.
Exact: from the engine's telemetry.`;

/** Requests by where they wait, stacked. */
export function DepthChart({ view }: { view: TimeView }) {
  const frame = useRef<HTMLDivElement>(null);
  const { samples, span, provenance } = view;
  const drawn = useInTurn(
    useMemo(() => {
      const within = samplesWithin(samples, span);
      return { samples: within, span, series: depthSeries(within) };
    }, [samples, span]),
    useVisible(frame),
  );
  const { series } = drawn;
  const newest = drawn.samples.at(-1);
  const empty = drawn.samples.every(({ queueDepth }) => queueDepth === null);
  return (
    <ChartFrame
      title={TITLE}
      about={ABOUT}
      legend={
        <ul className="flex flex-wrap gap-x-3 text-xs">
          {series.map(({ key, label, color, value, text }) => (
            <li key={key} className="flex items-center gap-1.5 whitespace-nowrap">
              <span className="size-2 rounded-sm" style={{ background: color }} />
              <span className="text-muted">{label}</span>
              <span className="font-medium">{text(newest ? value(newest) : null)}</span>
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
              series={series}
              format={formatCount}
              top={atLeastThree}
              whole
            />
          </div>
          {empty && (
            <p className="absolute inset-x-16 top-1/2 -translate-y-4 bg-surface py-1 text-center text-muted">
              {provenance["queueDepth"] === "unavailable"
                ? "This server does not tell."
                : (view.absent ?? "Nothing here: no version of this model was loaded.")}
            </p>
          )}
          <Overlay
            {...view}
            title={TITLE}
            series={series}
            samples={drawn.samples}
            span={drawn.span}
          />
        </div>
      }
      table={() => (
        <DataTable
          caption={`${TITLE} over time`}
          maxHeight={PLOT.height}
          columns={[
            { key: "t", head: "Time" },
            ...series.map(({ key, label }) => ({ key, head: label, numeric: true })),
          ]}
          rows={drawn.samples.toReversed().map((sample) => ({
            key: sample.t,
            cells: [formatClock(sample.t), ...series.map(({ value, text }) => text(value(sample)))],
          }))}
        />
      )}
    />
  );
}

const atLeastThree = (max: number) => Math.max(3, Math.ceil(max / 3) * 3);
