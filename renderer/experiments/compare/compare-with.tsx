import { getRouteApi, Link } from "@tanstack/react-router";
import type { Experiment, ExperimentPlan } from "../../../main/contract/index.ts";
import { formatMoment } from "../../format/time.ts";
import { useRequest } from "../../host/requests.ts";
import { Card } from "../../ui/card.tsx";
import { Select } from "../../ui/field.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { useNow } from "../../ui/use-now.ts";
import { useExperiments } from "../../host/use-experiments.ts";
import { mainModel } from "../../figures/experiment-text.ts";
import { ExperimentComparison } from "./experiment-comparison.tsx";

const route = getRouteApi("/experiments/$id");
const NOTHING = 0;

/** Whether two measure the same kind of load, so that they are likely meant to be compared. */
const isAlike = (a: ExperimentPlan, b: ExperimentPlan) =>
  a.goal.kind === "sweep" && b.goal.kind === "sweep" && a.load.kind === b.load.kind;

/** Compares an experiment with the one chosen in the address, by default the previous one of the same model. */
export function CompareWith({ experiment }: { experiment: Experiment }) {
  const { id, plan, createdAt } = experiment;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow(60_000);
  const list = useExperiments(mainModel(plan)).data ?? [];
  const others = list.filter(
    (each) => each.id !== id && each.state !== "running" && each.steps > 0,
  );
  const previous = others
    .filter(
      (each) => each.createdAt < createdAt && each.state === "done" && isAlike(each.plan, plan),
    )
    .toSorted((a, b) => b.createdAt - a.createdAt)[0];
  const chosen = search.compare ?? previous?.id ?? NOTHING;
  const enabled = chosen !== NOTHING;
  const before = useRequest("lab.get", { id: chosen }, { enabled }).data;
  const { data, error } = useRequest(
    "lab.compare",
    { before: { id: chosen }, after: { id } },
    { enabled },
  );
  return (
    <>
      <Card
        title="Compared with"
        aside={
          <span className="flex items-center gap-3">
            <Select
              aria-label="Compare with"
              className="max-w-96"
              value={String(chosen)}
              onPick={(value) =>
                void navigate({
                  to: "/experiments/$id",
                  params: { id: String(id) },
                  search: { ...search, compare: Number(value) },
                  replace: true,
                  resetScroll: false,
                })
              }
              options={[
                {
                  value: String(NOTHING),
                  label: others.length === 0 ? "No other experiments yet" : "Nothing",
                },
                ...others.map((each) => ({
                  value: String(each.id),
                  label: `${each.name} (${formatMoment(each.createdAt, now)})`,
                })),
              ]}
            />
            {enabled && (
              <Link
                to="/experiments/compare"
                search={{ before: { id: chosen }, after: { id } }}
                className="text-accent underline underline-offset-2"
              >
                Steps and candidates
              </Link>
            )}
          </span>
        }
      >
        {!enabled && (
          <p className="px-4 py-3 text-muted">
            Change the configuration and run it again, or choose another experiment.
          </p>
        )}
      </Card>
      {error && <ErrorNotice title="Can't compare these experiments" error={error} />}
      {data && before && (
        <ExperimentComparison
          comparison={data}
          before={{ side: { id: chosen }, experiment: before }}
          after={{ side: { id }, experiment }}
        />
      )}
    </>
  );
}
