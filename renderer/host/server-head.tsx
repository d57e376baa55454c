import type { ObservedFrame, ServerStatus } from "../../main/contract/index.ts";
import { WAYS, wayNames } from "./addresses.ts";
import { kindText } from "./kinds.tsx";
import { RetryNow, NextTry } from "./next-try.tsx";
import { formatMoment } from "../format/time.ts";
import { describeRestart, describeServerState } from "./server-state.ts";
import { Badge, Dot } from "../ui/badge.tsx";
import { useNow } from "../ui/use-now.ts";

interface ServerHeadProps {
  readonly server: ServerStatus;
  readonly frame: ObservedFrame | null;
  /** Whether a banner already shows that it doesn't respond, with the next try and the retry button. */
  readonly banner?: boolean;
}

/** A server's kind, state, restarts and addresses. */
export function ServerHead({ server, frame, banner = false }: ServerHeadProps) {
  const now = useNow(5000);
  const { kind, state, since, nextTry, endpoints, secure, caveat, pid } = server;
  const { tone, words, busy } = describeServerState(server);
  const restarts = frame?.restarts ?? server.restarts;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex items-center gap-1.5 text-ink">
        <Dot tone={tone} pulse={busy} />
        {state === "stale" ? words : `${words} since ${formatMoment(since, now)}`}
      </span>
      {!banner && <NextTry at={nextTry} />}
      <span>{kindText(server)}</span>
      <span
        className={restarts > 0 ? "text-warn" : undefined}
        data-hint="Restarts since the console started: another process serves, or its counters started again at zero."
      >
        {describeRestart({ restartedAt: server.restartedAt, restarts }, now)}
      </span>
      {pid !== null && <span>Process {pid}</span>}
      {caveat && (
        <Badge tone="warn" hint={caveat}>
          Latency unfit for claims
        </Badge>
      )}
      <span>{secure ? "Encrypted" : "Not encrypted"}</span>
      {endpoints &&
        WAYS.filter((way) => endpoints[way] !== "").map((way) => (
          <span key={way}>
            {wayNames[way]} <span className="select-all font-mono text-xs">{endpoints[way]}</span>
          </span>
        ))}
      {kind !== "embedded" && state !== "live" && !banner && <RetryNow server={server} />}
    </div>
  );
}
