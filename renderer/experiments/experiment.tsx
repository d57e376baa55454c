import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import type { Experiment } from "../../main/contract/index.ts";
import { formatMoment } from "../format/time.ts";
import { useRequest } from "../host/requests.ts";
import { Badge } from "../ui/badge.tsx";
import { Page } from "../ui/page.tsx";
import { useNow } from "../ui/use-now.ts";
import { CandidateComparisons } from "./compare/candidate-comparisons.tsx";
import { CompareWith } from "./compare/compare-with.tsx";
import { EndedEarly } from "./ended-early.tsx";
import { ExperimentActions } from "./experiment-actions.tsx";
import { Annotations } from "./result/annotations.tsx";
import { ChatTable } from "./result/chat/chat-table.tsx";
import { PrefixTable } from "./result/chat/prefix-table.tsx";
import { TurnTable } from "./result/chat/turn-table.tsx";
import { CostCard } from "./result/cost-card.tsx";
import { EnvironmentCard } from "./result/environment-card.tsx";
import { Headline } from "./result/headline.tsx";
import { ResultCharts } from "./result/result-charts.tsx";
import { PredictionCard } from "./result/prediction-card.tsx";
import { ServerTable } from "./result/server-table.tsx";
import { StepDetail } from "./result/step-detail.tsx";
import { StepsTable } from "./result/steps-table.tsx";
import { Tags } from "./result/tags.tsx";
import { VerdictNotice } from "./result/verdict-notice.tsx";
import { Unreadable } from "./unreadable.tsx";
import { UnderWay } from "./under-way.tsx";
import { isUnderWay } from "./use-progress.ts";
import { ValidBadge } from "../figures/verdict.tsx";
import {
  experimentStates,
  mainModel,
  formatPlan,
  formatProtocol,
} from "../figures/experiment-text.ts";

const route = getRouteApi("/experiments/$id");

export function ExperimentPage() {
  const id = Number(route.useParams().id);
  const navigate = useNavigate();
  const { data, error } = useRequest("lab.get", { id }, { enabled: Number.isInteger(id) });
  if (data) return <Loaded key={id} experiment={data} />;
  return (
    <Page title="Experiment">
      {error ? (
        <Unreadable id={id} error={error} onDeleted={() => void navigate({ to: "/experiments" })} />
      ) : (
        <p className="text-muted">Reading the experiment…</p>
      )}
    </Page>
  );
}

function Loaded({ experiment }: { experiment: Experiment }) {
  const { name, plan, state, steps, importedFrom } = experiment;
  const now = useNow(30_000);
  const { step } = route.useSearch();
  const selected = step !== undefined && step < steps.length ? step : steps.length - 1;
  const { tone, words } = experimentStates[state];
  const running = isUnderWay(experiment);
  const model = mainModel(plan);
  return (
    <Page
      title={name}
      heading={
        <>
          {name}
          <Badge tone={tone}>{words}</Badge>
          <ValidBadge
            invalid={steps.filter(({ verdict }) => verdict.verdict === "invalid").length}
            of={steps.length}
          />
          {importedFrom !== null && <Badge hint={`From ${importedFrom}`}>imported</Badge>}
        </>
      }
      subtitle={
        <div className="flex flex-wrap items-center gap-x-2">
          <span>
            <Link
              to="/models/$name"
              params={{ name: model }}
              className="text-accent underline underline-offset-2"
            >
              {model}
            </Link>
            {plan.traffic.length > 1 && ` and ${plan.traffic.length - 1} more`} ·{" "}
            {formatProtocol(plan.wire)} · {formatPlan(plan)} · begun{" "}
            {formatMoment(experiment.createdAt, now)}
          </span>
          <Tags experiment={experiment} />
        </div>
      }
      actions={<ExperimentActions experiment={experiment} />}
    >
      {running && <UnderWay experiment={experiment} />}
      {!running && state !== "done" && <EndedEarly experiment={experiment} />}
      <VerdictNotice experiment={experiment} />
      <Headline experiment={experiment} />
      <CandidateComparisons experiment={experiment} />
      {steps.length > 0 && (
        <>
          <ChatTable experiment={experiment} />
          <TurnTable experiment={experiment} />
          <PrefixTable experiment={experiment} />
          <StepsTable experiment={experiment} selected={selected} />
          <ResultCharts experiment={experiment} />
          <PredictionCard experiment={experiment} />
          <ServerTable experiment={experiment} />
          <CostCard experiment={experiment} />
          <StepDetail experiment={experiment} index={selected} />
        </>
      )}
      {!running && steps.length > 0 && <CompareWith experiment={experiment} />}
      <Annotations experiment={experiment} />
      <EnvironmentCard experiment={experiment} />
    </Page>
  );
}
