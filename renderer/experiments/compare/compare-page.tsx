import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowLeftRight } from "lucide-react";
import { useRequest } from "../../host/requests.ts";
import type { ExperimentSide } from "../../search.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { EndedEarly } from "../ended-early.tsx";
import { UnderWay } from "../under-way.tsx";
import { isUnderWay } from "../use-progress.ts";
import { ExperimentComparison } from "./experiment-comparison.tsx";
import { ExperimentSidePicker } from "./experiment-side-picker.tsx";

const route = getRouteApi("/experiments/compare");

/** Compares any two experiments, or steps or candidates of them, also while the second runs. */
export function CompareExperiments() {
  const { before, after } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (search: { before: ExperimentSide; after: ExperimentSide }) =>
    void navigate({ to: "/experiments/compare", search, replace: true });
  const both = before.id !== 0 && after.id !== 0;
  const { data, error } = useRequest("lab.compare", { before, after }, { enabled: both });
  const left = useSide(before);
  const right = useSide(after);
  return (
    <Page
      title="Compare experiments"
      subtitle={
        <Link to="/experiments" className="text-accent underline underline-offset-2">
          All experiments
        </Link>
      }
      actions={
        <Button onClick={() => show({ before: after, after: before })}>
          <ArrowLeftRight aria-hidden="true" />
          Swap
        </Button>
      }
    >
      <div className="grid grid-cols-2 gap-4">
        <ExperimentSidePicker
          title="Before"
          side={before}
          experiment={left}
          onPick={(side) => show({ before: side, after })}
        />
        <ExperimentSidePicker
          title="After"
          side={after}
          experiment={right}
          onPick={(side) => show({ before, after: side })}
        />
      </div>
      {right && isUnderWay(right) && <UnderWay experiment={right} />}
      {right && !isUnderWay(right) && right.state !== "done" && <EndedEarly experiment={right} />}
      {data && left && right ? (
        <ExperimentComparison
          comparison={data}
          before={{ side: before, experiment: left }}
          after={{ side: after, experiment: right }}
        />
      ) : (
        <NothingYet both={both} error={error} underWay={right !== undefined && isUnderWay(right)} />
      )}
    </Page>
  );
}

interface NothingYetProps {
  readonly both: boolean;
  readonly error: Error | null;
  readonly underWay: boolean;
}

/** Shown before there is a comparison. */
function NothingYet({ both, error, underWay }: NothingYetProps) {
  if (error && !underWay)
    return <ErrorNotice title="Can't compare these experiments" error={error} />;
  const waiting = underWay ? "The comparison opens with the first result" : "Comparing…";
  return (
    <Card>
      <Empty title={both ? waiting : "Choose an experiment on each side"} />
    </Card>
  );
}

function useSide({ id }: ExperimentSide) {
  return useRequest("lab.get", { id }, { enabled: id !== 0 }).data;
}
