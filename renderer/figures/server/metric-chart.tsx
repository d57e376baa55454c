import { X } from "lucide-react";
import { SeriesChart, type SeriesView } from "../../charts/series-chart.tsx";
import type { SeriesLine } from "../../charts/series-data.ts";
import { asWords, labelsText, metricText, type ShownMetric } from "../metric-text.ts";
import { IconButton } from "../../ui/button.tsx";
import { metricTitle } from "../series-lines.ts";

interface MetricChartProps {
  readonly metric: ShownMetric;
  /** Its one line. */
  readonly lines: readonly SeriesLine[];
  readonly loading: boolean;
  readonly view: SeriesView;
  readonly onRemove: () => void;
}

/** One exported metric of a server over time. */
export function MetricChart({ metric, lines, loading, view, onRemove }: MetricChartProps) {
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
      yTitle={asWords[as]}
      view={view}
      empty="Recording starts now."
      loading={loading}
      aside={remove}
      lines={lines}
    />
  );
}
