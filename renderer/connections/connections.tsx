import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useServers } from "../host/topics.ts";
import { Button } from "../ui/button.tsx";
import { Empty } from "../ui/empty.tsx";
import { TextInput } from "../ui/field.tsx";
import { Page } from "../ui/page.tsx";
import { ConnectDialog, type Edited } from "./connect-dialog.tsx";
import { ConnectionCard } from "./connection-card.tsx";
import { filterServers, summaryOf } from "./filter-servers.ts";
import { ExportButton, ImportButton, type Imported, ImportedNotice } from "./list-files.tsx";

const MANY = 6;
const route = getRouteApi("/connections");

/** Every server there is: whether it answers, and how it is reached. */
export function Connections() {
  const servers = useServers();
  const { add } = route.useSearch();
  const navigate = route.useNavigate();
  const [edited, setEdited] = useState<Edited | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);
  const [search, setSearch] = useState("");
  const open = (adds: boolean) =>
    void navigate({ to: "/connections", search: adds ? { add: true } : {}, replace: true });
  const shown = filterServers(servers ?? [], search);
  const remote = servers?.some(({ kind }) => kind !== "embedded") === true;
  return (
    <Page
      title="Connections"
      subtitle={servers ? summaryOf(servers) : undefined}
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
          <Button look="primary" onClick={() => open(true)}>
            <Plus aria-hidden="true" />
            Connect a server
          </Button>
        </>
      }
    >
      {imported && <ImportedNotice what={imported} onClose={() => setImported(null)} />}
      {servers === null && <p className="text-muted">Waiting for the host…</p>}
      {shown.map((server) => (
        <ConnectionCard key={server.id} server={server} onEdit={setEdited} />
      ))}
      {servers && servers.length > 0 && shown.length === 0 && (
        <Empty title={`No connection matches “${search}”`} />
      )}
      {servers && !remote && (
        <Empty title="No other server is connected">
          Connect one by its address: Batchdeck asks what it is. Triton has every screen; of others
          it shows what they tell. Not decided yet?{" "}
          <Link to="/serving-layers" className="text-accent underline">
            See which serving layer fits
          </Link>
          .
        </Empty>
      )}
      {add && !edited && <ConnectDialog edited={null} onClose={() => open(false)} />}
      {edited && (
        <ConnectDialog key={edited.serverId} edited={edited} onClose={() => setEdited(null)} />
      )}
    </Page>
  );
}
