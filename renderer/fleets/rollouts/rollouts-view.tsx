import { Rocket } from "lucide-react";
import { useState } from "react";
import type { GridFrame } from "../../../main/contract/index.ts";
import { useRequest } from "../../host/requests.ts";
import { useTopic } from "../../host/topics.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorNotice, Notice } from "../../ui/notice.tsx";
import { RolloutCard } from "./rollout-card.tsx";
import { RolloutDialog } from "./rollout-dialog.tsx";

interface RolloutsViewProps {
  readonly fleetId: number;
  /** Null before the replicas are known. */
  readonly grid: GridFrame | null;
  /** The search whose result is to be rolled out. */
  readonly fromSearch: number | undefined;
  /** Called when its dialog is closed. */
  readonly onSearchDone: () => void;
}

/** Rollouts of configurations over the fleet, running and past. */
export function RolloutsView({ fleetId, grid, fromSearch, onSearchDone }: RolloutsViewProps) {
  const rollouts = useTopic("fleets.rollouts", { fleetId });
  const [planning, setPlanning] = useState(false);
  const busy =
    rollouts?.some(({ state }) => state === "running" || state === "puttingBack") ?? false;
  const begin = (
    <Button
      look="primary"
      disabled={busy || !grid || grid.models.length === 0}
      data-hint={busy ? "One at a time in a fleet." : undefined}
      onClick={() => setPlanning(true)}
    >
      <Rocket aria-hidden="true" />
      Roll out a configuration
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      {rollouts && rollouts.length > 0 && (
        <div className="flex items-center justify-between gap-4">
          <p className="text-muted">
            One replica at a time; the next starts when the one before is OK.
          </p>
          {begin}
        </div>
      )}
      {rollouts === null && <p className="text-muted">Loading rollouts…</p>}
      {rollouts?.length === 0 && (
        <Card>
          <Empty icon={<Rocket aria-hidden="true" />} title="No rollouts yet" action={begin}>
            A configuration goes to one replica at a time: it is loaded, read back, and the
            replica's figures are compared with those before. If they get worse, the rollout stops,
            and the previous configuration can be restored.
          </Empty>
        </Card>
      )}
      {rollouts?.map((rollout, index) => (
        <RolloutCard key={rollout.id} rollout={rollout} open={index === 0} busy={busy} />
      ))}
      {fromSearch !== undefined && grid && rollouts && (
        <SearchRollout {...{ fleetId, grid }} searchId={fromSearch} onClose={onSearchDone} />
      )}
      {planning && grid && (
        <RolloutDialog fleetId={fleetId} grid={grid} onClose={() => setPlanning(false)} />
      )}
    </div>
  );
}

interface SearchRolloutProps {
  readonly fleetId: number;
  readonly grid: GridFrame;
  readonly searchId: number;
  readonly onClose: () => void;
}

/** A rollout of the configuration that a search found on one of the replicas. */
function SearchRollout({ fleetId, grid, searchId, onClose }: SearchRolloutProps) {
  const { data, error } = useRequest("tuning.search.get", { id: searchId });
  if (error) return <ErrorNotice title="Can't read the search's result" error={error} />;
  if (!data?.foundConfig) return null;
  const { model, foundConfig: text, name } = data;
  if (!grid.models.includes(model)) {
    return (
      <Notice tone="warn" title={`Can't roll out the result of “${name}”`}>
        No replica of this fleet has {model} now.
      </Notice>
    );
  }
  return (
    <RolloutDialog
      fleetId={fleetId}
      grid={grid}
      begin={{ model, text, note: `Found by “${name}”` }}
      onClose={onClose}
    />
  );
}
