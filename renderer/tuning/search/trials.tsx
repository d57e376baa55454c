import {
  outcomeText,
  pointText,
  type MeasuredTrial,
  type TuningSearch,
} from "../../../main/contract/index.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";

/** What was measured, in order, with its prediction and the reason. */
export function Trials({ search: { measured } }: { search: TuningSearch }) {
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
    </Card>
  );
}

function Measured({ trial: { outcome, problem } }: { trial: MeasuredTrial }) {
  if (problem === null) return <>{outcome ? outcomeText(outcome) : "–"}</>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {outcome && outcomeText(outcome)}
      <Badge tone={outcome ? "warn" : "bad"} hint={problem}>
        {outcome ? "Invalid" : "Failed"}
      </Badge>
    </span>
  );
}
