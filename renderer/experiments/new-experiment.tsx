import { getRouteApi } from "@tanstack/react-router";
import type { ExperimentPlan, ModelOverview } from "../../main/contract/index.ts";
import { useRequest } from "../host/requests.ts";
import { useOverview, useServer } from "../host/topics.ts";
import { Card } from "../ui/card.tsx";
import { Field, Select } from "../ui/field.tsx";
import { ErrorNotice } from "../ui/notice.tsx";
import { Page } from "../ui/page.tsx";
import type { NewExperimentSearch } from "../search.ts";
import { PlanForm } from "./plan-form.tsx";

const route = getRouteApi("/experiments/new");

export function NewExperiment() {
  const server = useServer();
  const models = useOverview(server?.id)?.models ?? [];
  const ready = models.filter((each) => each.state === "READY");
  const { like, model: asked, ...given } = route.useSearch();
  const earlier = useRequest("lab.get", { id: like ?? 0 }, { enabled: like !== undefined });
  const model = asked ?? earlier.data?.plan.model ?? ready[0]?.name;
  const navigate = route.useNavigate();
  const names = [...new Set([...ready.map((each) => each.name), ...(model ? [model] : [])])];
  return (
    <Page
      title="New experiment"
      subtitle="Loads a model in a closed loop and measures throughput and latency at each concurrency."
    >
      <Card className="max-w-3xl px-5 py-4">
        <Field label="Model">
          {(control) => (
            <Select
              {...control}
              className="w-72"
              options={names.map((name) => ({ value: name, label: name }))}
              value={model ?? ""}
              onPick={(name) =>
                void navigate({ to: "/experiments/new", search: { model: name }, replace: true })
              }
            />
          )}
        </Field>
        {server && model && (
          <Suggested
            key={`${model} ${like} ${JSON.stringify(given)}`}
            serverId={server.id}
            overview={models.find((each) => each.name === model)}
            model={model}
            earlier={earlier.data?.plan}
            given={given}
          />
        )}
      </Card>
    </Page>
  );
}

interface SuggestedProps {
  readonly serverId: string;
  readonly model: string;
  readonly overview: ModelOverview | undefined;
  readonly earlier: ExperimentPlan | undefined;
  /** In place of what is suggested. */
  readonly given: Pick<NewExperimentSearch, "concurrencies" | "distinctInputs" | "batchSize">;
}

function Suggested({ serverId, model, overview, earlier, given }: SuggestedProps) {
  const { data, error } = useRequest("lab.suggest", { serverId, model }, { enabled: !earlier });
  const name = suggestedName(model, overview);
  if (earlier) return <PlanForm plan={earlier} name={name} notes={[]} />;
  if (data) {
    const { notes, ...plan } = data;
    return <PlanForm plan={withGiven(plan, given)} name={name} notes={notes} />;
  }
  if (error) {
    return (
      <div className="mt-4">
        <ErrorNotice title={`No load can be made for ${model}`} error={error} />
      </div>
    );
  }
  return <p className="mt-4 text-muted">Asking what fits the model…</p>;
}

function withGiven(plan: ExperimentPlan, given: SuggestedProps["given"]): ExperimentPlan {
  const { concurrencies, distinctInputs, batchSize } = given;
  return {
    ...plan,
    concurrencies: concurrencies ?? plan.concurrencies,
    distinctInputs: distinctInputs ?? plan.distinctInputs,
    batchSize: batchSize ?? plan.batchSize,
  };
}

function suggestedName(model: string, overview: ModelOverview | undefined): string {
  if (overview?.dynamicBatching === true) return `${model} with dynamic batching`;
  if (overview?.dynamicBatching === false) return `${model} without batching`;
  return model;
}
