import { lazy, Suspense, useState } from "react";
import type {
  Experiment,
  ExperimentComparison as Compared,
  LoadComparison,
} from "../../../main/contract/index.ts";
import { IntervalBars } from "../../charts/interval-bars.tsx";
import type { ExperimentSide } from "../../search.ts";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { loadWithUnit, mainModel } from "../../figures/experiment-text.ts";
import { figureRows } from "../../figures/comparison/figure-rows.ts";
import { FigureTable } from "../../figures/comparison/figure-table.tsx";
import { loadLabel, LoadTable } from "./load-table.tsx";
import { Mismatches } from "../../figures/comparison/mismatches.tsx";
import { sideConfig, sideLabel } from "./side-text.ts";
import { WhatChanged } from "./what-changed.tsx";
import { LabCurve } from "../../charts/lab-curve.tsx";
import { chartColor } from "../../figures/colors.ts";
import { boundAt } from "../result/bound.ts";
import { makeCurve, drawablePercentile } from "../result/step-curve.ts";
import { invalidMark } from "../result/mark.ts";
import { useKnee } from "../result/use-knee.ts";

interface Side {
  readonly side: ExperimentSide;
  readonly experiment: Experiment;
}

interface ExperimentComparisonProps {
  readonly comparison: Compared;
  readonly before: Side;
  readonly after: Side;
}

/** Compares two experiments or parts of them: the result in sentences, changes, both curves, and every figure by load. */
export function ExperimentComparison({ comparison, before, after }: ExperimentComparisonProps) {
  const { loads, unlike, changes } = comparison;
  const [picked, setPicked] = useState<number | null>(null);
  const selected = picked !== null && picked < loads.length ? picked : mostChanged(loads);
  const load = loads[selected];
  const invalid = load !== undefined && (load.invalid.before || load.invalid.after);
  const rows = load ? figureRows(load.figures, invalid) : [];
  const texts = [before, after].map(({ experiment, side }) => sideConfig(experiment, side));
  const curves = isWhole(before) && isWhole(after) && isCurve(before) && isCurve(after);
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <Card
          title={`${sideLabel(after.experiment, after.side)} against ${sideLabel(before.experiment, before.side)}`}
        >
          <div className="flex flex-col gap-3 px-5 py-4">
            <Result comparison={comparison} />
            <NotComparable comparison={comparison} />
            <Mismatches unlike={unlike} />
          </div>
        </Card>
        <WhatChanged
          changes={changes}
          sameText={texts[0] === texts[1]}
          model={mainModel(after.experiment.plan)}
        />
      </div>
      {loads.length > 0 && (
        <Card title="Load by load">
          <LoadTable loads={loads} selected={selected} onSelect={setPicked} />
        </Card>
      )}
      <div className="grid grid-cols-1 items-start gap-4 [&>*]:min-w-0 xl:grid-cols-2">
        {curves && <ComparedCurves before={before.experiment} after={after.experiment} />}
        {load && rows.length > 0 && (
          <IntervalBars
            title={`Change at ${loadLabel(load)}`}
            about="Relative change of each figure, with its 95 % confidence interval."
            mark={invalid ? "Invalid" : undefined}
            rows={rows}
          />
        )}
      </div>
      {load && (
        <Card
          title={`All figures at ${loadLabel(load)}`}
          aside={
            loads.length > 1 && (
              <Segmented
                label="Load"
                options={loads.map((each, index) => ({
                  value: String(index),
                  label: loadLabel(each),
                }))}
                value={String(selected)}
                onPick={(index) => setPicked(Number(index))}
              />
            )
          }
        >
          <FigureTable figures={load.figures} invalid={invalid} />
        </Card>
      )}
      {texts[0] !== texts[1] && (
        <ConfigurationDifference
          before={{ label: sideLabel(before.experiment, before.side), text: texts[0] ?? "" }}
          after={{ label: sideLabel(after.experiment, after.side), text: texts[1] ?? "" }}
        />
      )}
    </>
  );
}

