import { Link } from "@tanstack/react-router";
import { FlaskConical, GitCompareArrows } from "lucide-react";
import type { ReactNode } from "react";
import { ExperimentTable } from "./experiment-table.tsx";
import { RunAgain } from "./run-again.tsx";
import { useExperiments } from "../host/use-experiments.ts";
import type { NewExperimentSearch } from "../search.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Empty } from "../ui/empty.tsx";
import { ErrorNotice } from "../ui/notice.tsx";

interface ModelExperimentsProps {
  readonly model: string;
  /** Why no experiment can be started with it; undefined if it can. */
  readonly blocked: string | undefined;
}

/** The experiments of one model. */
export function ModelExperiments({ model, blocked }: ModelExperimentsProps) {
  const { data, error } = useExperiments(model);
  if (error) return <ErrorNotice title="Can't read the experiments" error={error} />;
  if (!data) return <p className="text-muted">Reading the experiments…</p>;
  const latest = data
    .filter(({ state, plan }) => state === "done" && plan.goal.kind !== "compare")
    .toSorted((a, b) => b.createdAt - a.createdAt)[0];
  return (
    <Card
      title="Experiments"
      aside={
        <span className="flex flex-wrap items-center gap-2">
          {latest && blocked === undefined && (
            <RunAgain experiment={latest} look="secondary" label={`Run “${latest.name}” again`} />
          )}
          <StartLink
            search={{ model, goal: "compare" }}
            blocked={blocked}
            icon={<GitCompareArrows aria-hidden="true" />}
          >
            Compare configurations
          </StartLink>
        </span>
      }
    >
      {data.length > 0 ? (
        <ExperimentTable experiments={data} ofOneModel />
      ) : (
        <Empty
          icon={<FlaskConical aria-hidden="true" />}
          title={`No experiments with ${model} yet`}
          action={
            <StartLink search={{ model }} blocked={blocked} look="primary">
              New experiment
            </StartLink>
          }
        >
          Measure it, change its configuration, measure again, and compare.
        </Empty>
      )}
    </Card>
  );
}

interface StartLinkProps {
  readonly search: NewExperimentSearch;
  readonly blocked: string | undefined;
  readonly look?: "primary" | "secondary";
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

function StartLink({ search, blocked, look = "secondary", icon, children }: StartLinkProps) {
  if (blocked !== undefined)
    return (
      <Button look={look} disabled data-hint={blocked}>
        {icon}
        {children}
      </Button>
    );
  return (
    <Link to="/experiments/new" search={search} className={buttonClass(look)}>
      {icon}
      {children}
    </Link>
  );
}
