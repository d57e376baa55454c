import { getRouteApi } from "@tanstack/react-router";
import type { EventsSearch } from "../search.ts";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { Events } from "./events.tsx";
import { RefreshCw } from "lucide-react";
import { useEffect, useRef } from "react";
import { useRequest } from "../host/requests.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { Empty } from "../ui/empty.tsx";
import { ErrorNotice } from "../ui/notice.tsx";

const route = getRouteApi("/events");

const tabs = [
  { value: "events", label: "Events" },
  { value: "engine", label: "Engine log" },
] as const;

/** Events of servers and host, and the log of the embedded engine. */
export function EventsPage() {
  const { view } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title="Events">
      <Tabs
        label="Events and log"
        value={view}
        tabs={tabs}
        onPick={(next) =>
          void navigate({ to: "/events", search: (now: EventsSearch) => ({ ...now, view: next }) })
        }
      >
        {view === "events" ? <Events /> : <EngineLog />}
      </Tabs>
    </Page>
  );
}

/** The last lines of the engine's log. */
function EngineLog() {
  const { data, error, refetch, isFetching } = useRequest("host.engineLog", {});
  const log = useRef<HTMLPreElement>(null);
  useEffect(() => {
    if (log.current && data) log.current.scrollTop = log.current.scrollHeight;
  }, [data]);
  return (
    <Card
      title="Engine log"
      aside={
        <span className="flex gap-2">
          {data && <CopyButton name="Copy the engine log" text={data.join("\n")} />}
          <Button disabled={isFetching} onClick={() => void refetch()}>
            <RefreshCw aria-hidden="true" />
            Refresh
          </Button>
        </span>
      }
    >
      {error && (
        <div className="p-4">
          <ErrorNotice title="Can't read the log" error={error} />
        </div>
      )}
      {data?.length === 0 && <Empty title="The engine log is empty" />}
      {data && data.length > 0 && (
        <pre
          ref={log}
          // Focusable, since it scrolls.
          tabIndex={0}
          role="region"
          aria-label="Lines of the engine log"
          className="max-h-[65vh] overflow-auto px-4 py-3 font-mono text-xs"
        >
          {data.join("\n")}
        </pre>
      )}
    </Card>
  );
}
