import { Link } from "@tanstack/react-router";
import { RefreshCw } from "lucide-react";
import { type ModelDrift, replicaServerId } from "../../main/contract/index.ts";
import { FieldChanges } from "../ui/pbtxt/field-changes.tsx";
import { count } from "../format/text.ts";
import { useAction } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Notice } from "../ui/notice.tsx";
import { showError } from "../ui/toasts.tsx";
import { configurationName } from "./grid/shown.ts";

interface DriftProps {
  readonly fleetId: number;
  /** A replica's name by its key. */
  readonly replicaName: (key: string) => string;
}

/** Which configurations serve on which replicas, and how they differ. */
export function Drift({ fleetId, replicaName }: DriftProps) {
  const drifts = useTopic("fleets.drift", { fleetId });
  const read = useAction("fleets.readConfigurations");
  const differing = drifts?.filter(({ groups }) => groups.length > 1) ?? [];
  const same = drifts?.filter(({ groups }) => groups.length === 1) ?? [];
  const unread = drifts?.flatMap((each) => each.unread) ?? [];
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-4">
        <p className="text-muted">
          Read from each replica when its versions change or it restarts, and every few minutes.
        </p>
        <Button
          disabled={read.isPending}
          onClick={() =>
            read.mutate(
              { fleetId },
              { onError: (error) => showError("Can't read the configurations.", error) },
            )
          }
        >
          <RefreshCw aria-hidden="true" />
          Read again now
        </Button>
      </div>
      {drifts === null && <p className="text-muted">Waiting for the replicas…</p>}
      {differing.map((drift) => (
        <DriftCard key={drift.model} fleetId={fleetId} drift={drift} replicaName={replicaName} />
      ))}
      {unread.length > 0 && <Unread unread={unread} nameOf={replicaName} />}
      {drifts !== null && differing.length === 0 && (
        <Card>
          <Empty title={same.length > 0 ? "No drift" : "No configurations were read"}>
            {same.length > 0
              ? `${count(same.length, "model")} with the same configuration on every replica that has it.`
              : "Replicas of this kind may not report any; Triton and the engine do."}
          </Empty>
        </Card>
      )}
    </div>
  );
}

function DriftCard({
  fleetId,
  drift: { model, groups },
  replicaName,
}: {
  fleetId: number;
  drift: ModelDrift;
  replicaName: DriftProps["replicaName"];
}) {
  const most = groups[0]?.replicas[0];
  return (
    <Card title={model} aside={<Badge tone="warn">{count(groups.length, "configuration")}</Badge>}>
      <ul className="flex flex-col">
        {groups.map(({ replicas, changes }, index) => (
          <li
            key={replicas.join()}
            className="flex flex-col gap-1.5 border-line border-b px-4 py-2.5 last:border-b-0"
          >
            <div className="flex items-start justify-between gap-4">
              <p className="min-w-0">
                <span className="font-semibold">{configurationName(index)}</span>{" "}
                <span className="text-muted">
                  on {count(replicas.length, "replica")}
                  {index === 0 && replicas.length > (groups[1]?.replicas.length ?? 0)
                    ? ", most of them"
                    : ""}
                  :
                </span>{" "}
                {replicas.map(replicaName).join(", ")}
              </p>
              {index > 0 && most && (
                <Link
                  to="/compare"
                  search={{
                    a: { server: replicaServerId(fleetId, most ?? ""), model, revision: "served" },
                    b: {
                      server: replicaServerId(fleetId, replicas[0] ?? ""),
                      model,
                      revision: "served",
                    },
                  }}
                  className={buttonClass()}
                >
                  Compare with A
                </Link>
              )}
            </div>
            {changes.length > 0 && (
              <FieldChanges
                label={`Differences of ${configurationName(index)} from A`}
                changes={changes}
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Unread({
  unread,
  nameOf,
}: {
  unread: ModelDrift["unread"];
  nameOf: DriftProps["replicaName"];
}) {
  const replicas = [...new Set(unread.map(({ replica }) => replica))];
  return (
    <Notice
      tone="warn"
      title={`The configurations of ${count(replicas.length, "replica")} could not be read`}
    >
      {nameOf(unread[0]?.replica ?? "")}: {unread[0]?.reason}
    </Notice>
  );
}
