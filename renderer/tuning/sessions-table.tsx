import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { TuningSession } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import { useAction } from "../host/requests.ts";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { tellError } from "../ui/toasts.tsx";
import { useNow } from "../ui/use-now.ts";
import { sessionStates } from "./tuning-text.ts";

export function SessionsTable({ sessions }: { sessions: readonly TuningSession[] }) {
  const now = useNow(30_000);
  const [doomed, setDoomed] = useState<TuningSession | null>(null);
  const remove = useAction("tuning.remove", ["tuning.list"]);
  return (
    <>
      <DataTable
        caption="Tuning sessions"
        columns={[
          { key: "name", head: "Session" },
          { key: "model", head: "Model" },
          { key: "state", head: "State" },
          { key: "tried", head: "Tried", numeric: true },
          { key: "kept", head: "Kept", numeric: true },
          { key: "gain", head: "Original vs. present" },
          { key: "time", head: "Started", numeric: true },
          { key: "actions", head: <span className="sr-only">Actions</span>, numeric: true },
        ]}
        rows={sessions.map((session) => {
          const { tone, words } = sessionStates[session.state];
          const kept = session.steps.filter(({ state }) => state === "kept").length;
          return {
            key: session.id,
            cells: [
              <Link
                key="name"
                to="/tuning/$id"
                params={{ id: String(session.id) }}
                className="font-semibold hover:text-accent hover:underline"
              >
                {session.name}
              </Link>,
              session.model,
              <Badge key="state" tone={tone}>
                {words}
              </Badge>,
              session.steps.length,
              kept,
              session.gain?.words ?? (kept === 0 ? "nothing kept" : "not measured"),
              formatMoment(session.createdAt, now),
              <IconButton
                key="delete"
                label={`Delete ${session.name}`}
                disabled={session.running !== null}
                onClick={() => setDoomed(session)}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>,
            ],
          };
        })}
      />
      <Confirm
        open={doomed !== null}
        title={`Delete tuning session “${doomed?.name ?? ""}”?`}
        verb="Delete session"
        onConfirm={() =>
          doomed &&
          remove.mutate(
            { id: doomed.id },
            { onError: (error) => tellError("Can't delete the session.", error) },
          )
        }
        onClose={() => setDoomed(null)}
      >
        Its log is deleted permanently. Experiments and the configuration are kept.
      </Confirm>
    </>
  );
}
