import type { ServerStatus } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import { useNow } from "../ui/use-now.ts";

/** Why nothing can be asked of a server just now; undefined: it answers. */
export function offWhy({ name, state }: ServerStatus): string | undefined {
  return state === "live" ? undefined : `${name} doesn't answer. This works again when it does.`;
}

interface LastKnownProps {
  readonly server: ServerStatus;
  /** Whether it ever reported anything. */
  readonly hasData: boolean;
}

/** Since when what a screen shows is no more than last known; nothing while the server answers. */
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
