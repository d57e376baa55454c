import { useState } from "react";
import type { ServerStatus } from "../../main/contract/index.ts";
import { useAction } from "../host/requests.ts";
import { serverStateWords } from "../shell/server-state.ts";
import { Dot } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { tellError } from "../ui/toasts.tsx";

/** A server that was connected: whether it answers, where it is, and the way to let it go. */
export function ConnectionCard({ server }: { server: ServerStatus }) {
  const { endpoints, name, reason, version } = server;
  const [asked, setAsked] = useState(false);
  const remove = useAction("servers.remove");
  const { tone, words, busy } = serverStateWords(server);
  return (
    <Card
      title={name}
      aside={
        <Button look="danger" onClick={() => setAsked(true)} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      }
    >
      <dl className="grid grid-cols-[10rem_1fr] gap-x-4 gap-y-1 px-4 py-3">
        <dt className="text-muted">State</dt>
        <dd className="flex items-center gap-2">
          <Dot tone={tone} pulse={busy} /> {words}
          {version && <span className="text-muted">version {version}</span>}
        </dd>
        {reason && (
          <>
            <dt className="text-muted">Why</dt>
            <dd className="break-words">{reason}</dd>
          </>
        )}
        {Object.entries({
          gRPC: endpoints?.grpc,
          HTTP: endpoints?.http,
          Metrics: endpoints?.metrics,
        })
          .filter(([, address]) => address)
          .map(([label, address]) => (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="select-all break-all font-mono text-xs">{address}</dd>
            </div>
          ))}
      </dl>
      <Confirm
        open={asked}
        title={`Remove ${name}?`}
        verb="Remove"
        onConfirm={() =>
          remove.mutate(
            { serverId: server.id },
            { onError: (error) => tellError(`${name} could not be removed.`, error) },
          )
        }
        onClose={() => setAsked(false)}
      >
        The console forgets its address. The server itself and what it serves stay as they are.
      </Confirm>
    </Card>
  );
}
