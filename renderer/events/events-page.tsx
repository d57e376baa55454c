import { getRouteApi } from "@tanstack/react-router";
import type { EventsSearch } from "../search.ts";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { EngineLog } from "./engine-log.tsx";
import { Events } from "./events.tsx";

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
