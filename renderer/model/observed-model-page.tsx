import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import type { ObservedModel, ServerStatus } from "../../main/contract/index.ts";
import { KindIcon } from "../host/kinds.tsx";
import { useObserved } from "../host/topics.ts";
import { LastKnown } from "../host/last-known.tsx";
import { describeModelState } from "../host/model-state.ts";
import { LoadButton } from "../models/load-button.tsx";
import { startBlockedReason } from "../host/start-blocker.tsx";
import { type ModelSearch, RANGES } from "../search.ts";
import { findLack, type Screen } from "../host/capability.ts";
import { FiguresCard } from "../figures/server/figures-card.tsx";
import { Lacking, LackingScreens } from "../host/lacking.tsx";
import { Unreported } from "../figures/unreported.tsx";
import { ServerCharts } from "../figures/server/server-charts.tsx";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { BrokenModel } from "./broken-model.tsx";
import { Details } from "./details.tsx";
import { ModelExperiments } from "../experiments/model-experiments.tsx";
import { Configuration, TryChat, TryIt } from "./lazy-tabs.ts";
import { NextSteps } from "./next-steps.tsx";

const route = getRouteApi("/models/$name");

const tabs: readonly { value: ModelSearch["tab"]; label: string; screen: Screen | null }[] = [
  { value: "metrics", label: "Metrics", screen: null },
  { value: "configuration", label: "Configuration", screen: "configuration" },
  { value: "experiments", label: "Experiments", screen: "experiments" },
  { value: "try", label: "Try it", screen: "try" },
  { value: "details", label: "Details", screen: "details" },
];

/** A model of a server without Triton's statistics: what it reports, and actions. */
export function ObservedModelPage({ server }: { server: ServerStatus }) {
  const { name } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const frame = useObserved(server.id);
  const model = frame?.models.find((each) => each.name === name);
  const live = server.state === "live";
  const there = tabs.filter(({ screen }) => screen === null || findLack(screen, server) === null);
  const pick = (value: ModelSearch["tab"]) =>
    void navigate({
      to: "/models/$name",
      params: { name },
      search: (now: ModelSearch) => ({ ...now, tab: value }),
    });
  return (
    <Page
      title={name}
      heading={
        <>
          <KindIcon {...server} />
          {name}
          {model && <StateBadge model={model} server={server} />}
        </>
      }
      subtitle={describeModel(server, model)}
      actions={
        <>
          {server.capabilities.includes("load") && model && (
            <LoadButton model={model} server={server} />
          )}
          {findLack("experiments", server) === null && (
            <NextSteps model={name} server={server} overview={model} />
          )}
        </>
      }
    >
      <LastKnown server={server} hasData={frame !== null} />
      {frame && !model && (
        <Notice tone="warn" title={`${server.name} has no model called “${name}”`}>
          It may have been removed or renamed. Its experiments are kept.
        </Notice>
      )}
      {model?.reason && (
        <BrokenModel
          model={name}
          server={server}
          reason={model.reason}
          problem={{ kind: "other" }}
        />
      )}
      {tab === "metrics" && frame && (
        <div className={live ? undefined : "text-muted"}>
          <FiguresCard kind={server.kind} frame={frame} of={name} />
        </div>
      )}
      <Tabs label="About this model" value={tab} onPick={pick} tabs={there}>
        <Suspense fallback={<p className="text-muted">Loading…</p>}>
          <Tab
            tab={tab}
            server={server}
            model={name}
            facts={model?.facts ?? []}
            blocked={startBlockedReason(server, model)}
          />
        </Suspense>
      </Tabs>
    </Page>
  );
}

function StateBadge({ model, server }: { model: ObservedModel; server: ServerStatus }) {
  const { tone, words, hint } = describeModelState(model, server);
  return (
    <Badge tone={tone} hint={hint}>
      {words}
    </Badge>
  );
}

function describeModel(server: ServerStatus, model: ObservedModel | undefined): string {
  const versions = model?.versions.length ? `, version ${model.versions.join(", ")}` : "";
  return `On ${server.name}${versions}`;
}

interface TabProps {
  readonly tab: ModelSearch["tab"];
  readonly server: ServerStatus;
  readonly model: string;
  readonly facts: ObservedModel["facts"];
  /** Why no load can be sent to it; undefined if it can. */
  readonly blocked: string | undefined;
}

function Tab({ tab, server, model, facts, blocked }: TabProps) {
  const of = { serverId: server.id, model };
  if (tab !== "metrics" && findLack(tab, server)) return <Lacking screen={tab} server={server} />;
  switch (tab) {
    case "configuration":
      return <Configuration {...of} />;
    case "experiments":
      return <ModelExperiments model={model} blocked={blocked} />;
    case "try":
      return server.capabilities.includes("inference") ? (
        <TryIt {...of} />
      ) : (
        <TryChat server={server} model={model} />
      );
    case "details":
      return <Details {...of} />;
    default:
      return <Metrics server={server} model={model} facts={facts} />;
  }
}

function Metrics({ server, model, facts }: Omit<TabProps, "tab" | "blocked">) {
  const frame = useObserved(server.id);
  return (
    <div className="flex flex-col gap-4">
      <ServerCharts server={server} frame={frame} ranges={RANGES} model={model} />
      {facts.length > 0 && (
        <Card title="Reported by the server">
          <dl className="grid grid-cols-[minmax(10rem,auto)_1fr] gap-x-6 gap-y-1 px-4 py-3">
            {facts.map(([label, value]) => (
              <div key={label} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd className="break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </Card>
      )}
      {frame && <Unreported frame={frame} />}
      <LackingScreens server={server} />
    </div>
  );
}
