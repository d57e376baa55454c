import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import type { ServerStatus } from "../../main/contract/index.ts";
import { useAction, useRequest } from "../host/requests.ts";
import { describeServerState } from "../host/server-state.ts";
import { Badge, Dot } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { WAYS } from "../host/addresses.ts";
import { ConnectionDetails, EncryptionLine } from "./connection-details.tsx";
import { KindIcon, kindText } from "../host/kinds.tsx";
import { NextTry, RetryNow } from "../host/next-try.tsx";
import { describeSecrets } from "./security-text.ts";
import { Confirm } from "../ui/confirm.tsx";
import { showError } from "../ui/toasts.tsx";

interface ConnectionCardProps {
  readonly server: ServerStatus;
  readonly onEdit: () => void;
}

/** One server in a line: kind, state and address; expands to its details. */
export function ConnectionCard({ server, onEdit }: ConnectionCardProps) {
  const { id, kind, name, state, reason, nextTry } = server;
  const own = kind === "embedded";
  const [open, setOpen] = useState(false);
  const heading = useId();
  const details = useId();
  const { data: connection, error } = useRequest(
    "servers.connection",
    { serverId: id },
    { enabled: !own },
  );
  const { tone, words, busy } = describeServerState(server);
  const addresses = connection ?? server.endpoints;
  const way = WAYS.find((each) => addresses?.[each]);
  const missing = connection ? describeSecrets(connection).filter((each) => each.missing) : [];
  return (
    <section aria-labelledby={heading} className="px-2 py-1">
      <div className="grid grid-cols-[2rem_minmax(10rem,1.2fr)_minmax(10rem,1fr)_minmax(9rem,1.2fr)_minmax(8rem,0.9fr)_12.5rem] items-center gap-x-3">
        <IconButton
          label={`Details of ${name}`}
          aria-expanded={open}
          aria-controls={details}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronDown aria-hidden="true" /> : <ChevronRight aria-hidden="true" />}
        </IconButton>
        <span className="min-w-0">
          <h2 id={heading} className="truncate font-semibold">
            <Link
              to="/models"
              search={{ server: id }}
              className="hover:text-accent hover:underline"
            >
              {name}
            </Link>
          </h2>
          <span className="flex items-center gap-1.5 text-muted text-xs">
            <KindIcon {...server} />
            <span className="min-w-0">{kindText(server)}</span>
          </span>
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-2 font-medium">
            <Dot tone={tone} pulse={busy} />
            {words}
          </span>
          <span className="block text-xs empty:hidden">
            <NextTry at={nextTry} />
          </span>
        </span>
        <span className="min-w-0 truncate font-mono text-xs">{way && addresses?.[way]}</span>
        <span className="flex min-w-0 flex-wrap items-center gap-1.5 text-xs">
          <EncryptionLine server={server} connection={connection} />
          {missing.length > 0 && <Badge tone="warn">A secret is missing</Badge>}
        </span>
        <span className="flex items-center justify-end gap-1">
          {!own && state !== "live" && <RetryNow server={server} />}
          {!own && (
            <Button disabled={!connection} aria-label={`Edit ${name}`} onClick={onEdit}>
              Edit
            </Button>
          )}
          {!own && <RemoveButton server={server} />}
        </span>
      </div>
      {reason && state !== "live" && (
        <p className="break-words pb-1 pl-11 text-bad text-xs" role="note">
          {reason}
        </p>
      )}
      {error && <p className="pl-11 text-bad">{error.message}</p>}
      <div id={details} hidden={!open} className="py-2 pr-2 pl-11">
        <ConnectionDetails server={server} connection={connection} />
      </div>
    </section>
  );
}

/** Removes a connection after a confirmation. */
function RemoveButton({ server: { id, name } }: { server: ServerStatus }) {
  const [asked, setAsked] = useState(false);
  const remove = useAction("servers.remove");
  return (
    <>
      <IconButton label={`Remove ${name}`} onClick={() => setAsked(true)}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      <Confirm
        open={asked}
        title={`Remove connection to ${name}?`}
        verb="Remove connection"
        onConfirm={() =>
          remove.mutate(
            { serverId: id },
            { onError: (error) => showError(`Can't remove ${name}`, error) },
          )
        }
        onClose={() => setAsked(false)}
      >
        Batchdeck deletes its addresses and secrets. The server keeps running, and its recorded
        metrics and experiments stay.
      </Confirm>
    </>
  );
}
