import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Experiment } from "../../main/contract/index.ts";
import { formatDuration } from "../format/numbers.ts";
import { formatMoment } from "../format/time.ts";
import { useRequest } from "../host/requests.ts";
import { useTopic } from "../host/topics.ts";
import { Badge } from "../ui/badge.tsx";
import { Select } from "../ui/field.tsx";
import { ErrorNotice, Notice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { useNow } from "../ui/use-now.ts";
import { ConfigurationDifference, MeasuredUnlike } from "./compare-with.tsx";
import { ExperimentActions } from "./experiment-actions.tsx";
import { Headline } from "./headline.tsx";
import { plannedSeconds } from "./plan.ts";
import { ResultCharts } from "./result-charts.tsx";
import { RunView } from "./run-view.tsx";
import { ServerTable } from "./server-table.tsx";
import { experimentStates } from "./state-words.ts";
import { StepsTable } from "./steps-table.tsx";
import { useExperiments } from "./use-experiments.ts";

const route = getRouteApi("/experiments/$id");

export function ExperimentPage() {
  const id = Number(route.useParams().id);
  const { data, error } = useRequest("lab.get", { id }, { enabled: Number.isInteger(id) });
  if (data) return <Loaded key={id} experiment={data} />;
  return (
    <Page title="Experiment">
      {error ? (
        <ErrorNotice title="The experiment could not be read" error={error} />
      ) : (
        <p className="text-muted">Reading the experiment…</p>
      )}
    </Page>
  );
}

function Loaded({ experiment }: { experiment: Experiment }) {
  const { name, plan, state, reason, steps } = experiment;
  const now = useNow(30_000);
  const progress = useProgress(experiment);
  const [before, choice] = useCompared(experiment);
  const { tone, words } = experimentStates[state];
  const running = state === "running";
  return (
    <Page
      title={name}
      heading={
        <>
          {name}
          <Badge tone={tone}>{words}</Badge>
        </>
      }
      subtitle={
        <>
          <Link
            to="/models/$name"
            params={{ name: plan.model }}
            className="text-accent underline underline-offset-2"
          >
            {plan.model}
          </Link>{" "}
          · {plan.wire === "http" ? "HTTP binary" : "gRPC"} · {plan.secondsPerStep} s per step ·{" "}
          {formatDuration(plannedSeconds(plan) * 1000)} planned · begun{" "}
          {formatMoment(experiment.createdAt, now)} · {experiment.environment.cpuModel},{" "}
          {experiment.environment.cpus} CPUs
        </>
      }
      actions={<ExperimentActions experiment={experiment} />}
    >
      {running && <RunView experiment={experiment} progress={progress} />}
      {!running && state !== "done" && (
        <Notice
          tone={state === "failed" ? "bad" : "warn"}
          title={`${words}: what was measured is kept`}
        >
          {reason ?? "It ended before its plan did."}
        </Notice>
      )}
      {!running && steps.length > 0 && choice}
      {!running && <Headline experiment={experiment} before={before} />}
      {before && <MeasuredUnlike experiment={experiment} before={before} />}
      {steps.length > 0 && (
        <>
          <StepsTable experiment={experiment} before={before} />
          <ResultCharts experiment={experiment} before={before} />
          <ServerTable experiment={experiment} before={before} />
        </>
      )}
      {before && <ConfigurationDifference experiment={experiment} before={before} />}
    </Page>
  );
}

/** Progress while it runs; each step that ends, and the end itself, are read anew. */
function useProgress({ id, state }: Experiment) {
  const queries = useQueryClient();
  const progress = useTopic("lab.progress", state === "running" ? { id } : null);
  const reached = progress && `${progress.stepIndex} ${progress.state}`;
  useEffect(() => {
    if (reached) void queries.invalidateQueries({ queryKey: ["lab.get", { id }] });
  }, [queries, id, reached]);
  return progress;
}

const NOTHING = 0;

/** The experiment to compare with, chosen in the address; by default the one before of the same model. */
function useCompared({ id, plan, createdAt, state }: Experiment) {
  const { compare } = route.useSearch();
  const navigate = route.useNavigate();
  const list = useExperiments(plan.model).data ?? [];
  const others = list.filter(
    (each) => each.id !== id && each.state !== "running" && each.bestInferencesPerSecond !== null,
  );
  const previous = others.find((each) => each.createdAt < createdAt && each.state === "done");
  const chosen = compare ?? previous?.id ?? NOTHING;
  const { data } = useRequest(
    "lab.get",
    { id: chosen },
    { enabled: chosen !== NOTHING && state !== "running" },
  );
  const now = useNow(60_000);
  const choice = (
    <label className="flex items-center gap-2">
      <span className="font-medium">Compare with</span>
      <Select
        className="max-w-96"
        value={String(chosen)}
        onPick={(value) =>
          void navigate({
            to: "/experiments/$id",
            params: { id: String(id) },
            search: { compare: Number(value) },
            replace: true,
          })
        }
        options={[
          { value: String(NOTHING), label: others.length === 0 ? "No other yet" : "Nothing" },
          ...others.map((each) => ({
            value: String(each.id),
            label: `${each.name} (${formatMoment(each.createdAt, now)})`,
          })),
        ]}
      />
    </label>
  );
  return [data?.id === chosen ? data : undefined, choice] as const;
}
