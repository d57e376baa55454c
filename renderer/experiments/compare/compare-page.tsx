import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowLeftRight } from "lucide-react";
import { useRequest } from "../../host/requests.ts";
import type { ExperimentSide } from "../../search.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ErrorNotice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { ComparedCurves } from "./compared-curves.tsx";
import { ComparisonView } from "./comparison-view.tsx";
import { ConfigurationDifference } from "./configuration-difference.tsx";
import { ExperimentSidePicker } from "./experiment-side-picker.tsx";
import { sideConfig, sideLabel } from "./side-text.ts";

const route = getRouteApi("/experiments/compare");

/** Any two experiments, or any steps or candidates of them, against each other. */
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
      {error && <ErrorNotice title="The two could not be compared" error={error} />}
      {data && left && right ? (
        <ComparisonView
          comparison={data}
          title={`${sideLabel(right, after)} against ${sideLabel(left, before)}`}
        />
      ) : (
        !error && (
          <Card>
            <Empty title={both ? "Comparing…" : "Choose an experiment on either side"} />
          </Card>
        )
      )}
      {left && right && isWhole(before) && isWhole(after) && (
        <ComparedCurves before={left} after={right} />
      )}
      {left && right && (
        <ConfigurationDifference
          before={{ label: sideLabel(left, before), text: sideConfig(left, before) }}
          after={{ label: sideLabel(right, after), text: sideConfig(right, after) }}
        />
      )}
    </Page>
  );
}

const isWhole = ({ step, candidate }: ExperimentSide) =>
  step === undefined && candidate === undefined;

function useSide({ id }: ExperimentSide) {
  return useRequest("lab.get", { id }, { enabled: id !== 0 }).data;
}
