import { Lock, LockOpen } from "lucide-react";
import type { ServerStatus, ShownConnection } from "../../main/contract/index.ts";
import { Badge } from "../ui/badge.tsx";
import { isEncrypted, WAYS, wayNames } from "../host/addresses.ts";
import { describeEncryption, exposure } from "../host/connection-form/encryption.ts";
import { describeSecrets, describeTls } from "./security-text.ts";

interface ConnectionDetailsProps {
  readonly server: ServerStatus;
  readonly connection: ShownConnection | undefined;
}

/** Every address of a server, its encryption, and where its secrets are stored. */
export function ConnectionDetails(props: ConnectionDetailsProps) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-2">
      <Addresses {...props} />
      <Security {...props} />
    </div>
  );
}

function Addresses({ server, connection }: ConnectionDetailsProps) {
  const addresses = connection ?? server.endpoints;
  return (
    <dl className="grid grid-cols-[4rem_1fr] content-start gap-x-3 gap-y-0.5 text-xs">
      {WAYS.filter((way) => addresses?.[way]).map((way) => (
        <div key={way} className="contents">
          <dt className="text-muted">{wayNames[way]}</dt>
          <dd>
            <span className="select-all break-all font-mono">{addresses?.[way]}</span>
            {connection && (
              <span className="ml-2 text-muted">
                {isEncrypted(connection[way]) ? "encrypted" : "not encrypted"}
              </span>
            )}
          </dd>
        </div>
      ))}
      {connection?.models && connection.models.length > 0 && (
        <div className="contents">
          <dt className="text-muted">Models</dt>
          <dd className="break-words">
            {connection.models.join(", ")} <span className="text-muted">by name</span>
          </dd>
        </div>
      )}
    </dl>
  );
}

function Security({ server, connection }: ConnectionDetailsProps) {
  const secrets = connection ? describeSecrets(connection) : [];
  const tls = connection && describeTls(connection);
  const exposed = connection
    ? exposure(connection, { auth: connection.auth.kind, headers: connection.headers })
    : [];
  return (
    <ul className="flex flex-col gap-0.5 text-xs">
      <li>
        <EncryptionLine server={server} connection={connection} />
        {tls && <span className="text-muted">: {tls}</span>}
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
      {exposed.map((sentence) => (
        <li key={sentence} className="text-warn">
          {sentence}
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

/** "HTTP encrypted, gRPC not". */
export function EncryptionLine({ server, connection }: ConnectionDetailsProps) {
  const words = connection
    ? describeEncryption(connection)
    : server.secure
      ? "Encrypted"
      : "Not encrypted";
  const Icon = words === "Encrypted" ? Lock : LockOpen;
  return (
    <span className="inline-flex min-w-0 items-start gap-1.5">
      <Icon aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 text-muted" />
      <span className="min-w-0">{words}</span>
    </span>
  );
}
