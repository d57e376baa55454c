import {
  FIGURES,
  type ObservedFigure,
  type ObservedFrame,
  type SeriesKey,
  type ServerStatus,
} from "../../main/contract/index.ts";
import { FIGURE_COLORS } from "../figures/colors.ts";
import { SeriesChart, type SeriesView } from "../charts/series-chart.tsx";
import type { Span } from "../charts/samples.ts";
import { ErrorNotice } from "../ui/notice.tsx";
import { type ChartGroup, unitOf } from "./chart-groups.ts";
import { figureTable, observedHint } from "../figures/observed-figures.ts";
import { topOf, unitWords } from "../figures/units.ts";
import { useSeries } from "./use-series.ts";

/** The title says what it is: "p99" will do for "Latency p99". */
function labelOf({ figure, model }: ObservedFigure, of: string): string {
  const { label } = FIGURES[figure];
  const short = /(p\d\d|mean)$/.exec(label)?.[0] ?? label;
  return model === of ? short : `${short}, whole server`;
}

interface FigureChartProps {
  readonly server: ServerStatus;
  readonly frame: ObservedFrame | null;
  readonly group: ChartGroup;
  /** Whose figures; where it has none of its own, those of the whole server. */
  readonly of: string;
  readonly view: SeriesView;
  readonly asked: Span;
}

/** Figures of one unit over time, as far as the server reports them. */
export function FigureChart({ server, frame, group, of, view, asked }: FigureChartProps) {
  const table = figureTable(frame);
  const reported = group.figures.flatMap((figure) => table.find(of, figure) ?? []);
  const keys = reported.map(({ figure, model }): SeriesKey => ({ kind: "figure", figure, model }));
  const answers = useSeries(server.id, keys, asked);
  const unit = unitOf(group);
  const { short, text, whole } = unitWords[unit];
  const failed = answers.find(({ error }) => error !== null)?.error;
  if (failed) return <ErrorNotice title={`${group.title} could not be read`} error={failed} />;
  return (
    <SeriesChart
      title={group.title}
      about={reported.map(observedHint).join("\n\n")}
      unit={unit === "fraction" ? "share" : unit === "bytes" ? unit : short}
      whole={whole}
      top={topOf(unit)}
      view={view}
      empty="No data in this time range."
      loading={answers.some(({ loading }) => loading)}
      lines={reported.map((figure, index) => ({
        key: figure.figure,
        label: labelOf(figure, of),
        color: FIGURE_COLORS[figure.figure],
        points: answers[index]?.points ?? [],
        text,
        unit: unit === "fraction" ? "" : unit === "bytes" ? unit : short,
        hint: observedHint(figure),
      }))}
    />
  );
}
