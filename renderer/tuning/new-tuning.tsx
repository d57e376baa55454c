import { getRouteApi } from "@tanstack/react-router";
import type { ServerStatus } from "../../main/contract/index.ts";
import { NotAnswering } from "../host/not-answering.tsx";
import { useRequest } from "../host/requests.ts";
import { useOverview, useServer } from "../host/topics.ts";
import { BlockedModel, startBlockedReason } from "../host/start-blocker.tsx";
import { takesConfigs } from "../host/capability.ts";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Field, Select } from "../ui/field.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { GoalForm } from "./search/goal-form.tsx";
import { TargetChoice } from "./target-choice.tsx";
import { TuningForm } from "./tuning-form.tsx";

const route = getRouteApi("/tuning/new");

const SUBTITLES = {
  search: "One goal: the search measures the most promising configurations and confirms the best.",
  manual: "Starts by measuring the baseline. Nothing changes until you choose a change.",
} as const;
type Mode = keyof typeof SUBTITLES;

export function NewTuning() {
  const server = useServer();
  const models = useOverview(server?.id)?.models ?? [];
  const ready = models.filter(({ state }) => state === "READY").map(({ name }) => name);
  const search = route.useSearch();
  const model = search.model ?? ready[0];
  const mode: Mode = search.mode ?? "search";
  const navigate = route.useNavigate();
  const show = (name: string | undefined, wanted: Mode) =>
    void navigate({
      to: "/tuning/new",
      search: {
        ...(name !== undefined && { model: name }),
        ...(wanted === "manual" && { mode: wanted }),
      },
      replace: true,
    });
  const names = [...new Set([...ready, ...(model ? [model] : [])])];
  const subject = models.find(({ name }) => name === model);
  const blocked = server?.state === "live" ? startBlockedReason(server, subject) : undefined;
  return (
    <Page title="Tune a model" subtitle={SUBTITLES[mode]}>
      <div className="flex flex-wrap items-end gap-6">
        {server && <TargetChoice server={server} />}
        <Field label="Model" className="w-80">
          {(control) => (
            <Select
              {...control}
              options={names.map((name) => ({ value: name, label: name }))}
              value={model ?? ""}
              onPick={(name) => show(name, mode)}
            />
          )}
        </Field>
        <Segmented
          label="Mode"
          options={[
            { value: "search", label: "Find the best" },
            { value: "manual", label: "Manual" },
          ]}
          value={mode}
          onPick={(picked) => show(model, picked)}
        />
      </div>
      {server?.state === "live" && !takesConfigs(server) && (
        <ErrorNotice
          title={`${server.name} does not accept configurations over its API`}
          error={
            new Error(
              "Tuning applies each change with the load call. Start the server with --model-control-mode=explicit.",
            )
          }
        />
      )}
      {server && subject && blocked !== undefined && (
        <BlockedModel blocked={blocked} model={subject} server={server} />
      )}
      {server && takesConfigs(server) && model && blocked === undefined && (
        <Suggested key={`${server.id} ${model}`} server={server} model={model} mode={mode} />
      )}
      {server && !model && server.state !== "live" && <NotAnswering server={server.name} />}
      {server?.state === "live" && !model && (
        <Card>
          <Empty title="No model is ready">Load a model to tune it.</Empty>
        </Card>
      )}
    </Page>
  );
}

interface SuggestedProps {
  readonly server: ServerStatus;
  readonly model: string;
  readonly mode: Mode;
}

function Suggested({ server, model, mode }: SuggestedProps) {
  const serverId = server.id;
  const answers = server.state === "live";
  const suggestion = useRequest("lab.suggest", { serverId, model }, { enabled: answers });
  const objective = useRequest("advisor.objective", { serverId, model });
  if (!answers && !suggestion.data) return <NotAnswering server={server.name} />;
  if (suggestion.error) {
    return <ErrorNotice title={`Can't generate load for ${model}`} error={suggestion.error} />;
  }
  if (!suggestion.data || objective.isPending) {
    return <p className="text-muted">Preparing a plan…</p>;
  }
  const p99Ms = objective.data?.p99Ms ?? null;
  const { plan, notes } = suggestion.data;
  if (mode === "search") return <GoalForm plan={plan} notes={notes} p99Ms={p99Ms} />;
  return (
    <TuningForm
      plan={plan}
      distinctIfRepeated={suggestion.data.distinctIfRepeated}
      notes={notes}
      p99Ms={p99Ms}
    />
  );
}
