import { Link } from "@tanstack/react-router";
import type { Comparison, TuningSession } from "../../main/contract/index.ts";
import { Badge } from "../ui/badge.tsx";
import { Card } from "../ui/card.tsx";
import { DataTable } from "../ui/data-table.tsx";
import { knobs, stepStates } from "./tuning-text.ts";
import { InvalidBadge } from "../figures/verdict.tsx";
import { formatCount, formatDuration } from "../format/numbers.ts";
import { useRequest } from "../host/requests.ts";

/** Changes tried, with results. */
export function Log({ session }: { session: TuningSession }) {
  const { steps, baseline, running } = session;
  return (
    <Card title="Log">
      <DataTable
        caption="Changes tried"
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

/** The result of a change, marked if invalid. */
function ComparedResult({ comparison }: { comparison: Comparison | null }) {
  if (!comparison) return "–";
  return (
    <span className="flex flex-wrap items-center gap-2">
      {comparison.invalid && <InvalidBadge invalid={1} of={1} />}
      {comparison.words}
    </span>
  );
}

interface BaselineResultProps {
  /** The experiment that measured it. */
  readonly id: number;
  /** It is being measured: there is no result yet. */
  readonly running: boolean;
}

/** Throughput and latency of the baseline. */
function BaselineResult({ id, running }: BaselineResultProps) {
  const { data } = useRequest("lab.get", { id }, { enabled: !running });
  const step = data?.steps[0];
  if (!step) return "–";
  const { p50, p99 } = step.response;
  const figures = [
    `${formatCount(step.inferencesPerSecond)} inf/s`,
    ...(p50 ? [`p50 ${formatDuration(p50.value)}`] : []),
    p99 ? `p99 ${formatDuration(p99.value)}` : "not enough samples for p99",
  ];
  return (
    <span className="flex flex-wrap items-center gap-2">
      <InvalidBadge invalid={step.verdict.verdict === "invalid" ? 1 : 0} of={1} />
      {figures.join(", ")}
    </span>
  );
}
