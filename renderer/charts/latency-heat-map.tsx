import { useMemo } from "react";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { count } from "../format/text.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { type BucketBounds, type HeatWindow, heatGrid } from "./heat-cells.ts";
import { heatCursor } from "./heat-cursor.tsx";
import { heatColumnTable, heatData } from "./heat-data.ts";
import { HeatLegend, HeatPaths } from "./heat-paths.tsx";
import { Chart } from "./chart.tsx";
import { Layer } from "./layer.tsx";
import { logScale } from "./scale.ts";
import { withUnit } from "./axis.ts";
import { useZoom } from "./use-zoom.ts";
import { secondsText, secondsAxis } from "./run-window.ts";

interface LatencyHeatMapProps {
  readonly title: string;
  readonly about: string;
  readonly mark?: string | undefined;
  /** Ascending. */
  readonly windows: readonly HeatWindow[];
  /** The same function for the same buckets. */
  readonly bucketBounds: BucketBounds;
}

const HEIGHT = 280;

/** How many requests took how long, over the time of a run: modes and stalls that percentiles hide. */
export function LatencyHeatMap(props: LatencyHeatMapProps) {
  const { title, about, mark, windows, bucketBounds } = props;
  const last = windows.at(-1);
  const zoom = useZoom([windows[0]?.t ?? 0, last ? last.t + last.seconds : 1]);
  const [from, to] = zoom.span;
  const grid = useMemo(() => {
    const shown = windows.filter(({ t, seconds }) => t + seconds > from && t < to);
    return heatGrid(shown, bucketBounds);
  }, [windows, bucketBounds, from, to]);
  const [low, high] = [grid.rows[0]?.[0] ?? 0.1, grid.rows.at(-1)?.[1] ?? 10];
  const total = grid.cells.reduce((sum, [, , n]) => sum + n, 0);
  return (
    <ChartFrame
      title={title}
      about={about}
      mark={mark}
      legend={<HeatLegend most={grid.most} />}
      chart={
        <Chart
          title={title}
          words={`${count(total, "request")} over ${secondsText(to - from)}, from ${formatDuration(low)} to ${formatDuration(high)}, at most ${formatCount(grid.most)} in one cell`}
          height={HEIGHT}
          x={secondsAxis(zoom.span, "Time in the run")}
          y={withUnit("Response time", "ms", logScale([low, high]))}
          zoom={zoom}
          empty={total === 0 ? "No requests have completed yet." : null}
          cursor={heatCursor(grid)}
        >
          <Layer>{(area) => <HeatPaths area={area} grid={grid} />}</Layer>
        </Chart>
      }
      data={() => heatData(windows, bucketBounds)}
      table={() => (
        <DataTable caption={`${title}, by time`} maxHeight={HEIGHT} {...heatColumnTable(grid)} />
      )}
    />
  );
}
