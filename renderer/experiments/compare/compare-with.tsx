import { getRouteApi, Link } from "@tanstack/react-router";
import type { Experiment, ExperimentPlan } from "../../../main/contract/index.ts";
import { formatMoment } from "../../format/time.ts";
import { useRequest } from "../../host/requests.ts";
import { Card } from "../../ui/card.tsx";
import { Select } from "../../ui/field.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { useNow } from "../../ui/use-now.ts";
import { useExperiments } from "../use-experiments.ts";
import { modelOf } from "../words.ts";
import { ComparedCurves } from "./compared-curves.tsx";
import { ComparisonView } from "./comparison-view.tsx";
import { ConfigurationDifference } from "./configuration-difference.tsx";

const route = getRouteApi("/experiments/$id");
const NOTHING = 0;

/** Whether two measure the same kind of thing, so that one is likely meant to be compared with the other. */
const isAlike = (a: ExperimentPlan, b: ExperimentPlan) =>
  a.goal.kind === "sweep" && b.goal.kind === "sweep" && a.load.kind === b.load.kind;

/** An experiment beside another: the one chosen in the address, by default the one before of the same model. */
export function CompareWith({ experiment }: { experiment: Experiment }) {
  const { id, plan, createdAt } = experiment;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow(60_000);
  const list = useExperiments(modelOf(plan)).data ?? [];
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
                  label: others.length === 0 ? "No other yet" : "Nothing",
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
            Measure again after a change, or choose another experiment, to see what it made of it.
          </p>
        )}
      </Card>
      {error && <ErrorNotice title="The two could not be compared" error={error} />}
      {data && before && (
        <ComparisonView comparison={data} title={`${experiment.name} against ${before.name}`} />
      )}
      {before && <ComparedCurves before={before} after={experiment} />}
      {before && before.environment.configText !== experiment.environment.configText && (
        <ConfigurationDifference
          before={{ label: before.name, text: before.environment.configText }}
          after={{ label: experiment.name, text: experiment.environment.configText }}
        />
      )}
    </>
  );
}
