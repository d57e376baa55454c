import { getRouteApi } from "@tanstack/react-router";
import type { ServerStatus } from "../../main/contract/index.ts";
import { useAdvice } from "../host/use-advice.ts";
import { MachineCard } from "../gpu/machine-card.tsx";
import { useFigureTable } from "../figures/use-figure-table.ts";
import { useOverview, useServer, useServers } from "../host/topics.ts";
import { isTriton } from "../host/capability.ts";
import { ModelsTable } from "../models/models-table.tsx";
import { type SortKey, sortModels } from "../models/sort-models.ts";
import { ObservedSection } from "../server/observed-section.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { TextInput } from "../ui/field.tsx";
import { Page } from "../ui/page.tsx";
import { ServerCard } from "./server-card.tsx";
import { ServersTable } from "./servers-table.tsx";
import type { OverviewSearch } from "../search.ts";
import { NoTrafficYet, TrafficControl, TrafficError } from "./traffic-panel.tsx";
import { useSampleTraffic } from "../host/use-sample-traffic.ts";

const MANY = 6;

/** The server looked at; where there are several, all of them in a line each before it. */
export function Overview() {
  const servers = useServers();
  const server = useServer();
  return (
    <Page title="Overview">
      {!server && <p className="text-muted">Waiting for the host…</p>}
      {servers && servers.length > 1 && <ServersTable servers={servers} looked={server} />}
      {server &&
        (isTriton(server) ? (
          <ServerSection key={server.id} server={server} />
        ) : (
          <ObservedSection key={server.id} server={server} />
        ))}
    </Page>
  );
}

function ServerSection({ server }: { server: ServerStatus }) {
  const frame = useOverview(server.id);
  const table = useFigureTable(server.id);
  const models = frame?.models ?? [];
  const traffic = useSampleTraffic(server.id, models);
  const live = server.state === "live";
  const quiet =
    live &&
    frame !== null &&
    models.length > 0 &&
    !traffic.state?.running &&
    models.every(
      ({ name, spark }) =>
        !table.value(name, "requestsPerSecond") &&
        !table.value(name, "failuresPerSecond") &&
        spark.every(([, rate]) => rate === 0),
    );
  return (
    <>
      <ServerCard server={server} frame={frame} table={table} />
      <MachineCard serverId={server.id} />
      <TrafficError traffic={traffic} />
      <ModelsCard server={server} traffic={live ? traffic : null} />
      {quiet && <NoTrafficYet traffic={traffic} />}
    </>
  );
}

interface ModelsCardProps {
  readonly server: ServerStatus;
  /** Null while the way to send traffic is shown elsewhere. */
  readonly traffic: ReturnType<typeof useSampleTraffic> | null;
}

const route = getRouteApi("/");

function ModelsCard({ server, traffic }: ModelsCardProps) {
  const frame = useOverview(server.id);
  const advice = useAdvice(server.id);
  const { filter, sort, descending } = route.useSearch();
  const navigate = route.useNavigate();
  const models = frame?.models ?? [];
  const table = useFigureTable(server.id);
  const shown = sortModels(models, table, { filter, key: sort, descending });
  const sortBy = (key: SortKey) =>
    void navigate({
      to: "/",
      search: (now: OverviewSearch) => ({
        ...now,
        sort: key,
        descending: key === sort ? !descending : key !== "name",
      }),
      replace: true,
    });
  return (
    <Card
      title="Models"
      aside={
        <span className="flex flex-wrap items-center gap-3">
          {models.length >= MANY && (
            <TextInput
              type="search"
              aria-label="Filter models by name"
              placeholder="Filter by name"
              value={filter}
              onChange={(event) =>
                void navigate({
                  to: "/",
                  search: (now: OverviewSearch) => ({ ...now, filter: event.target.value }),
                  replace: true,
                })
              }
            />
          )}
          {traffic && <TrafficControl traffic={traffic} />}
        </span>
      }
    >
      {frame === null && <p className="px-4 py-6 text-muted">Waiting for the first figures…</p>}
      {frame !== null && models.length === 0 && (
        <Empty title="The model repository is empty">
          Add a model folder to the repository: a config.pbtxt and a folder named 1 with model.onnx
          in it.
        </Empty>
      )}
      {models.length > 0 && shown.length === 0 && (
        <Empty title={`No model is called “${filter}”`} />
      )}
      {frame !== null && shown.length > 0 && (
        <ModelsTable
          server={server}
          models={shown}
          table={table}
          sort={sort}
          descending={descending}
          findings={advice?.findings ?? []}
          onSort={sortBy}
        />
      )}
    </Card>
  );
}
