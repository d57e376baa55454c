import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { ExperimentPlan, ModelOverview, ServerStatus } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useObserved, useOverview, useServer, useServers } from "../host/topics.ts";
import { BlockedModel, startBlockedReason } from "../host/start-blocker.tsx";
import type { NewExperimentSearch } from "../search.ts";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { Field, Select } from "../ui/field.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import { NotAnswering } from "../host/not-answering.tsx";
import { PlanForm } from "./plan/plan-form.tsx";
import { planAgain, randomSeed, suggestedName, withOtherContents } from "./plan/plan-again.ts";
import { withGiven } from "./plan/with-given.ts";
import { mainModel } from "../figures/experiment-text.ts";

const route = getRouteApi("/experiments/new");

export function NewExperiment() {
  const server = useServer();
  const models = useOverview(server?.id)?.models ?? [];
  const observed = useObserved(server?.id)?.models ?? [];
  const ready = [
    ...models.filter((each) => each.state === "READY").map(({ name }) => name),
    ...observed.filter(({ state }) => state === "ready").map(({ name }) => name),
  ];
  const { like, model: asked, ...given } = route.useSearch();
  const earlier = useRequest("lab.get", { id: like ?? 0 }, { enabled: like !== undefined });
  const model = asked ?? (earlier.data && mainModel(earlier.data.plan)) ?? ready[0];
  const navigate = route.useNavigate();
  const names = [...new Set([...ready, ...(model ? [model] : [])])];
  const subject =
    models.find(({ name }) => name === model) ?? observed.find(({ name }) => name === model);
  const blocked = server?.state === "live" ? startBlockedReason(server, subject) : undefined;
  return (
    <Page
      title="New experiment"
      subtitle="Sends load to a model in an open or a closed loop, and measures what clients see. Ready to run."
      actions={
        <Field label="Model" className="!flex-row items-center gap-2">
          {(control) => (
            <Select
              {...control}
              className="w-60"
              options={names.map((name) => ({ value: name, label: name }))}
              value={model ?? ""}
              onPick={(name) =>
                void navigate({ to: "/experiments/new", search: { model: name }, replace: true })
              }
            />
          )}
        </Field>
      }
    >
      {earlier.error && (
        <ErrorNotice title="Can't read the experiment to start from" error={earlier.error} />
      )}
      {server && subject && blocked !== undefined && (
        <BlockedModel blocked={blocked} model={subject} server={server} />
      )}
      {server && model && blocked === undefined && !(like !== undefined && earlier.isPending) && (
        <Suggested
          key={`${server.id} ${model} ${like} ${JSON.stringify(given)}`}
          server={server}
          overview={models.find((each) => each.name === model)}
          model={model}
          models={names}
          earlier={earlier.data?.plan}
          given={given}
        />
      )}
      {server && !model && server.state !== "live" && <NotAnswering server={server.name} />}
      {server?.state === "live" && !model && (
        <Card>
          <Empty title="No model is loaded">Load a model to send requests to.</Empty>
        </Card>
      )}
    </Page>
  );
}

interface SuggestedProps {
  readonly server: ServerStatus;
  readonly model: string;
  readonly models: readonly string[];
  readonly overview: ModelOverview | undefined;
  readonly earlier: ExperimentPlan | undefined;
  /** Replaces the suggested values. */
  readonly given: Omit<NewExperimentSearch, "model" | "like">;
}

function Suggested({ server, model, models, overview, earlier, given }: SuggestedProps) {
  const serverId = server.id;
  const answers = server.state === "live";
  const { data, error } = useRequest(
    "lab.suggest",
    { serverId, model },
    { enabled: !earlier && answers },
  );
  const name =
    given.goal === "compare" ? `${model}: configurations` : suggestedName(model, overview);
  const servers = useServers() ?? [];
  const [seed] = useState(randomSeed);
  if (earlier) {
    // An imported experiment, or one of a removed server, is repeated on the current server.
    const known = servers.some(({ id }) => id === earlier.serverId);
    const plan = planAgain(earlier, known ? earlier.serverId : serverId, seed);
    return <PlanForm plan={plan} name={name} notes={[]} models={models} />;
  }
  if (data) {
    const plan = withGiven(withOtherContents(data.plan, seed), given, data.distinctIfRepeated);
    return (
      <PlanForm
        plan={plan}
        name={name}
        notes={data.notes}
        models={models}
        sizes={data.sizes}
        predicted={given.predicted}
      />
    );
  }
  if (!answers) return <NotAnswering server={server.name} />;
  if (error) return <ErrorNotice title={`Can't generate load for ${model}`} error={error} />;
  return <p className="text-muted">Preparing a plan for the model…</p>;
}
