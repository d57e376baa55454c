import { Link } from "@tanstack/react-router";
import { FlaskConical, GitCompareArrows } from "lucide-react";
import { ExperimentTable } from "../experiments/experiment-table.tsx";
import { useExperiments } from "../experiments/use-experiments.ts";
import { buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { ErrorNotice } from "../ui/notice.tsx";

/** The experiments of one model. */
export function ModelExperiments({ model }: { model: string }) {
  const { data, error } = useExperiments(model);
  if (error) return <ErrorNotice title="The experiments could not be read" error={error} />;
  if (!data) return <p className="text-muted">Reading the experiments…</p>;
  return (
    <Card
      title="Experiments"
      aside={
        <Link
          to="/experiments/new"
          search={{ model, goal: "compare" }}
          className={buttonClass("secondary")}
        >
          <GitCompareArrows aria-hidden="true" />
          Compare configurations
        </Link>
      }
    >
      {data.length > 0 ? (
        <ExperimentTable experiments={data} ofOneModel />
      ) : (
        <Empty
          icon={<FlaskConical aria-hidden="true" />}
          title={`No experiments with ${model} yet`}
          action={
            <Link to="/experiments/new" search={{ model }} className={buttonClass("primary")}>
              New experiment
            </Link>
          }
        >
          Measure it as it is, change its configuration, measure again, and compare.
        </Empty>
      )}
    </Card>
  );
}
