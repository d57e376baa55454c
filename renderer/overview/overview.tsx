import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ServerStatus } from "../../main/contract/index.ts";
import { MachineCard } from "./machine/machine-card.tsx";
import { useFigureTable } from "../figures/use-figure-table.ts";
import { useOverview, useServer, useServers } from "../host/topics.ts";
import { isTriton } from "../host/capability.ts";
import { ModelsCard } from "../models/models-card.tsx";
import type { ModelsOrder } from "../figures/sort-models.ts";
import { useServerModels } from "../models/use-server-models.ts";
import { Page } from "../ui/page.tsx";
import { ServerCard } from "./server-card.tsx";
import { ServersTable } from "./servers-table.tsx";
import type { OverviewSearch } from "../search.ts";
import {
  NoTrafficYet,
  TrafficControl,
  TrafficError,
} from "../host/sample-traffic/traffic-panel.tsx";
import { readyModels, useSampleTraffic } from "../host/sample-traffic/use-sample-traffic.ts";

/** The selected server; if there are several, preceded by a table of all. */
export function Overview() {
  const servers = useServers();
  const server = useServer();
  return (
    <Page title="Overview">
      {!server && <p className="text-muted">Waiting for the host…</p>}
      {servers && servers.length > 1 && <ServersTable servers={servers} looked={server} />}
      {server && <ServerSection key={server.id} server={server} />}
    </Page>
  );
}

function ServerSection({ server }: { server: ServerStatus }) {
  return isTriton(server) ? <TritonSection server={server} /> : <ObservedSection server={server} />;
}

/** Sample traffic requires the Open Inference Protocol. */
function ObservedSection({ server }: { server: ServerStatus }) {
  const { models, table } = useServerModels(server);
  const traffic = useSampleTraffic(server.id, readyModels(models ?? []));
  const isOffered = server.state === "live" && server.capabilities.includes("inference");
  return (
    <>
      <ServerCard server={server} models={models} table={table} />
      {isOffered && <TrafficError traffic={traffic} />}
      <ServerModels server={server} aside={isOffered && <TrafficControl traffic={traffic} />} />
    </>
  );
}

/** With sample traffic, and the server's machine. */
function TritonSection({ server }: { server: ServerStatus }) {
  const frame = useOverview(server.id);
  const table = useFigureTable(server.id);
  const models = frame?.models ?? [];
  const traffic = useSampleTraffic(server.id, readyModels(models));
  const live = server.state === "live";
  const quiet =
    live &&
    frame !== null &&
    models.length > 0 &&
    !traffic.state?.running &&
    models.every(
      ({ name }) =>
        !table.value(name, "requestsPerSecond") && !table.value(name, "failuresPerSecond"),
    );
  return (
    <>
      <ServerCard
        server={server}
        models={frame?.models ?? null}
        table={table}
        cache={frame?.cache ?? null}
      />
      <MachineCard serverId={server.id} />
      <TrafficError traffic={traffic} />
      <ServerModels server={server} aside={live && <TrafficControl traffic={traffic} />} />
      {quiet && <NoTrafficYet traffic={traffic} />}
    </>
  );
}

interface ServerModelsProps {
  readonly server: ServerStatus;
  readonly aside?: ReactNode;
}

const route = getRouteApi("/");

/** Filter and order are in the address. */
function ServerModels({ server, aside }: ServerModelsProps) {
  const order: OverviewSearch = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: ModelsOrder) =>
    void navigate({
      to: "/",
      search: (now: OverviewSearch) => ({ ...now, ...next }),
      replace: true,
    });
  const { filter, sort, descending } = order;
  return (
    <ModelsCard
      server={server}
      order={{ filter, sort, descending }}
      onOrder={change}
      aside={aside}
    />
  );
}
