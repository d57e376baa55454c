import { memo, useRef } from "react";
import { Bar, type BarShapeProps } from "recharts";
import { formatCount, formatPercent } from "../format/numbers.ts";
import { count } from "../format/text.ts";
import { ChartFrame } from "../ui/chart-frame.tsx";
import { STILL, Chart } from "./chart.tsx";
import { useInTurn } from "./in-turn.ts";
import { PLOT } from "./layout.ts";
import { cursorAlong } from "./cursor.ts";
import { bandScale } from "./scale.ts";
import { TipRows } from "./tip.tsx";
import { TopLabels } from "./layers.tsx";
import { valueAxis } from "./axis.ts";
import { useSame } from "./use-same.ts";
import { useZoom } from "./use-zoom.ts";
import type { BatchCounts } from "./samples.ts";

interface BatchChartProps {
  readonly batches: BatchCounts;
  /** Time range of the counts, as text. */
  readonly over: string;
  /** Why there are no sizes, if the server reports a reason. */
  readonly absent: string | null;
  /** Whether they are still loading. */
  readonly loading: boolean;
  /** Default: executions that the server counted. */
  readonly title?: string;
  readonly about?: string;
}

const isBlank = (batches: BatchCounts) => batches.length === 0;

const BAR_COLOR = "var(--color-chart-1)";
const MAX_LABELS = 14;
const TITLE = "Executions by batch size";
const ABOUT =
  "How many executions ran with how many items, over the span shown. Derived: from the change of batch_stats in the model's statistics.";

export function BatchChart(props: BatchChartProps) {
  const { batches, over, absent, loading, title = TITLE, about = ABOUT } = props;
  const body = useRef<HTMLDivElement>(null);
  const shown = useInTurn(useSame(batches), body, isBlank);
  const pending = isBlank(shown) && (loading || !isBlank(batches));
  const total = shown.reduce((sum, [, executions]) => sum + executions, 0);
  return (
    <ChartFrame
      title={title}
      about={about}
      body={body}
      legend={
        <span className="text-muted text-xs">
          {!pending && `${count(total, "execution")}, ${over}`}
        </span>
      }
      chart={
        <BatchPlot
          title={title}
          shown={shown}
          total={total}
          over={over}
          absent={absent}
          pending={pending}
        />
      }
      caption={title}
      height={PLOT.height}
      data={() => ({
        columns: [
          { key: "size", head: "Batch size" },
          { key: "count", head: "Executions", numeric: true },
          { key: "share", head: "Share", numeric: true },
        ],
        rows: shown.map(([size, executions]) => ({
          key: size,
          values: [size, executions, executions / total],
          cells: [size, formatCount(executions), formatPercent(executions / total)],
        })),
      })}
    />
  );
}

interface BatchPlotProps {
  readonly title: string;
  readonly shown: BatchCounts;
  readonly total: number;
  readonly over: string;
  readonly absent: string | null;
  readonly pending: boolean;
}

/** Memoized, since drawing is expensive. */
const BatchPlot = memo(function BatchPlot(props: BatchPlotProps) {
  const { title, shown, total, over, absent, pending } = props;
  const zoom = useZoom([-0.5, Math.max(0.5, shown.length - 0.5)]);
  const [from, to] = zoom.span;
  const bars = shown.map(([, y], x) => ({ x, y, text: shareText(y / total) }));
  const inSight = shown.filter((_, index) => index > from - 0.5 && index < to + 0.5);
  return (
    <Chart
      title={title}
      words={`${over}: ${formatShares(shown, total)}`}
      height={PLOT.height}
      room={{ left: PLOT.left, right: PLOT.right, top: 36 }}
      x={{
        scale: bandScale(zoom.span),
        text: (index) => String(shown[index]?.[0] ?? ""),
        title: "Batch size (items)",
      }}
      y={valueAxis(
        "Executions",
        "",
        // Room for the shares above the bars.
        inSight.map(([, executions]) => executions * 1.1),
        { whole: true },
      )}
      zoom={zoom}
      empty={total === 0 ? (absent ?? "No executions in this time range.") : null}
      pending={pending}
      bars={bars}
      cursor={cursorAlong(
        [...shown.entries()],
        ([index]) => index,
        ([, [size, executions]]) => {
          const head = count(size, "item");
          const share = formatPercent(executions / total);
          return {
            words: `${head}: ${count(executions, "execution")}, ${share}`,
            tip: (
              <TipRows
                head={head}
                rows={[
                  {
                    key: "n",
                    label: "Executions",
                    text: formatCount(executions),
                    color: BAR_COLOR,
                  },
                  { key: "share", label: "Share", text: share },
                ]}
              />
            ),
          };
        },
      )}
    >
      <Bar {...STILL} dataKey="y" maxBarSize={56} shape={BatchBar} />
      {inSight.length <= MAX_LABELS && <TopLabels labels={bars} />}
    </Chart>
  );
});

function BatchBar({ x, y, width, height }: BarShapeProps) {
  const rx = Math.min(3, width / 4);
  return <rect x={x} y={y} width={width} height={height} rx={rx} fill={BAR_COLOR} />;
}

function shareText(share: number): string {
  return share < 0.01 ? "<1 %" : formatPercent(Math.round(share * 100) / 100);
}

function formatShares(batches: BatchCounts, total: number): string {
  if (total === 0) return "none";
  return batches
    .map(([size, executions]) => `${count(size, "item")} ${formatPercent(executions / total)}`)
    .join(", ");
}
