import type { ServerStatus } from "../../main/contract/index.ts";
import { KindIcon, kindText } from "../host/kinds.tsx";
import { formatClock } from "../format/time.ts";
import { useConnection } from "../host/topics.ts";
import { Dot } from "../ui/badge.tsx";
import { serverStateWords } from "../host/server-state.ts";

interface ServerChipProps {
  readonly server: ServerStatus | null;
  /** Its name is already next to it. */
  readonly named: boolean;
}

/** The server's name and state; a lost connection to the host takes precedence. */
export function ServerChip({ server, named }: ServerChipProps) {
  const connection = useConnection();
  const state =
    connection === "open"
      ? server && serverStateWords(server)
      : ({ tone: "warn", words: "Connecting to the host…", busy: true } as const);
  const hint = server
    ? [
        `${server.name}: ${state?.words ?? ""}`,
        `since ${formatClock(server.since)}`,
        kindText(server),
        server.reason,
      ]
        .filter(Boolean)
        .join("\n")
    : undefined;
  return (
    <div
      role="status"
      aria-label="Server"
      data-hint={hint}
      className="flex min-w-0 items-center gap-2"
    >
      {server && <KindIcon {...server} />}
      <Dot tone={state?.tone ?? "neutral"} pulse={state?.busy ?? true} />
      {server && !named && <span className="truncate font-semibold">{server.name}</span>}
      <span className="truncate text-muted">{state?.words ?? "Connecting…"}</span>
    </div>
  );
}
