import { GitCompareArrows, Trash2, X } from "lucide-react";
import { useState } from "react";
import { type Canary, type GridFrame, parseFleetServerId } from "../../../main/contract/index.ts";
import { useTurnTaken } from "../../host/use-measurement-lock.ts";
import { formatMoment } from "../../format/time.ts";
import { useAction } from "../../host/requests.ts";
import { useServers, useTopic } from "../../host/topics.ts";
import { AskFirst } from "../../ui/ask-first.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { showError } from "../../ui/toasts.tsx";
import { useNow } from "../../ui/use-now.ts";
import { CanaryDialog } from "./canary-dialog.tsx";
import { CanaryResult } from "./canary-result.tsx";

interface CanaryViewProps {
  readonly fleetId: number;
  /** Null before the replicas are known. */
  readonly grid: GridFrame | null;
}

const STATES = {
  comparing: { tone: "accent", words: "Comparing outputs" },
  traffic: { tone: "accent", words: "Sending traffic" },
  done: { tone: "good", words: "Done" },
  cancelled: { tone: "neutral", words: "Cancelled" },
  failed: { tone: "bad", words: "Failed" },
} as const;

/** Comparisons of the fleet, a replica or a version with another: outputs, and shared traffic. */
export function CanaryView({ fleetId, grid }: CanaryViewProps) {
  const canaries = useTopic("canary.list", {});
  const [planning, setPlanning] = useState(false);
  const taken = useTurnTaken();
  const begin = (
    <Button
      look="primary"
      disabled={taken !== null || !grid?.models.length}
      onClick={() => setPlanning(true)}
    >
      <GitCompareArrows aria-hidden="true" />
      Compare two
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      {canaries && canaries.length > 0 && (
        <div className="flex items-center justify-between gap-4">
          <p className="text-muted">
            The newest 20 of all fleets. Traffic is sent by the lab from this machine. To measure
            capacity, run an experiment.
          </p>
          {begin}
        </div>
      )}
      {taken && <p className="text-muted">{taken}</p>}
      {canaries?.length === 0 && (
        <Card>
          <Empty
            icon={<GitCompareArrows aria-hidden="true" />}
            title="No comparisons yet"
            action={begin}
          >
            The same inputs go to A and to B, a replica, a version or another fleet, and their
            outputs are compared by tensor. Then B gets a share of the traffic, and latency and
            failures of both are compared.
          </Empty>
        </Card>
      )}
      {canaries?.map((canary) => (
        <CanaryCard key={canary.id} canary={canary} grid={grid} />
      ))}
      {planning && grid && (
        <CanaryDialog fleetId={fleetId} grid={grid} onClose={() => setPlanning(false)} />
      )}
    </div>
  );
}

function CanaryCard({ canary, grid }: { canary: Canary; grid: GridFrame | null }) {
  const { id, plan, state, words, startedAt, progress } = canary;
  const now = useNow(30_000);
  const servers = useServers() ?? [];
  const fleets = useTopic("fleets.list", {}) ?? [];
  const cancel = useAction("canary.cancel");
  const remove = useAction("canary.remove");
  const running = state === "comparing" || state === "traffic";
  const { tone, words: stateText } = STATES[state];
  const sideName = (side: Canary["plan"]["a"]) => {
    const { fleet, key } = parseFleetServerId(side.server) ?? {};
    const replica = grid?.replicas.find(({ serverId }) => serverId === side.server);
    const place = replica
      ? `${grid?.name} · ${replica.name}`
      : fleet === undefined
        ? (servers.find((each) => each.id === side.server)?.name ?? side.server)
        : [fleets.find((each) => each.id === fleet)?.name ?? `fleet ${fleet}`, key]
            .filter(Boolean)
            .join(" · ");
    return `${place}: ${side.model}${side.modelVersion && ` version ${side.modelVersion}`}`;
  };
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          {plan.a.model === plan.b.model ? plan.a.model : `${plan.a.model} and ${plan.b.model}`}
          <Badge tone={tone}>{stateText}</Badge>
          <span className="font-normal text-muted text-sm">{formatMoment(startedAt, now)}</span>
        </span>
      }
      aside={
        running ? (
          <Button
            disabled={cancel.isPending}
            onClick={() =>
              cancel.mutate(
                { canaryId: id },
                { onError: (error) => showError("Can't cancel it.", error) },
              )
            }
          >
            <X aria-hidden="true" />
            Cancel
          </Button>
        ) : (
          <AskFirst
            title={`Delete this canary comparison of ${plan.a.model}?`}
            consequence="Its result is deleted. This can't be undone. Experiments that it ran stay."
            verb="Delete comparison"
            onConfirm={() =>
              remove.mutate(
                { canaryId: id },
                { onError: (error) => showError("Can't delete the comparison", error) },
              )
            }
          >
            {(ask) => (
              <IconButton
                label={`Delete this comparison of ${plan.a.model}`}
                disabled={remove.isPending}
                onClick={ask}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            )}
          </AskFirst>
        )
      }
    >
      <div className="flex flex-col gap-3 py-3">
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 px-4">
          <dt className="font-semibold">A</dt>
          <dd>{sideName(plan.a)}</dd>
          <dt className="font-semibold">B</dt>
          <dd>{sideName(plan.b)}</dd>
        </dl>
        {running && (
          <div className="px-4">
            <ProgressBar label="Progress of the comparison" share={progress} />
          </div>
        )}
        {words && <p className={`px-4 ${state === "failed" ? "text-bad" : ""}`}>{words}</p>}
        <CanaryResult canary={canary} />
      </div>
    </Card>
  );
}
