import { getRouteApi, Link } from "@tanstack/react-router";
import { KindIcon } from "../connections/kinds.tsx";
import { useObserved, useServer } from "../host/topics.ts";
import { LONG_RANGES, type ServerSearch } from "../search.ts";
import { buttonClass } from "../ui/button.tsx";
import { TorchServeManagement } from "../torchserve/management.tsx";
import { TritonSettings } from "../triton-settings/triton-settings.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";
import { FiguresCard } from "./figures-now.tsx";
import { LackingScreens } from "./lacking.tsx";
import { MetricExplorer } from "./metric-explorer.tsx";
import type { ShownMetric } from "./metric-text.ts";
import { NotTold } from "./not-told.tsx";
import { tellingModel } from "./observed-figures.ts";
import { ObservedModels } from "./observed-models.tsx";
import { ServerCharts } from "./server-charts.tsx";
import { ServerHead } from "./server-head.tsx";
import { ServerTabs } from "./server-tabs.tsx";

const route = getRouteApi("/server");

/** One server of any kind: what it tells now, over time, and what it does not tell. */
export function ServerPage() {
  const server = useServer();
  const frame = useObserved(server?.id);
  const { of, metrics = [], view }: ServerSearch = route.useSearch();
  const navigate = route.useNavigate();
  if (!server)
    return (
      <Page title="Server">
        <p className="text-muted">Waiting for the host…</p>
      </Page>
    );
  const silent = server.state !== "live" && !frame?.models.length && !frame?.figures.length;
  const chart = (metric: ShownMetric) => {
    const known = metrics.some((each) => JSON.stringify(each) === JSON.stringify(metric));
    if (known) return;
    void navigate({
      to: "/server",
      search: (now: ServerSearch) => ({ ...now, metrics: [...metrics, metric] }),
      replace: true,
    });
  };
  return (
    <Page
      title={server.name}
      heading={
        <>
          <KindIcon kind={server.kind} />
          {server.name}
        </>
      }
      subtitle={
        <ServerHead
          server={server}
          frame={frame}
          banner={server.state === "stale" || server.state === "failed"}
        />
      }
      actions={
        <Link to="/connections" className={buttonClass()}>
          Connections
        </Link>
      }
    >
      {silent ? (
        <Card>
          <Empty title={`${server.name} has not told anything yet`}>
            Its models, figures and metrics appear as soon as it answers.
          </Empty>
        </Card>
      ) : (
        <ServerTabs server={server} view={view}>
          {frame && <FiguresCard kind={server.kind} frame={frame} of={of ?? tellingModel(frame)} />}
          <ObservedModels server={server} frame={frame} />
          {frame && server.capabilities.includes("workers") && (
            <TorchServeManagement serverId={server.id} models={frame.models} />
          )}
          <ServerCharts server={server} frame={frame} ranges={LONG_RANGES} />
          <MetricExplorer key={server.id} server={server} onChart={chart} />
          {server.capabilities.includes("settings") && <TritonSettings serverId={server.id} />}
          {frame && <NotTold frame={frame} />}
          <LackingScreens server={server} />
        </ServerTabs>
      )}
    </Page>
  );
}
