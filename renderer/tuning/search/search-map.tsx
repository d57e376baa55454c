import {
  pointText,
  type SearchOutcome,
  type SearchPoint,
  type SearchSettings,
  type TuningSearch,
} from "../../../main/contract/index.ts";
import { TuningMap } from "../../charts/tuning-map.tsx";
import type { MapAxis, MapPoint } from "../../charts/tuning-map-data.ts";
import { formatCount } from "../../format/numbers.ts";

export function SearchMap({ search }: { search: TuningSearch }) {
  const { goal } = search;
  const limit = goal.kind === "latency" ? null : goal.p99Ms;
  const axis = axisFor(goal);
  return (
    <TuningMap
      title="Map"
      axis={axis}
      about={`${ABOUT[axis]} Rings are predictions of the simulator, corrected by the measurements; pale rings are unlikely to keep the goal's limits. Filled points are measurements with their number; a green ring marks the best.`}
      points={mapPoints(search)}
      bound={limit === null ? null : { ms: limit, label: `p99 ≤ ${formatCount(limit)} ms` }}
    />
  );
}

const ABOUT: Readonly<Record<MapAxis, string>> = {
  throughput: "Throughput and p99 of every configuration and load that may be tried.",
  instances:
    "Instances and p99 of every configuration that may be tried; with equal instances, small batches are on the left.",
};

/** At a rate, all configurations that keep up have the same throughput. */
const axisFor = ({ kind }: TuningSearch["goal"]): MapAxis =>
  kind === "throughput" ? "throughput" : "instances";

/** Within a column by batch size, from 1 to 1024. */
const columnX = ({ instances, maxBatchSize }: SearchSettings) =>
  instances + 0.6 * (Math.log2(Math.max(1, maxBatchSize)) / 10 - 0.5);

const keyFor = ({ point }: { readonly point: TuningSearch["map"][number]["point"] }) =>
  JSON.stringify(point);

/** Measured points as measured, all others as predicted. */
export function mapPoints({
  goal,
  map,
  measured,
  best,
  result,
  baseline,
}: TuningSearch): MapPoint[] {
  const toX = ({ settings }: SearchPoint, { throughput }: SearchOutcome) =>
    axisFor(goal) === "throughput" ? throughput : columnX(settings);
  const found = result?.found ?? best;
  const bestKey = found ? keyFor(found) : "";
  const activeKey = JSON.stringify(baseline);
  const tried = new Set(measured.filter(({ outcome }) => outcome !== null).map(keyFor));
  const latest = measured.findLast((trial) => keyFor(trial) === bestKey)?.number;
  const filled = measured.flatMap((trial): MapPoint[] => {
    const { number, point, outcome, problem } = trial;
    if (!outcome) return [];
    return [
      {
        key: `measured ${number}`,
        x: toX(point, outcome),
        throughput: outcome.throughput,
        y: outcome.p99Ms,
        label: pointText(point),
        number,
        meets: 1,
        isBest: number === latest,
        isActive: JSON.stringify(point.settings) === activeKey,
        invalid: problem !== null,
      },
    ];
  });
  const hollow = map
    .filter((each) => !tried.has(keyFor(each)))
    .map(({ point, expected, meets }) => ({
      key: keyFor({ point }),
      x: toX(point, expected),
      throughput: expected.throughput,
      y: expected.p99Ms,
      label: pointText(point),
      number: null,
      meets,
      isActive: JSON.stringify(point.settings) === activeKey,
    }))
    .toSorted((a, b) => a.x - b.x);
  return [...filled, ...hollow];
}
