import { Link } from "@tanstack/react-router";
import type { TuningSession } from "../../main/contract/index.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { BaselineResult, ComparedResult } from "./log-result.tsx";
import { knobs, stepStates } from "./tuning-text.ts";

/** What was tried, with results. */
export function Log({ session }: { session: TuningSession }) {
  const { steps, baseline, running } = session;
  return (
    <Card title="Log">
      <DataTable
        caption="What was tried"
        columns={[
          { key: "number", head: "#", numeric: true },
          { key: "change", head: "Change" },
          { key: "knob", head: "Knob" },
          { key: "result", head: "Result" },
          { key: "decision", head: "Decision" },
          { key: "experiment", head: "Experiment", numeric: true },
        ]}
        rows={[
          {
            key: "baseline",
            cells: [
              "0",
              "Baseline",
              "",
              baseline !== null && (
                <BaselineResult key="result" id={baseline} running={running === baseline} />
              ),
              "",
              experimentLink(baseline),
            ],
          },
          ...steps.map(({ id, proposal, comparison, state, experiment }, index) => ({
            key: id,
            cells: [
              index + 1,
              proposal.title,
              knobs[proposal.knob],
              <ComparedResult key="result" comparison={comparison} />,
              <Badge key="state" tone={stepStates[state].tone}>
                {stepStates[state].words}
              </Badge>,
              experimentLink(experiment),
            ],
          })),
        ]}
      />
    </Card>
  );
}

function experimentLink(id: number | null) {
  if (id === null) return "–";
  return (
    <Link
      to="/experiments/$id"
      params={{ id: String(id) }}
      className="text-accent underline underline-offset-2"
    >
      {id}
    </Link>
  );
}
