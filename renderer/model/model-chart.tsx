import type { OverviewFrame } from "../../main/contract/index.ts";
import { SeriesChart, type SeriesView } from "../charts/series-chart.tsx";
import type { SeriesLine } from "../charts/series-data.ts";
import { figureHint, figures } from "../figures/figures.ts";
import type { ModelChart as Definition } from "./sample-lines.ts";

/** What all charts of a model's page share. */
export interface SharedProps {
  readonly view: SeriesView;
  readonly provenance: OverviewFrame["provenance"];
  /** Why there is nothing at all to show; null where each chart's own reason holds. */
  readonly absent: string | null;
  /** Whether the samples are still being asked for. */
  readonly loading: boolean;
}

interface ModelChartProps extends SharedProps {
  readonly chart: Definition;
  readonly lines: readonly SeriesLine[];
}

/** Figures of one model over time. */
export function ModelChart({ chart, lines, view, provenance, absent, loading }: ModelChartProps) {
  const [{ figure: first }] = chart.figures;
  const isShare = first === "cacheHitRate";
  return (
    <SeriesChart
      title={chart.title}
      about={aboutFigures(chart, lines, provenance)}
      lines={lines}
      unit={isShare ? "share" : unitOfAll(lines)}
      top={isShare ? 1 : undefined}
      view={view}
      loading={loading}
      empty={
        provenance[first] === "unavailable"
          ? "Not reported by this server."
          : (absent ?? `${capitalized(figures[first].absent)}.`)
      }
    />
  );
}

/** What each line is and where it comes from. */
function aboutFigures(
  { figures: looks }: Definition,
  lines: readonly SeriesLine[],
  provenance: SharedProps["provenance"],
): string {
  return looks
    .filter(({ figure }) => lines.some(({ key }) => key === figure))
    .map(({ figure }) => figureHint(figure, provenance[figure]))
    .join("\n\n");
}

const capitalized = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** All of a chart's lines are rates where they do not count the same. */
function unitOfAll(lines: readonly SeriesLine[]): string {
  const units = new Set(lines.map(({ unit }) => unit));
  return units.size === 1 ? (lines[0]?.unit ?? "") : "per second";
}
