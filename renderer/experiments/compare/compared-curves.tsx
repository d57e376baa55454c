import type { Experiment } from "../../../main/contract/index.ts";
import { LabCurve } from "../../charts/lab-curve.tsx";
import { chartColor } from "../../figures/colors.ts";
import { boundAt } from "../result/bound.ts";
import { curveOf, drawablePercentile } from "../result/curve-of.ts";
import { invalidMark } from "../result/mark.ts";
import { useKnee } from "../result/use-knee.ts";

interface ComparedCurvesProps {
  readonly before: Experiment;
  readonly after: Experiment;
}

/** Latency against throughput of two experiments in one chart, the earlier one dashed. */
export function ComparedCurves({ before, after }: ComparedCurvesProps) {
  const kneeBefore = useKnee(before);
  const kneeAfter = useKnee(after);
  const percentile = drawablePercentile({ steps: [...before.steps, ...after.steps] });
  return (
    <LabCurve
      title="Latency against throughput, both"
      about="Each point is a step, with the 95 % interval of its latency. Further to the right and further down is better."
      mark={invalidMark([...before.steps, ...after.steps])}
      yTitle={`${percentile} response time`}
      series={[
        curveOf(before, percentile, { color: chartColor(6), dashed: true, kneeStep: kneeBefore }),
        curveOf(after, percentile, { color: chartColor(1), kneeStep: kneeAfter }),
      ]}
      bound={boundAt(after.plan, percentile)}
    />
  );
}
