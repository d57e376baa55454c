import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { ServerStatus } from "../../main/contract/index.ts";
import { RetryNow, NextTry } from "../host/next-try.tsx";
import { formatClock } from "../format/time.ts";
import { useAction } from "../host/requests.ts";
import { useConnection } from "../host/topics.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { showError } from "../ui/toasts.tsx";

interface ServerBannerProps {
  readonly server: ServerStatus | null;
  /** The screen isn't about the server, whose problems are left out. */
  readonly quiet: boolean;
}

/** Problems of the connection or the server, with actions, if any. */
export function ServerBanner({ server, quiet }: ServerBannerProps) {
  const connection = useConnection();
  if (connection !== "open") {
    if (!server) return <Unreachable />;
    return (
      <Notice tone="warn" title="The connection to the host was lost" className="mx-6 mt-4">
        Reconnecting. The figures below are the last known.
      </Notice>
    );
  }
  if (!server || quiet) return null;
  if (server.repositoryProblem !== null) return <RepositoryBanner server={server} />;
  switch (server.state) {
    case "stale":
      return (
        <Notice
          tone="warn"
          title={`${server.name} has not answered since ${formatClock(server.since)}`}
          className="mx-6 mt-4"
          actions={server.kind !== "embedded" && <RetryNow server={server} />}
        >
          {server.reason ?? "The figures below are the last known."} <NextTry at={server.nextTry} />
        </Notice>
      );
    case "restarting":
      return (
        <Notice tone="warn" title={`${server.name} is restarting`} className="mx-6 mt-4">
          {sentence(server.reason ?? "its process ended.")} Nothing that was saved is lost.
        </Notice>
      );
    case "failed":
    case "stopped":
      return server.kind === "embedded" ? (
        <DownBanner server={server} />
      ) : (
        <RefusedBanner server={server} />
      );
    default:
      return null;
  }
}

/** Shown if the host hasn't answered since the page was opened. */
function Unreachable() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 2500);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return null;
  return (
    <Notice tone="bad" title="Can't reach the host" className="mx-6 mt-4">
      Check that Batchdeck is running. Retrying automatically.
    </Notice>
  );
}

/** A server that can't read its model repository; it may still serve. */
function RepositoryBanner({ server }: { server: ServerStatus }) {
  const own = server.kind === "embedded";
  const serves = server.state === "live";
  return (
    <Notice
      tone="bad"
      title={`${server.name} can't read its model repository`}
      className="mx-6 mt-4"
      actions={
        own && (
          <Link to="/settings" className={buttonClass()}>
            Open another repository
          </Link>
        )
      }
    >
      {sentence(server.repositoryProblem ?? "")}{" "}
      {serves
        ? "Loaded models keep serving, but none can be loaded or changed. Restore the folder; this message disappears by itself."
        : "Restore the folder, and the engine starts by itself."}
    </Notice>
  );
}

/** A remote server that answers with errors. */
function RefusedBanner({ server }: { server: ServerStatus }) {
  return (
    <Notice
      tone="bad"
      title={`${server.name} cannot be used`}
      className="mx-6 mt-4"
      actions={
        <>
          <RetryNow server={server} />
          <Link to="/connections" className={buttonClass()}>
            Connections
          </Link>
        </>
      }
    >
      {sentence(server.reason ?? "its responses are invalid.")} <NextTry at={server.nextTry} />
    </Notice>
  );
}

function DownBanner({ server }: { server: ServerStatus }) {
  const restart = useAction("servers.restart");
  const start = () =>
    restart.mutate(
      { serverId: server.id },
      { onError: (error) => showError(`${server.name} could not be started.`, error) },
    );
  return (
    <Notice
      tone="bad"
      title={server.state === "failed" ? `${server.name} failed` : `${server.name} is stopped`}
      className="mx-6 mt-4"
      actions={
        <>
          <Link to="/events" search={{ view: "engine" }} className={buttonClass()}>
            Show its log
          </Link>
          <Button look="primary" disabled={restart.isPending} onClick={start}>
            Restart
          </Button>
        </>
      }
    >
      {sentence(server.reason ?? "it was stopped.")} The figures below are the last known.
    </Notice>
  );
}

/** Capitalizes a sentence unless it starts with an address or a file. */
export function sentence(words: string): string {
  const [first = ""] = words.split(" ", 1);
  return /^\p{Ll}+[,.:;]?$/u.test(first) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}
