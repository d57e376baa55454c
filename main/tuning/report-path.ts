import {
  type FigureDifference,
  type TuningSession,
  formatRelativeChange,
  MEASURED_FIGURES,
} from "../contract/index.ts";
import { figure, type Html, linearScale, lineChart, PLOT, type Point } from "../reports/index.ts";

type FigureName = FigureDifference["figure"];

/** The session's throughput and latency figures; the latter is that of its objective. */
export function pathFigures({ plan, steps, gain }: TuningSession): FigureName[] {
  const known = [...steps.map(({ comparison }) => comparison), gain]
    .flatMap((comparison) => comparison?.figures ?? [])
    .filter(({ before, after }) => before !== null && after !== null)
    .map(({ figure: name }) => name);
  const has = (name: FigureName) => known.includes(name);
  const ofFirst = plan.objective?.of === "firstToken";
  const wanted = [
    (["outputTokens", "throughput"] as const).find(has),
    (ofFirst ? (["firstTokenP99", "firstTokenP50"] as const) : latencies(plan)).find(has),
  ];
  return wanted.flatMap((name) => name ?? []);
}

const latencies = ({ objective }: TuningSession["plan"]): FigureName[] => {
  const own = (["p50", "p90", "p95", "p99"] as const).filter(
    (name) => name === `p${objective?.percentile}`,
  );
  return [...own, "p99", "p95", "p50"];
};

/**
 * One figure from the baseline to the result: a line through kept changes, rings for the others, each with the interval of
 * its change. Null if nothing was compared.
 */
export function pathChart(session: TuningSession, name: FigureName): Html | null {
  const { steps, gain, plan } = session;
  const compared = steps.map(({ comparison }) => find(comparison?.figures, name));
  const first = compared.find((each) => each !== undefined);
  const final = find(gain?.figures, name);
  const unit = (first ?? final)?.unit;
  const baseline = final?.before ?? first?.before;
  if (unit === undefined || baseline === undefined || baseline === null) return null;

  const places = ["Baseline", ...steps.map((_, index) => `Step ${index + 1}`)];
  if (final) places.push("Result");
  const pointAt = (x: number, of: FigureDifference, hollow: boolean): Point | null => {
    const { before, after, share } = of;
    if (before === null || after === null) return null;
    const by = share ? ` (${formatRelativeChange(share.value)})` : "";
    const range = share && ([before * (1 + share.low), before * (1 + share.high)] as const);
    return {
      x,
      y: after,
      hollow,
      label: `${figure(after)}${by}`,
      title: `${places[x]}: ${figure(after)}${by}`,
      ...(range ? { range } : {}),
    };
  };
  const points = steps.map((step, index) => {
    const of = compared[index];
    return of ? { step, point: pointAt(index + 1, of, step.state !== "kept") } : null;
  });
  const kept: Point[] = [
    { x: 0, y: baseline, label: figure(baseline), title: `Baseline: ${figure(baseline)}` },
    ...points.flatMap((each) => (each?.step.state === "kept" && each.point ? [each.point] : [])),
    ...[final && pointAt(places.length - 1, final, gain?.invalid === true)].flatMap(
      (point) => point ?? [],
    ),
  ];
  const others = points.flatMap((each) =>
    each && each.step.state !== "kept" && each.point ? [each.point, null] : [],
  );
  const { objective } = plan;
  const isBounded =
    objective !== null &&
    (name === `p${objective.percentile}` || name === `firstTokenP${objective.percentile}`);
  const heights = [...kept, ...others].flatMap((point) =>
    point ? [point.y, point.range?.[1] ?? 0] : [],
  );
  const slot = (PLOT.right - PLOT.left) / places.length;
  const every = Math.ceil(places.length / 8);
  return lineChart(
    {
      title: `${MEASURED_FIGURES[name].label} from baseline to result`,
      note: "The line joins kept changes; rings were not kept. Bars are 95 % confidence intervals of the change.",
      xLabel: "Change tried",
      yLabel:
        unit === "share"
          ? MEASURED_FIGURES[name].label
          : `${MEASURED_FIGURES[name].label} (${unit})`,
      x: {
        at: (place) => PLOT.left + (place + 0.5) * slot,
        ticks: places.map((_, place) => place).filter((place) => place % every === 0),
      },
      xText: (place) => places[place] ?? "",
      y: linearScale(
        Math.max(...heights, isBounded && objective ? objective.boundMs : 0),
        PLOT.bottom,
        PLOT.top,
      ),
      bound:
        isBounded && objective
          ? { y: objective.boundMs, name: `p${objective.percentile} ≤ ${objective.boundMs} ms` }
          : null,
    },
    [
      { name: "kept", dots: true, points: kept },
      ...(others.length > 0 ? [{ name: "not kept", dots: true, points: others }] : []),
    ],
  );
}

const find = (figures: readonly FigureDifference[] | undefined, name: FigureName) =>
  figures?.find((each) => each.figure === name);
