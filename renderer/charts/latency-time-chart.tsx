import { useState } from "react";
import { Line } from "recharts";
import { formatCount, formatDuration, formatPercent } from "../format/numbers.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { type Bound, BoundLine, Layer } from "./layers.tsx";
import { BARE_LINE, Chart } from "./chart.tsx";
import { cursorAlong } from "./cursor.ts";
import { Legend, ScaleChoice, type ScaleKind } from "./legend.tsx";
import { aroundLog, fromZero, lifted } from "./scale.ts";
import { withUnit } from "./axis.ts";
import { TipRows } from "./tip.tsx";
import { useZoom } from "./use-zoom.ts";
import { Events, FailureLane, Unmeasured } from "./run-marks.tsx";
import {
  latencyLines,
  type RunEvent,
  type RunWindow,
  runWindowData,
  secondsText,
  secondsAxis,
  formatWindow,
} from "./run-window.ts";
import type { Span } from "./samples.ts";

interface LatencyTimeChartProps {
  readonly title: string;
  readonly about: string;
  readonly mark?: string | undefined;
  /** Of the whole run, ascending. */
  readonly windows: readonly RunWindow[];
  readonly events: readonly RunEvent[];
  /** Seconds from the start of the run; outside is warm-up or the end of the run. */
  readonly measured: Span | null;
  readonly bound?: Bound | null | undefined;
}

const HEIGHT = 280;
/** Share of the plot's height for the failures. */
const LANE = 0.12;
const BAD = "var(--color-bad)";

/** Latency over a run, with failures in a lane below and events as vertical lines. */
export function LatencyTimeChart(props: LatencyTimeChartProps) {
  const { title, about, mark, windows, events, measured, bound } = props;
  const [kind, setKind] = useState<ScaleKind>("linear");
  const last = windows.at(-1);
  const zoom = useZoom([windows[0]?.t ?? 0, last ? last.t + last.seconds : 1]);
  const [from, to] = zoom.span;
  const shown = windows.filter(({ t, seconds }) => t + seconds >= from && t <= to);
  const points = shown.map((window) => ({ ...window, x: window.t + window.seconds / 2 }));
  const heights = [...shown.flatMap(({ p50, p99, max }) => [p50, p99, max]), bound?.ms];
  const failures = windows.reduce((sum, window) => sum + window.failures, 0);
  return (
    <ChartFrame
      title={title}
      about={about}
      mark={mark}
      legend={
        <Legend
          items={[
            ...latencyLines.toReversed(),
            {
              key: "failures",
              label: `failures: ${formatCount(failures)}`,
              color: BAD,
              shape: "box",
            },
          ]}
        >
          <ScaleChoice value={kind} onPick={setKind} />
        </Legend>
      }
      chart={
        <Chart
          title={title}
          words={[
            `${windows.length} windows over ${secondsText(to - from)}, ${failures} failures`,
            ...events.map((event) => `${event.label} at ${secondsText(event.t)}`),
          ].join("; ")}
          height={HEIGHT}
          x={secondsAxis(zoom.span, "Time in the run")}
          y={withUnit(
            "Response time",
            "ms",
            lifted(kind === "log" ? aroundLog(heights) : fromZero(heights), LANE + 0.04),
          )}
          zoom={zoom}
          empty={windows.length === 0 ? "Nothing measured yet." : null}
          cursor={cursorAlong(
            windows,
            ({ t, seconds }) => t + seconds / 2,
            (window) => {
              const { t, seconds, successes, failures } = window;
              return {
                words: formatWindow(window),
                tip: (
                  <TipRows
                    head={`${secondsText(t)} – ${secondsText(t + seconds)}`}
                    rows={[
                      ...latencyLines.map((line) => ({
                        ...line,
                        text: formatDuration(window[line.key]),
                      })),
                      { key: "ok", label: "Successes", text: formatCount(successes) },
                      {
                        key: "failures",
                        label: "Failures",
                        color: BAD,
                        text: `${formatCount(failures)} (${formatPercent(failures / (failures + successes || 1))})`,
                      },
                    ]}
                  />
                ),
              };
            },
          )}
        >
          <Layer>
            {(area) => (
              <>
                {measured && <Unmeasured area={area} measured={measured} />}
                <FailureLane area={area} windows={shown} height={area.height * LANE} />
              </>
            )}
          </Layer>
          {bound && <BoundLine bound={bound} />}
          {latencyLines.map(({ key, color }) => (
            <Line
              {...BARE_LINE}
              key={key}
              data={points}
              dataKey={key}
              stroke={color}
              strokeWidth={key === "max" ? 1 : 1.75}
            />
          ))}
          <Layer>{(area) => <Events area={area} events={events} />}</Layer>
        </Chart>
      }
      height={HEIGHT}
      data={() => runWindowData(windows, events)}
    />
  );
}
