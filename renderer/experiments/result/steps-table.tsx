import { getRouteApi, Link } from "@tanstack/react-router";
import {
  type Experiment,
  type ExperimentPlan,
  type ExperimentStep,
  formatLimits,
  goodputLimits,
  isChatPlan,
  isStreamedPlan,
  type OutcomeCounts,
} from "../../../main/contract/index.ts";
import { formatCount, formatDuration } from "../../format/numbers.ts";
import { Card } from "../../ui/card.tsx";
import { cx } from "../../ui/classes.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { VerdictBadge } from "../../figures/verdict.tsx";
import { countFailures, stepName } from "../../figures/experiment-text.ts";
import { STEP_DETAIL } from "./step-detail.tsx";
import { PercentileValue } from "./percentile-value.tsx";

const route = getRouteApi("/experiments/$id");
const always = ["p50", "p90", "p95", "p99"] as const;

interface StepsTableProps {
  readonly experiment: Experiment;
  /** The step shown in detail. */
  readonly selected: number | null;
}

/** The client's figures of each step. */
export function StepsTable({ experiment, selected }: StepsTableProps) {
  const { id, plan, steps, state } = experiment;
  const running = state === "running";
  const { compare } = route.useSearch();
  // Columns that no step supports are left out, except the p99, which says so.
  const percentiles = steps.some(({ response }) => response.p999)
    ? ([...always, "p999"] as const)
    : always;
  const unit = isChatPlan(plan) ? "req/s" : "inf/s";
  const bounded = plan.objective !== null;
  const open = plan.load.kind !== "concurrency";
  return (
    <Card
      title="What the client saw"
      aside={
        <span className="text-muted text-xs">
          Exact: response times, from the instant a request was due to the last byte of its response
        </span>
      }
    >
      <DataTable
        caption="Throughput and latency by step"
        columns={[
          { key: "load", head: "Step" },
          { key: "verdict", head: "Verdict" },
          { key: "throughput", head: "Throughput", numeric: true },
          ...(bounded
            ? [
                {
                  key: "goodput",
                  head: goodputHead(plan),
                  numeric: true,
                },
              ]
            : []),
          ...percentiles.map((key) => ({
            key,
            head: key === "p999" ? "p99.9" : key,
            numeric: true,
          })),
          { key: "failures", head: "Failures", numeric: true },
          { key: "seconds", head: "Measured", numeric: true },
        ]}
        rows={steps.map((step, index) => ({
          key: index,
          cells: [
            <Link
              key="load"
              to="/experiments/$id"
              params={{ id: String(id) }}
              search={{ compare, step: index }}
              replace
              resetScroll={false}
              onClick={showStep}
              aria-current={selected === index || undefined}
              data-hint="Shows its details below."
              className="whitespace-nowrap font-semibold hover:text-accent hover:underline aria-[current]:text-accent"
            >
              {stepName(experiment, step)}
            </Link>,
            <VerdictBadge key="verdict" verdict={step.verdict} />,
            withUnit(step.inferencesPerSecond, unit),
            ...(bounded ? [<Kept key="goodput" step={step} plan={plan} unit={unit} />] : []),
            ...percentiles.map((name) => (
              <PercentileValue
                key={name}
                response={step.response[name]}
                service={open ? step.service[name] : undefined}
                mayReadHighMs={possibleErrorMs(step, name)}
              />
            )),
            <Failed key="failures" step={step} />,
            <Measured key="seconds" step={step} underWay={running && index === steps.length - 1} />,
          ],
        }))}
      />
    </Card>
  );
}

/** Several limits take too much room for a head: the cells' hints name them. */
function goodputHead({ objective }: ExperimentPlan): string {
  if (!objective || goodputLimits(objective).length > 1) return "Goodput";
  return `${objective.of === "firstToken" ? "First token " : ""}≤ ${objective.boundMs} ms`;
}

/** The largest possible error of a percentile in the verdict, ms; 0 if it states none. */
function possibleErrorMs({ verdict }: ExperimentStep, name: string): number {
  const stated = verdict.reasons.map(
    ({ mayReadHighMs }) => mayReadHighMs?.[name as keyof typeof mayReadHighMs] ?? 0,
  );
  return Math.max(0, ...stated);
}

/** Scrolls to the step's details. */
function showStep() {
  requestAnimationFrame(() =>
    document.getElementById(STEP_DETAIL)?.scrollIntoView({ behavior: "smooth" }),
  );
}

const withUnit = (value: number, unit: string) => (
  <span>
    {formatCount(value)} <span className="text-muted text-xs">{unit}</span>
  </span>
);

const results = { kept: "kept", missed: "missed", undecided: "not certain" };

interface KeptProps {
  readonly step: ExperimentStep;
  readonly plan: ExperimentPlan;
  readonly unit: string;
}

/** The share that met the objective, and whether that is certain. */
function Kept({ step, plan, unit }: KeptProps) {
  const { goodput, certificate } = step;
  const limits =
    isStreamedPlan(plan) && plan.objective ? formatLimits(goodputLimits(plan.objective)) : null;
  return (
    <span className="flex flex-col items-end leading-4">
      <span data-hint={`Goodput: responses within ${limits ?? "the objective"}.`}>
        {goodput === null ? "–" : withUnit(goodput, unit)}
      </span>
      {certificate && (
        <span
          data-hint={certificate.words}
          className={cx(
            "text-xs",
            certificate.result === "kept" && "text-good",
            certificate.result === "missed" && "text-bad",
            certificate.result === "undecided" && "text-muted",
          )}
        >
          {results[certificate.result]}
        </span>
      )}
    </span>
  );
}

function Failed({ step }: { step: ExperimentStep }) {
  const words = formatOutcomes(step.outcomes);
  return (
    <span className="flex flex-col items-end">
      <span className={words.length > 0 ? "text-bad" : ""}>{formatCount(countFailures(step))}</span>
      {words.map((each) => (
        <span key={each} className="text-muted text-xs">
          {each}
        </span>
      ))}
    </span>
  );
}

function Measured({ step, underWay }: { step: ExperimentStep; underWay: boolean }) {
  return (
    <span className="flex flex-col items-end whitespace-nowrap">
      {formatDuration(step.seconds * 1000)}
      {!step.complete && (
        <span className="text-muted text-xs">{underWay ? "so far" : "cut short"}</span>
      )}
    </span>
  );
}

const names: readonly (readonly [keyof OutcomeCounts, string])[] = [
  ["rejected", "rejected"],
  ["timedOut", "timed out"],
  ["cancelled", "cancelled"],
  ["failed", "failed"],
  ["wrong", "wrong response"],
  ["unfinished", "unfinished"],
];

/** Outcomes of unsuccessful requests that occurred: "12 rejected". */
function formatOutcomes(outcomes: OutcomeCounts): string[] {
  return names.flatMap(([key, words]) =>
    outcomes[key] > 0 ? [`${formatCount(outcomes[key])} ${words}`] : [],
  );
}
