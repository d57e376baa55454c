import { useNavigate } from "@tanstack/react-router";
import type { KnownContext, Workload } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";
import { Button } from "../ui/button.tsx";
import { showError } from "../ui/toasts.tsx";

interface OpenAsFleetProps {
  /** A workload or an inference pool. */
  readonly source: Pick<Workload, "key" | "name" | "kind">;
  readonly context: KnownContext;
  readonly look?: "primary" | "secondary";
}

/** Creates a fleet whose members follow the pods of a workload or pool, or opens the existing one. */
export function OpenAsFleet({ source, context, look = "secondary" }: OpenAsFleetProps) {
  const { key, name, kind } = source;
  const fleets = useTopic("fleets.list", {});
  const add = useAction("fleets.add");
  const navigate = useNavigate();
  const known = fleets?.find(
    ({ members }) => members.kind === "workload" && members.workload === key,
  );
  const open = (id: number) => void navigate({ to: "/fleets/$id", params: { id: String(id) } });
  const make = () =>
    add.mutate(
      {
        name: `${name} (${context.context})`.slice(0, 100),
        kind,
        members: { kind: "workload", workload: key },
      },
      {
        onSuccess: ({ fleetId }) => open(fleetId),
        onError: (error) => showError(`Can't open ${name} as a fleet.`, error),
      },
    );
  return (
    <Button
      look={look}
      aria-label={`Open as fleet: ${name}`}
      disabled={fleets === null || add.isPending}
      onClick={() => (known ? open(known.id) : make())}
    >
      Open as fleet
    </Button>
  );
}
