import { getRouteApi } from "@tanstack/react-router";
import type { ServerStatus } from "../../main/contract/index.ts";
import { NotAnswering } from "../experiments/not-answering.tsx";
import { useRequest } from "../host/requests.ts";
import { useOverview, useServer } from "../host/topics.ts";
import { BlockedModel, startBlockedReason } from "../host/start-blocker.tsx";
import { takesConfigs } from "../host/capability.ts";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Field, Select } from "../ui/field.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { TuningForm } from "./tuning-form.tsx";

const route = getRouteApi("/tuning/new");

export function NewTuning() {
  const server = useServer();
  const models = useOverview(server?.id)?.models ?? [];
  const ready = models.filter(({ state }) => state === "READY").map(({ name }) => name);
  const model = route.useSearch().model ?? ready[0];
  const navigate = route.useNavigate();
  const names = [...new Set([...ready, ...(model ? [model] : [])])];
  const subject = models.find(({ name }) => name === model);
  const blocked = server?.state === "live" ? startBlockedReason(server, subject) : undefined;
  return (
    <Page
      title="Tune a model"
      subtitle="Starts by measuring the baseline. Nothing changes until you choose a change."
    >
      <Field label="Model" className="max-w-80">
        {(control) => (
          <Select
            {...control}
            options={names.map((name) => ({ value: name, label: name }))}
            value={model ?? ""}
            onPick={(name) =>
              void navigate({ to: "/tuning/new", search: { model: name }, replace: true })
            }
          />
        )}
      </Field>
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
        <Suggested key={`${server.id} ${model}`} server={server} model={model} />
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

function Suggested({ server, model }: { server: ServerStatus; model: string }) {
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
  return (
    <TuningForm
      plan={suggestion.data.plan}
      distinctIfRepeated={suggestion.data.distinctIfRepeated}
      notes={suggestion.data.notes}
      p99Ms={objective.data?.p99Ms ?? null}
    />
  );
}