/** The first sentence stands out: it states the largest change, or that nothing changed significantly. */
function Result({ comparison: { sentences, invalid } }: { comparison: Compared }) {
  const [first, ...others] = invalid ? sentences.slice(0, -1) : sentences;
  return (
    <>
      <div data-testid="comparison-words" className="flex flex-col gap-1">
        <p className="font-semibold text-lg leading-7">{withWholeIntervals(first ?? "")}</p>
        {others.map((sentence) => (
          <p key={sentence}>{withWholeIntervals(sentence)}</p>
        ))}
      </div>
      {invalid && (
        <Notice tone="bad" title={sentences.at(-1)}>
          The pages of the experiments list the reasons.
        </Notice>
      )}
    </>
  );
}

/** No line breaks within an interval in parentheses. */
function withWholeIntervals(sentence: string) {
  return sentence.split(/(\([^)]*\)[.,;]?)/).map((part, index) =>
    part.startsWith("(") ? (
      <span key={`${index} ${part}`} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** Loads that only one side measured. */
function NotComparable({ comparison }: { comparison: Compared }) {
  const { loads, onlyBefore, onlyAfter } = comparison;
  if (loads.length === 0 || onlyBefore.length + onlyAfter.length === 0) return null;
  const named = (all: Compared["onlyBefore"]) =>
    all.map((load) => loadWithUnit({ load })).join(", ");
  const sides = [
    ...(onlyBefore.length > 0 ? [`${named(onlyBefore)} only before`] : []),
    ...(onlyAfter.length > 0 ? [`${named(onlyAfter)} only after`] : []),
  ];
  return <p className="text-muted">Not comparable: {sides.join("; ")}.</p>;
}

/** The load with the largest significant change; without one, the heaviest load. */
function mostChanged(loads: readonly LoadComparison[]): number {
  const sizes = loads.map(({ figures, invalid }) =>
    figures.reduce((most, { share, verdict }) => {
      const counts =
        share && !invalid.before && !invalid.after && (verdict === "better" || verdict === "worse");
      return counts ? Math.max(most, Math.abs(Math.log1p(share.value))) : most;
    }, 0),
  );
  const largest = Math.max(0, ...sizes);
  return largest === 0 ? loads.length - 1 : sizes.indexOf(largest);
}

const isWhole = ({ side: { step, candidate } }: Side) =>
  step === undefined && candidate === undefined;

/** Replicates of candidates don't form a curve over loads. */
const isCurve = ({ experiment: { plan } }: Side) => plan.goal.kind !== "compare";

const TextDiff = lazy(async () => ({
  default: (await import("../../ui/pbtxt/text-diff.tsx")).TextDiff,
}));

interface SideText {
  readonly label: string;
  readonly text: string;
}

/** The configurations that two sides ran with. */
function ConfigurationDifference({ before, after }: { before: SideText; after: SideText }) {
  return (
    <Card title="Configuration difference">
      <div className="p-4">
        <Suspense fallback={<p className="text-muted">Loading…</p>}>
          <TextDiff before={before.text} after={after.text} labels={[before.label, after.label]} />
        </Suspense>
      </div>
    </Card>
  );
}

interface ComparedCurvesProps {
  readonly before: Experiment;
  readonly after: Experiment;
}

/** Latency against throughput of two experiments in one chart, the earlier one dashed. */
function ComparedCurves({ before, after }: ComparedCurvesProps) {
  const kneeBefore = useKnee(before);
  const kneeAfter = useKnee(after);
  const percentile = drawablePercentile({ steps: [...before.steps, ...after.steps] });
  return (
    <LabCurve
      title="Latency against throughput of both"
      about="Each point is a step, with the 95 % interval of its latency. Further to the right and further down is better."
      mark={invalidMark([...before.steps, ...after.steps])}
      yTitle={`${percentile} response time`}
      series={[
        makeCurve(before, percentile, { color: chartColor(6), dashed: true, kneeStep: kneeBefore }),
        makeCurve(after, percentile, { color: chartColor(1), kneeStep: kneeAfter }),
      ]}
      bound={boundAt(after.plan, percentile)}
    />
  );
}
