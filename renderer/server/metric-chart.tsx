import { X } from "lucide-react";
import type { ServerStatus } from "../../main/contract/index.ts";
import type { Span } from "../charts/samples.ts";
import { SeriesChart, type SeriesView } from "../charts/series-chart.tsx";
import { chartColor } from "../figures/colors.ts";
import { IconButton } from "../ui/button.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { asWords, labelsText, metricText, type ShownMetric } from "../figures/metric-text.ts";
import { useSeries } from "./use-series.ts";

interface MetricChartProps {
  readonly server: ServerStatus;
  readonly metric: ShownMetric;
  readonly view: SeriesView;
  readonly asked: Span;
  readonly onRemove: () => void;
}

/** One metric that a server exports, over time. */
export function MetricChart({ server, metric, view, asked, onRemove }: MetricChartProps) {
  const [answer] = useSeries(server.id, [{ kind: "metric", ...metric }], asked);
  const { name, labels, as } = metric;
  const { unit, text } = metricText(name, as);
  const title = `${name}, ${asWords[as].toLowerCase()}`;
  const remove = (
    <IconButton label={`Remove ${title}`} className="-my-1 h-6 w-6" onClick={onRemove}>
      <X aria-hidden="true" />
    </IconButton>
  );
  if (answer?.error)
    return <ErrorNotice title={`${title} could not be read`} error={answer.error} retry={remove} />;
  return (
    <SeriesChart
      title={title}
      about={`${name} as the server exports it.\n${labelsText(labels)}`}
      unit={unit}
      yTitle={asWords[as]}
      view={view}
      empty="Recording starts now."
      loading={answer?.loading}
      aside={remove}
      lines={[
        {
          key: name,
          label: labelsText(labels) || title,
          color: chartColor(1),
          points: answer?.points ?? [],
          text,
          unit: unit === "share" ? "" : unit,
        },
      ]}
    />
  );
}
