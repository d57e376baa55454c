import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import type { ModelOverview, ServerStatus } from "../../main/contract/index.ts";
import { AdviceTab } from "./advice-tab.tsx";
import { useModelAdvice } from "../host/use-advice.ts";
import { useModelRepositories } from "../host/model-repositories.ts";
import { modelOutcomes } from "../figures/failure-figures.ts";
import { FigureTile } from "../figures/figure.tsx";
import type { FigureTable } from "../figures/observed-figures.ts";
import { useFigureTable } from "../figures/use-figure-table.ts";
import { formatPercent } from "../format/numbers.ts";
import { useOverview, useServer } from "../host/topics.ts";
import { LastKnown } from "../host/last-known.tsx";
import { LoadButton } from "../models/load-button.tsx";
import { ModelBadges } from "../figures/model-badges.tsx";
import { describeModelState } from "../host/model-state.ts";
import { startBlockedReason } from "../host/start-blocker.tsx";
import type { ModelSearch } from "../search.ts";
import { isTriton } from "../host/capability.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { Tabs } from "../ui/tabs.tsx";
import { BrokenModel } from "./broken-model.tsx";
import { Details } from "./details.tsx";
import { Metrics } from "./metrics.tsx";
import { ModelExperiments } from "../experiments/model-experiments.tsx";
import { Configuration, ModelAdvice, Traces, TryIt, WhatIf } from "./lazy-tabs.ts";
import { NextSteps } from "./next-steps.tsx";
import { ObservedModelPage } from "./observed-model-page.tsx";

const route = getRouteApi("/models/$name");

const tabs = [
  { value: "metrics", label: "Metrics" },
  { value: "advice", label: "Advice" },
  { value: "traces", label: "Traces" },
  { value: "configuration", label: "Configuration" },
  { value: "what-if", label: "What-if" },
  { value: "experiments", label: "Experiments" },
  { value: "try", label: "Try it" },
  { value: "details", label: "Details" },
] as const;

export function Model() {
  const server = useServer();
  return server && !isTriton(server) ? <ObservedModelPage server={server} /> : <TritonModel />;
}

function TritonModel() {
  const { name } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const server = useServer();
  const frame = useOverview(server?.id);
  const overview = frame?.models.find((each) => each.name === name);
  const table = useFigureTable(server?.id);
  const findings = useModelAdvice(server?.id, name);
  const isBare = !!overview?.reason && !table.get(name, "requestsPerSecond");
  const pick = (value: ModelSearch["tab"]) =>
    void navigate({
      to: "/models/$name",
      params: { name },
      search: (now: ModelSearch) => ({ ...now, tab: value }),
    });
  return (
    <Page
      title={name}
      heading={<Heading name={name} overview={overview} table={table} server={server} />}
      actions={
        <>
          {server?.capabilities.includes("load") && overview && (
            <LoadButton model={overview} server={server} />
          )}
          {server && <NextSteps model={name} server={server} overview={overview} />}
        </>
      }
    >
      {server && <LastKnown server={server} hasData={frame !== null} />}
      {frame && !overview && (
        <Notice tone="warn" title={`The repository has no model called “${name}”`}>
          It may have been removed or renamed. Its experiments are kept.
        </Notice>
      )}
      {server && overview?.reason && (
        <BrokenModel
          model={name}
          server={server}
          reason={overview.reason}
          problem={overview.problem ?? { kind: "other" }}
        />
      )}
      {tab === "metrics" && overview && !isBare && (
        <Now model={name} table={table} live={server?.state === "live"} />
      )}
      <Tabs
        label="About this model"
        value={tab}
        onPick={pick}
        tabs={tabs.map((each) =>
          each.value === "advice" ? { ...each, label: <AdviceTab findings={findings} /> } : each,
        )}
      >
        <Suspense fallback={<p className="text-muted">Loading…</p>}>
          {server && (
            <Tab
              key={`${server.id} ${name}`}
              tab={tab}
              serverId={server.id}
              model={name}
              isBare={isBare}
              blocked={startBlockedReason(server, overview)}
            />
          )}
        </Suspense>
      </Tabs>
    </Page>
  );
}

interface TabProps {
  readonly tab: ModelSearch["tab"];
  readonly serverId: string;
  readonly model: string;
  /** Whether it doesn't serve and has no figures in the last minute. */
  readonly isBare: boolean;
  /** Why no load can be sent to it; undefined if it can. */
  readonly blocked: string | undefined;
}

function Tab({ tab, isBare, blocked, ...of }: TabProps) {
  switch (tab) {
    case "metrics":
      return isBare ? <NothingMeasured model={of.model} /> : <Metrics {...of} />;
    case "advice":
      return <ModelAdvice {...of} />;
    case "traces":
      return <Traces {...of} />;
    case "configuration":
      return <Configuration {...of} />;
    case "what-if":
      return <WhatIf {...of} blocked={blocked} />;
    case "experiments":
      return <ModelExperiments model={of.model} blocked={blocked} />;
    case "try":
      return <TryIt {...of} />;
    case "details":
      return <Details {...of} />;
  }
}

function NothingMeasured({ model }: { model: string }) {
  return (
    <Card>
      <Empty title="No data">Figures appear here as soon as {model} serves.</Empty>
    </Card>
  );
}

interface HeadingProps {
  readonly name: string;
  readonly overview: ModelOverview | undefined;
  readonly table: FigureTable;
  readonly server: ServerStatus | null;
}

function Heading({ name, overview, table, server }: HeadingProps) {
  const outcomes = modelOutcomes(table, name, overview?.sinceLoad);
  const repository = useModelRepositories(server)?.get(name);
  const state =
    overview && server && describeModelState({ state: overview.state, ...outcomes }, server);
  return (
    <>
      {name}
      {state && (
        <Badge tone={state.tone} hint={state.hint}>
          {state.words}
        </Badge>
      )}
      {overview && <ModelBadges model={overview} />}
      {repository && (
        <span className="font-normal text-muted text-sm" data-hint={repository.repository}>
          in {repository.name}
        </span>
      )}
    </>
  );
}

const tiles = [
  "inferencesPerSecond",
  "requestsPerSecond",
  "latencyP99Ms",
  "waiting",
  "meanBatch",
  "cacheHitRate",
  "failuresPerSecond",
  "queueFullPerSecond",
] as const;

interface NowProps {
  readonly model: string;
  readonly table: FigureTable;
  readonly live: boolean;
}

function Now({ model, table, live }: NowProps) {
  const cached = describeCached(table, model);
  return (
    <Card {...(live ? {} : { className: "text-muted" })}>
      <div className="grid grid-cols-4 divide-x divide-line py-1 max-xl:[&>:nth-child(4n)]:border-r-0 xl:grid-cols-8">
        {tiles.map((figure) => (
          <FigureTile
            key={figure}
            figure={figure}
            value={table.value(model, figure)}
            hint={table.hint(model, figure)}
          />
        ))}
      </div>
      {cached && <p className="border-line border-t px-4 py-1.5 text-muted text-xs">{cached}</p>}
    </Card>
  );
}

/** Why there are fewer inferences than requests; null if the cache answered none. */
function describeCached(table: FigureTable, model: string): string | null {
  const hitRate = table.value(model, "cacheHitRate");
  if (!table.value(model, "requestsPerSecond") || !hitRate) return null;
  return table.value(model, "inferencesPerSecond") === 0
    ? "The response cache answers every request, so the model itself infers nothing: 0 inf/s is right."
    : `The response cache answers ${formatPercent(hitRate)} of the requests; they count as requests, not as inferences.`;
}
