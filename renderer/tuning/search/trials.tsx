import {
  describeExcluded,
  outcomeText,
  pointText,
  type MeasuredTrial,
  type TuningSearch,
} from "../../../main/contract/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";

/** Measurements in order, with prediction and reason. */
export function Trials({ search: { measured, excluded = [] } }: { search: TuningSearch }) {
  return (
    <Card title="Measurements">
      <DataTable
        caption="Measurements of the search"
        columns={[
          { key: "number", head: "No.", numeric: true },
          { key: "point", head: "Configuration and load" },
          { key: "predicted", head: "Predicted" },
          { key: "measured", head: "Measured" },
          { key: "reason", head: "Why" },
        ]}
        rows={measured.map((trial) => ({
          key: trial.number,
          cells: [
            trial.number,
            pointText(trial.point),
            outcomeText(trial.predicted),
            <Measured key="measured" trial={trial} />,
            trial.reason,
          ],
        }))}
      />
      {excluded.map((each) => (
        <p key={each.reason} className="px-4 py-2 text-muted">
          {describeExcluded(each)}
        </p>
      ))}
    </Card>
  );
}

function Measured({
  trial: { outcome, problem, violation, endedEarly },
}: {
  trial: MeasuredTrial;
}) {
  if (problem === null && !violation && !endedEarly)
    return <>{outcome ? outcomeText(outcome) : "–"}</>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {outcome && outcomeText(outcome)}
      {endedEarly && (
        <Badge tone="neutral" hint={endedEarly}>
          Ended early
        </Badge>
      )}
      {problem !== null && (
        <Badge tone={outcome ? "warn" : "bad"} hint={problem}>
          {outcome ? "Invalid" : "Failed"}
        </Badge>
      )}
      {violation && (
        <Badge tone="warn" hint={violation.text}>
          Not offered
        </Badge>
      )}
    </span>
  );
}
