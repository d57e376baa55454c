import type { ServerStatus } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import { useNow } from "../ui/use-now.ts";

/** Why requests to a server are impossible now; undefined if it answers. */
export function unavailableReason({ name, state }: ServerStatus): string | undefined {
  return state === "live" ? undefined : `${name} doesn't answer. This works again when it does.`;
}

interface LastKnownProps {
  readonly server: ServerStatus;
  /** Whether it ever reported anything. */
  readonly hasData: boolean;
}

/** Shows since when a screen's data is out of date; nothing while the server answers. */
export function LastKnown({ server, hasData }: LastKnownProps) {
  const now = useNow(5000);
  if (server.state === "live" || !hasData) return null;
  return (
    <p className="text-muted">
      {server.name} has not answered since {formatMoment(server.since, now)}: all this is last
      known.
    </p>
  );
}
