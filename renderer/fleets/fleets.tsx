import { Link } from "@tanstack/react-router";
import { Grid3x3, Plus } from "lucide-react";
import { useState } from "react";
import type { FleetSummary } from "../../main/contract/index.ts";
import { formatCount } from "../format/numbers.ts";
import { useAction } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";
import { showError } from "../ui/toasts.tsx";
import { UnreadableList } from "../ui/unreadable-list.tsx";
import { FleetDialog } from "./edit/fleet-dialog.tsx";
import { describeDrift, describeMembers } from "./fleet-text.ts";

/** All fleets with their state. */
export function Fleets() {
  const fleets = useTopic("fleets.list", {});
  const unreadable = useTopic("fleets.unreadable", {});
  const removeUnreadable = useAction("fleets.removeUnreadable");
  const [making, setMaking] = useState(false);
  const make = (
    <Button look="primary" onClick={() => setMaking(true)}>
      <Plus aria-hidden="true" />
      New fleet
    </Button>
  );
  return (
    <Page
      title="Fleets"
      subtitle="Replicas that serve the same models, shown and changed together."
      actions={fleets && fleets.length > 0 && make}
    >
      <UnreadableList
        items={unreadable}
        what="fleet"
        onRemove={({ id, name }) =>
          removeUnreadable.mutate(
            { id },
            { onError: (error) => showError(`Can't remove ${name}`, error) },
          )
        }
      />
      <Card>
        {fleets === null && <p className="px-4 py-6 text-muted">Waiting for the host…</p>}
        {fleets?.length === 0 && (
          <Empty icon={<Grid3x3 aria-hidden="true" />} title="No fleets yet" action={make}>
            List the addresses of replicas, or name them by DNS. Batchdeck shows every model on
            every replica, differences in versions and configurations, and how traffic is shared,
            and rolls out a configuration one replica at a time.
          </Empty>
        )}
        {fleets && fleets.length > 0 && (
          <DataTable
            caption="Fleets"
            columns={[
              { key: "name", head: "Fleet" },
              { key: "members", head: "Replicas come from" },
              { key: "replicas", head: "Replicas" },
              { key: "drift", head: "Configurations" },
              { key: "requests", head: "Requests/s", numeric: true },
            ]}
            rows={fleets.map((fleet) => ({ key: fleet.id, cells: makeCells(fleet) }))}
          />
        )}
      </Card>
      {making && <FleetDialog edited={null} onClose={() => setMaking(false)} />}
    </Page>
  );
}

function makeCells(fleet: FleetSummary) {
  const { id, name, members, replicas, live, drifting, requestsPerSecond, problem } = fleet;
  return [
    <Link
      key="name"
      to="/fleets/$id"
      params={{ id: String(id) }}
      className="font-semibold hover:text-accent hover:underline"
    >
      {name}
    </Link>,
    <span key="members">
      {describeMembers(members)}
      {problem && <span className="block text-bad text-xs">{problem}</span>}
    </span>,
    <Badge key="replicas" tone={liveTone(live, replicas)}>
      {live} of {replicas} live
    </Badge>,
    drifting.length === 0 ? (
      <span key="drift" className="text-muted">
        {describeDrift(fleet)}
      </span>
    ) : (
      <Badge key="drift" tone="warn" hint={drifting.join("\n")}>
        {drifting.length === 1 ? `${drifting[0]} differs` : `${drifting.length} models differ`}
      </Badge>
    ),
    formatCount(requestsPerSecond),
  ];
}

function liveTone(live: number, replicas: number) {
  if (replicas === 0) return "neutral";
  return live === replicas ? "good" : live === 0 ? "bad" : "warn";
}
