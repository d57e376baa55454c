import { Link } from "@tanstack/react-router";
import { Grid3x3 } from "lucide-react";
import type { ServerStatus } from "../../main/contract/index.ts";
import { useTopic } from "../host/topics.ts";
import { Dot } from "../ui/badge.tsx";
import { fleetOfReplica } from "./scope.ts";

const useFleet = (id: number | null) =>
  useTopic("fleets.list", id === null ? null : {})?.find((fleet) => fleet.id === id) ?? null;

/** A fleet's name and number of live replicas. */
export function FleetChip({ id }: { id: number }) {
  const fleet = useFleet(id);
  if (!fleet) return null;
  const { name, live, replicas } = fleet;
  return (
    <div role="status" aria-label="Fleet" className="flex min-w-0 items-center gap-2">
      <Dot tone={live === replicas ? "good" : live === 0 ? "bad" : "warn"} />
      <span className="truncate font-semibold">{name}</span>
      <span className="truncate text-muted">
        {live} of {replicas} live
      </span>
    </div>
  );
}

/** Link from a replica to its fleet; nothing for other servers. */
export function FleetLink({ server }: { server: ServerStatus }) {
  const id = fleetOfReplica(server.id);
  const fleet = useFleet(id);
  if (id === null) return null;
  return (
    <Link
      to="/fleets/$id"
      params={{ id: String(id) }}
      search={{ server: undefined }}
      className="flex min-w-0 items-center gap-1.5 rounded-md px-2 py-1 text-muted hover:bg-hover hover:text-ink"
    >
      <Grid3x3 aria-hidden="true" className="size-4 shrink-0" />
      <span className="truncate">{fleet ? `Back to ${fleet.name}` : "Back to its fleet"}</span>
    </Link>
  );
}
