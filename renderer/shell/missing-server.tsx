import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useServerById, useServers } from "../host/topics.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";
import { fleetOfReplica } from "./scope.ts";
import { parseFleetServerId } from "../../main/contract/index.ts";
import { Notice } from "../ui/notice.tsx";

/** The list of servers arrives shortly after one was added. */
const PATIENCE_MS = 500;

/**
 * The server in the address if the host doesn't know it; null if it does, or if unknown yet. `forget`: removes the server
 * from the address of a screen that doesn't need one.
 */
export function useMissingServer(forget: boolean): string | null {
  const { server: id } = useSearch({ strict: false });
  const servers = useServers();
  const found = useServerById(id);
  const navigate = useNavigate();
  const [late, setLate] = useState<string | null>(null);
  const missing = id !== undefined && servers !== null && found === null ? id : null;
  useEffect(() => {
    const timer = setTimeout(() => setLate(missing), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [missing]);
  const gone = missing !== null && missing === late ? missing : null;
  const isReplica = gone !== null && fleetOfReplica(gone) !== null;
  useEffect(() => {
    if (gone === null || isReplica || !forget) return;
    void navigate({
      to: ".",
      search: (now: object) => ({ ...now, server: undefined }),
      replace: true,
    } as never);
  }, [gone, isReplica, forget, navigate]);
  return gone;
}

/** Replaces a screen about a server that doesn't exist. */
export function MissingServer({ id }: { id: string }) {
  const [first] = useServers() ?? [];
  if (fleetOfReplica(id) !== null) return <ReplicaGone />;
  return (
    <Page title="This server was removed">
      <Card>
        <Empty
          title={`No server “${id}”`}
          action={
            <span className="flex gap-2">
              {first && (
                <Link to="/" search={{ server: undefined }} className={buttonClass("primary")}>
                  Look at {first.name}
                </Link>
              )}
              <Link to="/connections" search={{ server: undefined }} className={buttonClass()}>
                Connections
              </Link>
            </span>
          }
        >
          It was removed, perhaps in another window, or never existed. Its history is kept.
        </Empty>
      </Card>
    </Page>
  );
}

/** Shown if the replica in the address left its fleet, or if the fleet was removed. */
function ReplicaGone() {
  const { server } = useSearch({ strict: false });
  const [late, setLate] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLate(server ?? null), 2500);
    return () => clearTimeout(timer);
  }, [server]);
  if (late === null || late !== server || !parseFleetServerId(server)) return null;
  return (
    <Notice
      tone="warn"
      title="This replica does not belong to a fleet any more"
      className="mx-6 mt-4"
      actions={
        <Link to="/fleets" search={{ server: undefined }} className={buttonClass()}>
          Show the fleets
        </Link>
      }
    >
      It was at {server.slice(server.indexOf("/") + 1)}.
    </Notice>
  );
}
