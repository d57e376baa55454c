import { getRouteApi } from "@tanstack/react-router";
import type { LogsSearch } from "../search.ts";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { EngineLog } from "./engine-log.tsx";
import { Events } from "./events.tsx";

const route = getRouteApi("/logs");

const tabs = [
  { value: "events", label: "Events" },
  { value: "engine", label: "Engine log" },
] as const;

export function Logs() {
  const { view } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title="Logs & events">
      <Tabs
        label="Logs and events"
        value={view}
        tabs={tabs}
        onPick={(next) =>
          void navigate({ to: "/logs", search: (now: LogsSearch) => ({ ...now, view: next }) })
        }
      >
        {view === "events" ? <Events /> : <EngineLog />}
      </Tabs>
    </Page>
  );
}
