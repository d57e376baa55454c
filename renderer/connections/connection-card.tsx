import { Link } from "@tanstack/react-router";
import { Lock, LockOpen, Pencil } from "lucide-react";
import { useState } from "react";
import type { ServerStatus, ShownConnection } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { serverStateWords } from "../shell/server-state.ts";
import { Badge, Dot } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { tellError } from "../ui/toasts.tsx";
import { WAYS, wayNames } from "./addresses.ts";
import type { Edited } from "./connect-dialog.tsx";
import { KindIcon, kindText } from "./kinds.tsx";
import { AskNow, NextTry } from "./next-try.tsx";
import { secretWords, tlsWords } from "./security-words.ts";

interface ConnectionCardProps {
  readonly server: ServerStatus;
  readonly onEdit: (edited: Edited) => void;
}

/** One server: whether it answers, how it is reached, and the ways to change that or to let it go. */
export function ConnectionCard({ server, onEdit }: ConnectionCardProps) {
  const { id, kind, name, state, reason, nextTry } = server;
  const own = kind === "embedded";
  const { data: connection, error } = useRequest(
    "servers.connection",
    { serverId: id },
    { enabled: !own },
  );
  const { tone, words, busy } = serverStateWords(server);
  return (
    <Card
      title={
        <Link to="/server" search={{ server: id }} className="hover:text-accent hover:underline">
          {name}
        </Link>
      }
      aside={
        <span className="flex flex-wrap items-center gap-2">
          {!own && state !== "live" && <AskNow server={server} />}
          {!own && (
            <Button
              disabled={!connection}
              aria-label={`Edit ${name}`}
              onClick={() => connection && onEdit({ serverId: id, name, connection })}
            >
              <Pencil aria-hidden="true" />
              Edit
            </Button>
          )}
          {!own && <RemoveButton server={server} />}
        </span>
      }
    >
      <div className="grid grid-cols-[minmax(13rem,1fr)_minmax(16rem,1.3fr)_minmax(16rem,1.5fr)] gap-x-6 gap-y-2 px-4 py-3">
        <div className="flex flex-col gap-1">
          <span className="flex flex-wrap items-center gap-x-2">
            <Dot tone={tone} pulse={busy} />
            <span className="font-medium">{words}</span>
            <NextTry at={nextTry} />
          </span>
          <span className="flex items-center gap-2 text-muted">
            <KindIcon kind={kind} />
            {kindText(server)}
          </span>
        </div>
        <Addresses server={server} connection={connection} />
        <Security server={server} connection={connection} />
        {reason && (
          <p className="col-span-full break-words text-bad" role="note">
            {reason}
          </p>
        )}
        {error && <p className="col-span-full text-bad">{error.message}</p>}
      </div>
    </Card>
  );
}

interface PartProps {
  readonly server: ServerStatus;
  readonly connection: ShownConnection | undefined;
}

function Addresses({ server, connection }: PartProps) {
  const addresses = connection ?? server.endpoints;
  return (
    <dl className="grid grid-cols-[3.5rem_1fr] content-start gap-x-3 gap-y-0.5 text-xs">
      {WAYS.filter((way) => addresses?.[way]).map((way) => (
        <div key={way} className="contents">
          <dt className="text-muted">{wayNames[way]}</dt>
          <dd className="select-all break-all font-mono">{addresses?.[way]}</dd>
        </div>
      ))}
    </dl>
  );
}

function Security({ server, connection }: PartProps) {
  const secrets = connection ? secretWords(connection) : [];
  const tls = connection && tlsWords(connection);
  const Icon = server.secure ? Lock : LockOpen;
  return (
    <ul className="flex flex-col gap-0.5 text-xs">
      <li className="flex items-start gap-1.5">
        <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-muted" />
        <span className="min-w-0 break-words">
          {server.secure ? "Encrypted" : "Not encrypted"}
          {tls && <span className="text-muted">: {tls}</span>}
        </span>
      </li>
      {secrets.map(({ label, words, missing }) => (
        <li key={label} className="flex flex-wrap items-baseline gap-1.5">
          <span>{label}</span>{" "}
          {missing ? (
            <Badge tone="warn">{words}</Badge>
          ) : (
            <span className="text-muted">{words}</span>
          )}
        </li>
      ))}
      {connection?.proxy && (
        <li>
          Through <span className="break-all font-mono">{connection.proxy}</span>
        </li>
      )}
    </ul>
  );
}

function RemoveButton({ server: { id, name } }: { server: ServerStatus }) {
  const [asked, setAsked] = useState(false);
  const remove = useAction("servers.remove");
  return (
    <>
      <Button look="danger" aria-label={`Remove ${name}`} onClick={() => setAsked(true)}>
        Remove
      </Button>
      <Confirm
        open={asked}
        title={`Remove ${name}?`}
        verb="Remove"
        onConfirm={() =>
          remove.mutate(
            { serverId: id },
            { onError: (error) => tellError(`${name} could not be removed.`, error) },
          )
        }
        onClose={() => setAsked(false)}
      >
        The console forgets its addresses and secrets. The server itself and what it serves stay as
        they are; what was recorded of it is kept.
      </Confirm>
    </>
  );
}
