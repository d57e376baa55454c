import { getRouteApi } from "@tanstack/react-router";
import type { ObservedFrame, ServerStatus } from "../../main/contract/index.ts";
import { GpusCard } from "../prometheus/gpus-card.tsx";
import { MetricsSource } from "../prometheus/metrics-source.tsx";
import { LONG_RANGES, type ModelsSearch } from "../search.ts";
import { FiguresCard } from "../figures/server/figures-card.tsx";
import { MetricExplorer } from "./metric-explorer.tsx";
import type { ShownMetric } from "../figures/metric-text.ts";
import { Unreported } from "../figures/unreported.tsx";
import { mainModel } from "../figures/observed-figures.ts";
import { ServerCharts } from "../figures/server/server-charts.tsx";

const route = getRouteApi("/models");

interface ServerChartsTabProps {
  readonly server: ServerStatus;
  readonly frame: ObservedFrame | null;
}

/** A server over time: its figures, and any exported metric. */
export function ServerChartsTab({ server, frame }: ServerChartsTabProps) {
  const { of, metrics = [] }: ModelsSearch = route.useSearch();
  const navigate = route.useNavigate();
  const chart = (metric: ShownMetric) => {
    const isShown = metrics.some((each) => JSON.stringify(each) === JSON.stringify(metric));
    if (isShown) return;
    void navigate({
      to: "/models",
      search: (now: ModelsSearch) => ({ ...now, metrics: [...metrics, metric] }),
      replace: true,
    });
  };
  return (
    <>
      {frame && <FiguresCard kind={server.kind} frame={frame} of={of ?? mainModel(frame)} />}
      <ServerCharts server={server} frame={frame} ranges={LONG_RANGES} />
      <GpusCard serverId={server.id} />
      <MetricsSource key={`source ${server.id}`} serverId={server.id} />
      <MetricExplorer key={server.id} server={server} onChart={chart} />
      {frame && <Unreported frame={frame} />}
    </>
  );
}
