import { Link } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import type { GridReplica, ServerStatus } from "../../../main/contract/index.ts";
import { formatAgo, formatClock } from "../../format/time.ts";
import { reasonText } from "../fleet-text.ts";
import { describeServerState } from "../../host/server-state.ts";
import { Dot } from "../../ui/badge.tsx";
import { useNow } from "../../ui/use-now.ts";

/** How long a restart is shown, ms. */
const RECENT_MS = 10 * 60_000;

interface ReplicaHeadProps {
  readonly replica: GridReplica;
  readonly row: number;
  readonly active: boolean;
}

/** A replica's name and state, as a link to it. */
export function ReplicaHead({ replica, row, active }: ReplicaHeadProps) {
  const { serverId, name, state, since, restarts, restartedAt } = replica;
  const reason = reasonText(replica);
  const { tone, words, busy } = describeServerState({
    state,
    since,
    kind: "triton",
  } as ServerStatus);
  return (
    <th
      scope="row"
      className="sticky left-0 z-10 border-line border-b bg-surface px-3 text-left font-normal"
    >
      <Link
        to="/models"
        search={{ server: serverId }}
        data-row={row}
        data-column={0}
        tabIndex={active ? 0 : -1}
        data-hint={describeReplica(replica, words)}
        className="flex items-center gap-2 outline-offset-[-2px]"
      >
        <Dot tone={tone} pulse={busy} />
        <span className="min-w-0">
          <span className="block max-w-64 truncate font-medium hover:text-accent hover:underline">
            {name}
          </span>
          {state !== "live" && (
            <span className="block max-w-64 truncate text-muted text-xs">
              {words}
              {reason && `: ${reason}`}
            </span>
          )}
        </span>
        {restartedAt !== null && <Restarted at={restartedAt} times={restarts} />}
      </Link>
    </th>
  );
}

/** Shows a recent restart; has its own timer, so that the rest of the row needn't be rendered again. */
function Restarted({ at, times }: { at: number; times: number }) {
  const now = useNow(10_000);
  if (now - at >= RECENT_MS) return null;
  return (
    <span
      className="flex shrink-0 items-center gap-1 text-warn text-xs"
      data-hint={`Restarted or replaced ${times === 1 ? "once" : `${times} times`}, last at ${formatClock(at)}.`}
    >
      <RotateCcw aria-hidden="true" className="size-3" />
      restarted {formatAgo(at, now)}
    </span>
  );
}

function describeReplica(replica: GridReplica, words: string): string {
  const { name, address, version, reason, trouble, note } = replica;
  const isNoted = reason !== null && trouble === "";
  return [
    name,
    address,
    words,
    version && `version ${version}`,
    reasonText(replica),
    isNoted ? null : note,
  ]
    .filter(Boolean)
    .join("\n");
}
