import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAction, useRequest } from "../host/requests.ts";
import { useServers, useTopic } from "../host/topics.ts";
import { PrometheusSection } from "../prometheus/prometheus-section.tsx";
import type { ConnectionsSearch } from "../search.ts";
import { describeServerState } from "../host/server-state.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { TextInput } from "../ui/field.tsx";
import { Page } from "../ui/page.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { showError } from "../ui/toasts.tsx";
import { UnreadableList } from "../ui/unreadable-list.tsx";
import { ConnectDialog } from "./connect-dialog.tsx";
import { ConnectionCard } from "./connection-card.tsx";
import { countStates, describeStates, failingFirst, filterServers } from "./filter-servers.ts";
import { ExportButton, ImportButton, type Imported, ImportedNotice } from "./list-files.tsx";
import type { ServerStatus } from "../../main/contract/index.ts";

const MANY = 6;
const ALL = "all";
const route = getRouteApi("/connections");

/** All servers with their state and addresses. */
export function Connections() {
  const servers = useServers();
  const unreadable = useTopic("servers.unreadable", {});
  const removeUnreadable = useAction("servers.removeUnreadable");
  const { add, edit } = route.useSearch();
  const navigate = route.useNavigate();
  const [imported, setImported] = useState<Imported | null>(null);
  const [search, setSearch] = useState("");
  const [state, setState] = useState<string>(ALL);
  const open = (form: ConnectionsSearch) =>
    void navigate({ to: "/connections", search: form, replace: true });
  const states = countStates(servers ?? []);
  const only = states.some(([each]) => each === state) ? state : ALL;
  const shown = failingFirst(filterServers(servers ?? [], search)).filter(
    (server) => only === ALL || describeServerState(server).short === only,
  );
  const edited = servers?.find(({ id }) => id === edit);
  const remote = servers?.some(({ kind }) => kind !== "embedded") === true;
  return (
    <Page
      title="Connections"
      subtitle={servers ? describeStates(servers) : undefined}
      actions={
        <>
          {(servers?.length ?? 0) >= MANY && (
            <TextInput
              type="search"
              aria-label="Search connections"
              placeholder="Search name, kind, address, state"
              className="w-64"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
          )}
          <ImportButton onImported={setImported} />
          {remote && <ExportButton />}
          <Button look="primary" onClick={() => open({ add: true })}>
            <Plus aria-hidden="true" />
            Connect a server
          </Button>
        </>
      }
    >
      {imported && <ImportedNotice what={imported} onClose={() => setImported(null)} />}
      <UnreadableList
        items={unreadable}
        what="connection"
        onRemove={({ id, name }) =>
          removeUnreadable.mutate(
            { id },
            { onError: (error) => showError(`Can't remove ${name}`, error) },
          )
        }
      />
      {servers === null && <p className="text-muted">Waiting for the host…</p>}
      {states.length > 1 && (
        <div>
          <Segmented
            label="State"
            options={[
              { value: ALL, label: `All ${servers?.length ?? 0}` },
              ...states.map(([value, of]) => ({ value, label: `${capital(value)} ${of}` })),
            ]}
            value={only}
            onPick={setState}
          />
        </div>
      )}
      {shown.length > 0 && (
        <Card className="divide-y divide-line">
          {shown.map((server) => (
            <ConnectionCard
              key={server.id}
              server={server}
              onEdit={() => open({ edit: server.id })}
            />
          ))}
        </Card>
      )}
      {servers && servers.length > 0 && shown.length === 0 && (
        <Empty title={`No connection matches “${search}”`} />
      )}
      {servers && !remote && (
        <Empty title="No other server is connected">
          Connect one by its address; Batchdeck detects what it is. Triton has every screen; other
          servers show what they report. Not decided yet?{" "}
          <Link to="/serving-layers" className="text-accent underline">
            See which serving layer fits
          </Link>
          .
        </Empty>
      )}
      <PrometheusSection />
      {add && !edited && <ConnectDialog edited={null} onClose={() => open({})} />}
      {edited && <EditDialog key={edited.id} server={edited} onClose={() => open({})} />}
    </Page>
  );
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

interface EditDialogProps {
  readonly server: ServerStatus;
  readonly onClose: () => void;
}

/** The form with a stored connection, once the host has returned it. */
function EditDialog({ server: { id, name }, onClose }: EditDialogProps) {
  const { data } = useRequest("servers.connection", { serverId: id });
  if (!data) return null;
  return <ConnectDialog edited={{ serverId: id, name, connection: data }} onClose={onClose} />;
}
