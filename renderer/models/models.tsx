import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import type { ObservedFrame, ServerStatus } from "../../main/contract/index.ts";
import { KindIcon } from "../host/kinds.tsx";
import { useObserved, useServer } from "../host/topics.ts";
import type { ModelsSearch } from "../search.ts";
import { isTriton } from "../host/capability.ts";
import { LackingScreens } from "../host/lacking.tsx";
import { ServerHead } from "../host/server-head.tsx";
import { TorchServeManagement } from "../torchserve/management.tsx";
import { TritonSettings } from "../triton-settings/triton-settings.tsx";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { ServerModels } from "./server-models.tsx";
import { ServerChartsTab } from "./server-charts-tab.tsx";

const TryChat = lazy(async () => ({
  default: (await import("../clients/chat/try-chat.tsx")).TryChat,
}));

const LaunchFlags = lazy(async () => ({
  default: (await import("../launch-flags/launch-flags.tsx")).LaunchFlags,
}));

const route = getRouteApi("/models");

/** A server's models, charts and settings, and a chat request if it supports chat. */
export function Models() {
  const server = useServer();
  const frame = useObserved(server?.id);
  if (!server)
    return (
      <Page title="Models">
        <p className="text-muted">Waiting for the host…</p>
      </Page>
    );
  return (
    <Page
      title={`Models of ${server.name}`}
      heading={
        <>
          Models
          <span className="flex items-center gap-2 font-normal text-muted">
            <KindIcon {...server} />
            {server.name}
          </span>
        </>
      }
      subtitle={
        <ServerHead
          server={server}
          frame={frame}
          banner={server.state === "stale" || server.state === "failed"}
        />
      }
      actions={
        <Link to="/connections" className={buttonClass()}>
          Connections
        </Link>
      }
    >
      <ModelsTabs server={server} frame={frame} />
    </Page>
  );
}

interface PartProps {
  readonly server: ServerStatus;
  readonly frame: ObservedFrame | null;
}

function ModelsTabs({ server, frame }: PartProps) {
  const { tab }: ModelsSearch = route.useSearch();
  const navigate = route.useNavigate();
  const has = (each: ServerStatus["capabilities"][number]) => server.capabilities.includes(each);
  const tabs = [
    { value: "models" as const, label: "Models" },
    { value: "charts" as const, label: "Charts" },
    ...(has("settings") ? [{ value: "settings" as const, label: "Settings" }] : []),
    ...(has("chat") ? [{ value: "try" as const, label: "Try it" }] : []),
    ...(hasLaunchFlags(server) ? [{ value: "launch" as const, label: "Launch flags" }] : []),
  ];
  const shown = tabs.some(({ value }) => value === tab) ? tab : "models";
  return (
    <Tabs
      label={`About ${server.name}`}
      value={shown}
      tabs={tabs}
      onPick={(next) =>
        void navigate({
          to: "/models",
          search: (now: ModelsSearch) => ({ ...now, tab: next }),
        })
      }
    >
      <div className="flex flex-col gap-4">
        {shown === "models" && <ModelsTab server={server} frame={frame} />}
        {shown === "charts" && <ServerChartsTab server={server} frame={frame} />}
        {shown === "settings" && <TritonSettings serverId={server.id} />}
        {shown === "try" && (
          <Suspense fallback={<p className="text-muted">Loading…</p>}>
            <TryChat server={server} />
          </Suspense>
        )}
        {shown === "launch" && (
          <Suspense fallback={<p className="text-muted">Loading…</p>}>
            <LaunchFlags server={server} models={(frame?.models ?? []).map(({ name }) => name)} />
          </Suspense>
        )}
      </div>
    </Tabs>
  );
}

/** Its flags take effect at a restart, and the console knows them. */
const hasLaunchFlags = ({ kind }: ServerStatus) => kind === "vllm" || kind === "sglang";

function ModelsTab({ server, frame }: PartProps) {
  if (isTriton(server)) return <ServerModels server={server} />;
  const isSilent = server.state !== "live" && !frame?.models.length && !frame?.figures.length;
  if (isSilent)
    return (
      <Card>
        <Empty title={`No data from ${server.name} yet`}>
          Its models and figures appear when it answers.
        </Empty>
      </Card>
    );
  return (
    <>
      <ServerModels server={server} />
      {frame && server.capabilities.includes("workers") && (
        <TorchServeManagement serverId={server.id} models={frame.models} />
      )}
      <LackingScreens server={server} />
    </>
  );
}
