import { Link } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import {
  confirmationText,
  goalText,
  type TuningSearchSummary,
  type TuningSession,
} from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import { useAction } from "../host/requests.ts";
import { Badge } from "../ui/badge.tsx";
import { IconButton } from "../ui/button.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { showError } from "../ui/toasts.tsx";
import { useNow } from "../ui/use-now.ts";
import { conclusions, isRunning, searchStates } from "./search/search-text.ts";
import { sessionStates } from "./tuning-text.ts";

interface SessionsTableProps {
  readonly sessions: readonly TuningSession[];
  readonly searches: readonly TuningSearchSummary[];
}

interface Doomed {
  readonly kind: "session" | "search";
  readonly id: number;
  readonly name: string;
}

interface Row {
  readonly key: string;
  readonly createdAt: number;
  readonly cells: readonly ReactNode[];
}

/** Searches and manual sessions, the newest first. */
export function SessionsTable({ sessions, searches }: SessionsTableProps) {
  const now = useNow(30_000);
  const [doomed, setDoomed] = useState<Doomed | null>(null);
  const removeSession = useAction("tuning.remove", ["tuning.list"]);
  const removeSearch = useAction("tuning.search.remove", ["tuning.searches"]);
  const remove = doomed?.kind === "search" ? removeSearch : removeSession;
  const removal = (each: Doomed, isBusy: boolean) => (
    <IconButton
      key="delete"
      label={`Delete ${each.name}`}
      disabled={isBusy}
      onClick={() => setDoomed(each)}
    >
      <Trash2 aria-hidden="true" />
    </IconButton>
  );
  const rows = [
    ...sessions.map((session) => sessionRow(session, now, removal)),
    ...searches.map((search) => searchRow(search, now, removal)),
  ].toSorted((a, b) => b.createdAt - a.createdAt);
  return (
    <>
      <DataTable
        caption="Tuning sessions"
        columns={[
          { key: "name", head: "Session" },
          { key: "model", head: "Model" },
          { key: "mode", head: "Mode" },
          { key: "state", head: "State" },
          { key: "tried", head: "Tried", numeric: true },
          { key: "result", head: "Result" },
          { key: "time", head: "Started", numeric: true },
          { key: "actions", head: <span className="sr-only">Actions</span>, numeric: true },
        ]}
        rows={rows}
      />
      <Confirm
        open={doomed !== null}
        title={`Delete tuning session “${doomed?.name ?? ""}”?`}
        verb="Delete session"
        onConfirm={() =>
          doomed &&
          remove.mutate(
            { id: doomed.id },
            { onError: (error) => showError("Can't delete the session.", error) },
          )
        }
        onClose={() => setDoomed(null)}
      >
        Its log is deleted permanently. Experiments and the configuration are kept.
      </Confirm>
    </>
  );
}

type Removal = (each: Doomed, isBusy: boolean) => ReactNode;

const NAME = "font-semibold hover:text-accent hover:underline";

function sessionRow(session: TuningSession, now: number, removal: Removal): Row {
  const { id, name, model, state, steps, gain, running, createdAt } = session;
  const { tone, words } = sessionStates[state];
  const kept = steps.filter((step) => step.state === "kept").length;
  return {
    key: `session ${id}`,
    createdAt,
    cells: [
      <Link key="name" to="/tuning/$id" params={{ id: String(id) }} className={NAME}>
        {name}
      </Link>,
      model,
      "Manual",
      <Badge key="state" tone={tone}>
        {words}
      </Badge>,
      steps.length,
      gain?.words ?? (kept === 0 ? "nothing kept" : `${kept} kept, not measured together`),
      formatMoment(createdAt, now),
      removal({ kind: "session", id, name }, running !== null),
    ],
  };
}

function searchRow(search: TuningSearchSummary, now: number, removal: Removal): Row {
  const { id, name, model, state, tried, goal, result, createdAt } = search;
  const { tone, words } = result ? conclusions[result.conclusion] : searchStates[state];
  return {
    key: `search ${id}`,
    createdAt,
    cells: [
      <Link key="name" to="/tuning/search/$id" params={{ id: String(id) }} className={NAME}>
        {name}
      </Link>,
      model,
      "Search",
      <Badge key="state" tone={tone}>
        {words}
      </Badge>,
      tried,
      result?.confirmation ? confirmationText(goal, result.confirmation) : goalText(goal),
      formatMoment(createdAt, now),
      removal({ kind: "search", id, name }, isRunning(search)),
    ],
  };
}
