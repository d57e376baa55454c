import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useAction, useRequest } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";
import { fleetServerId } from "../../main/contract/index.ts";
import { GpusCard } from "../prometheus/gpus-card.tsx";
import { MetricsSource } from "../prometheus/metrics-source.tsx";
import type { FleetSearch } from "../search.ts";
import { Button } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { showError } from "../ui/toasts.tsx";
import { CanaryView } from "./canary/canary-view.tsx";
import { CompareFleets } from "./compare-fleets.tsx";
import { Drift } from "./drift.tsx";
import { FleetDialog } from "./edit/fleet-dialog.tsx";
import { GridView } from "./grid/grid-view.tsx";
import { isShown } from "./grid/shown.ts";
import { RolloutsView } from "./rollouts/rollouts-view.tsx";
import { Traffic } from "./traffic.tsx";
import { describeMembers } from "./fleet-text.ts";

const route = getRouteApi("/fleets/$id");

/** One fleet: replicas × models, drift, traffic, and rollouts. */
export function FleetPage() {
  const id = Number(route.useParams().id);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: fleet, error } = useRequest("fleets.fleet", { fleetId: id });
  const state = useTopic("fleets.list", {})?.find((each) => each.id === id) ?? null;
  const members = useTopic(
    "fleets.grid",
    search.tab === "replicas" ? null : { fleetId: id, figure: "requestsPerSecond" },
  );
  const [editing, setEditing] = useState(false);
  const show = (part: Partial<FleetSearch>) =>
    void navigate({
      to: "/fleets/$id",
      params: { id: String(id) },
      search: { ...search, ...part },
      replace: true,
    });
  const replicaName = (key: string) =>
    members?.replicas.find((replica) => replica.key === key)?.name ?? key;
  const drifting = state?.drifting.length ?? 0;
  return (
    <Page
      title={fleet?.name ?? "Fleet"}
      subtitle={
        state &&
        `${state.live} of ${state.replicas} replicas live · ${describeMembers(state.members)}`
      }
      actions={
        fleet && (
          <>
            <Button onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
            <RemoveButton id={id} name={fleet.name} />
          </>
        )
      }
    >
      {error && <ErrorNotice title="Can't read the fleet" error={error} />}
      {state?.problem && (
        <Notice tone="warn" title="Can't look up the members">
          {state.problem} Those last known are shown.
        </Notice>
      )}
      {fleet && (
        <Tabs
          label="Parts of the fleet"
          value={search.tab}
          onPick={(tab) => show({ tab })}
          tabs={[
            { value: "replicas", label: "Replicas" },
            {
              value: "configurations",
              label: drifting > 0 ? `Configurations (${drifting} differ)` : "Configurations",
            },
            { value: "traffic", label: "Traffic" },
            { value: "rollouts", label: "Rollouts" },
            { value: "canary", label: "Canary" },
            { value: "compare", label: "Compare" },
            { value: "source", label: "Metrics source" },
          ]}
        >
          {search.tab === "replicas" && (
            <GridView
              fleetId={id}
              shown={isShown(search.show) ? search.show : "requestsPerSecond"}
              onShow={(shown) => show({ show: shown })}
            />
          )}
          {search.tab === "configurations" && <Drift fleetId={id} replicaName={replicaName} />}
          {search.tab === "traffic" && <Traffic fleetId={id} replicaName={replicaName} />}
          {search.tab === "canary" && <CanaryView fleetId={id} grid={members} />}
          {search.tab === "compare" && (
            <CompareFleets fleetId={id} other={search.other} onOther={(other) => show({ other })} />
          )}
          {search.tab === "rollouts" && (
            <RolloutsView
              fleetId={id}
              grid={members}
              fromSearch={search.fromSearch}
              onSearchDone={() => show({ fromSearch: undefined })}
            />
          )}
          {search.tab === "source" && (
            <div className="flex flex-col gap-4">
              <MetricsSource serverId={fleetServerId(id)} />
              <GpusCard serverId={fleetServerId(id)} />
            </div>
          )}
        </Tabs>
      )}
      {editing && fleet && <FleetDialog edited={fleet} onClose={() => setEditing(false)} />}
    </Page>
  );
}

function RemoveButton({ id, name }: { id: number; name: string }) {
  const [asked, setAsked] = useState(false);
  const remove = useAction("fleets.remove");
  const navigate = useNavigate();
  return (
    <>
      <Button look="danger" onClick={() => setAsked(true)}>
        <Trash2 aria-hidden="true" />
        Remove
      </Button>
      <Confirm
        open={asked}
        title={`Remove fleet ${name}?`}
        verb="Remove fleet"
        onConfirm={() =>
          remove.mutate(
            { fleetId: id },
            {
              onSuccess: () => void navigate({ to: "/fleets" }),
              onError: (error) => showError(`Can't remove ${name}`, error),
            },
          )
        }
        onClose={() => setAsked(false)}
      >
        Batchdeck deletes its list of replicas, its secrets and its rollouts. The servers and what
        they serve don't change.
      </Confirm>
    </>
  );
}
