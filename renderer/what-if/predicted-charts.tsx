import type {
  WhatIfBand,
  WhatIfCurve,
  WhatIfLoad,
  WhatIfPrediction,
} from "../../main/contract/index.ts";
import { BatchChart } from "../charts/batch-chart.tsx";
import { LabCurve } from "../charts/lab-curve.tsx";
import type { CurvePoint, CurveSeries } from "../charts/lab-curve-data.ts";
import { formatLoad } from "./what-if-text.ts";

interface PredictedCurveProps {
  /** Curves of the active configuration, and of the changed one if any. */
  readonly curves: readonly WhatIfCurve[];
  readonly predictions: readonly WhatIfPrediction[];
  readonly load: WhatIfLoad;
}

const NAMES = ["Active configuration", "Changed configuration"];
const COLORS = ["var(--color-chart-6)", "var(--color-chart-1)"];

const interval = ({ low, high }: WhatIfBand) => (high === null ? {} : { low, high });

/** p99 against throughput, with the scenario's load marked. */
export function PredictedCurve({ curves, predictions, load }: PredictedCurveProps) {
  const lines = curves.map((points, index): CurveSeries => {
    const isActive = index === 0;
    return {
      key: NAMES[index] ?? "",
      label: NAMES[index] ?? "",
      color: (curves.length === 1 ? COLORS[1] : COLORS[index]) ?? "",
      dashed: isActive && curves.length > 1,
      points: points.map(
        (point): CurvePoint => ({
          x: point.throughput,
          y: point.p99Ms.value,
          ...interval(point.p99Ms),
          label: formatLoad(point.load),
        }),
      ),
    };
  });
  const here = predictions.flatMap(({ throughput, p99Ms }): CurvePoint[] =>
    p99Ms ? [{ x: throughput.value, y: p99Ms.value, ...interval(p99Ms), label: "" }] : [],
  );
  const asked = here.map(
    (point, index): CurveSeries => ({
      key: `asked ${index}`,
      label: `At ${formatLoad(load)}${here.length > 1 ? `, ${index === 0 ? "active" : "changed"}` : ""}`,
      color: index === here.length - 1 ? "var(--color-chart-2)" : "var(--color-chart-4)",
      points: [point],
    }),
  );
  return (
    <LabCurve
      title="Latency against throughput"
      about="Predicted p99 latency over loads of the same kind. Bars: batch times 5 % shorter and longer. Loads that overload a configuration are left out."
      yTitle="p99 latency"
      xUnit="req/s"
      series={[...lines, ...asked]}
    />
  );
}

interface PredictedBatchesProps {
  readonly predictions: readonly WhatIfPrediction[];
}

/** Simulated batches by size. */
export function PredictedBatches({ predictions }: PredictedBatchesProps) {
  return predictions.map(({ batches }, index) => (
    <BatchChart
      key={NAMES[index]}
      title={`Batch sizes, ${(NAMES[index] ?? "").toLowerCase()}`}
      about="Simulated batches by number of items at this load."
      batches={batches}
      over="simulated"
      absent="No batches."
      loading={false}
    />
  ));
}
