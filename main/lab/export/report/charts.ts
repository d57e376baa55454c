import { type Experiment, type ExperimentStep, formatRateUnit } from "../../../contract/index.ts";
import { decodeHistogram, knee, spectrum } from "../../statistics/index.ts";
import {
  barChart,
  figure,
  type Html,
  linearScale,
  lineChart,
  nearnessScale,
  PLOT,
  type Point,
  powerScale,
} from "../../../reports/index.ts";
import { loadText } from "./format-figures.ts";
import { isInvalid } from "./step-cells.ts";

/** More lines than colours would be indistinguishable. */
const MAX_SERIES = 6;

const makeXScale = (most: number, least = 0) => linearScale(most, PLOT.left, PLOT.right, least);
const makeYScale = (most: number) => linearScale(most, PLOT.bottom, PLOT.top);
const highest = (values: readonly number[]) => values.reduce((a, b) => Math.max(a, b), 0);

/** p50, p95 and p99 of each step against throughput. */
export function latencyOverThroughput(steps: readonly ExperimentStep[]): Html | null {
  const sorted = steps.toSorted((a, b) => a.load.value - b.load.value);
  const series = (["p50", "p95", "p99"] as const).map((name) => ({
    name,
    dots: true,
    points: sorted.map((step): Point | null => {
      const percentile = step.response[name];
      const title = `${loadText(step)}${isInvalid(step) ? ", invalid" : ""}: ${figure(step.inferencesPerSecond)} inf/s, ${name} ${figure(percentile?.value)} ms`;
      return (
        percentile && {
          x: step.inferencesPerSecond,
          y: percentile.value,
          range: [percentile.low, percentile.high],
          title,
          hollow: isInvalid(step),
          // Named once, at the highest percentile.
          ...(name === highestKnown(step) ? { label: loadText(step) } : {}),
        }
      );
    }),
  }));
  const points = series.flatMap(({ points }) => points.flatMap((point) => point ?? []));
  if (points.length === 0) return null;
  return lineChart(
    {
      title: "Latency against throughput",
      note: noteFor(sorted),
      xLabel: "Throughput (inf/s)",
      yLabel: "Response time (ms)",
      x: makeXScale(highest(points.map(({ x }) => x))),
      y: makeYScale(highest(points.map(({ y, range }) => range?.[1] ?? y))),
      mark: findKneePoint(sorted),
    },
    series,
  );
}

/** p50 and p99 of the first token of each step against the load; null without streamed responses. */
export function firstTokenOverLoad(steps: readonly ExperimentStep[]): Html | null {
  const sorted = steps
    .filter(({ chat }) => chat !== null)
    .toSorted((a, b) => a.load.value - b.load.value);
  const series = (["p50", "p99"] as const).map((name) => ({
    name,
    dots: true,
    points: sorted.map((step): Point | null => {
      const percentile = step.chat?.firstToken[name];
      const title = `${loadText(step)}${isInvalid(step) ? ", invalid" : ""}: first token ${name} ${figure(percentile?.value)} ms`;
      return percentile
        ? {
            x: step.load.value,
            y: percentile.value,
            range: [percentile.low, percentile.high],
            title,
            hollow: isInvalid(step),
          }
        : null;
    }),
  }));
  const points = series.flatMap(({ points }) => points.flatMap((point) => point ?? []));
  if (points.length === 0) return null;
  return lineChart(
    {
      title: "Time to first token against load",
      note: noteFor(sorted),
      xLabel: `Load (${sorted[0]?.load.kind === "rate" ? formatRateUnit(sorted[0].load) : "clients"})`,
      yLabel: "Time to first token (ms)",
      x: makeXScale(highest(points.map(({ x }) => x))),
      y: makeYScale(highest(points.map(({ y, range }) => range?.[1] ?? y))),
    },
    series,
  );
}

const highestKnown = ({ response }: ExperimentStep) =>
  (["p99", "p95", "p50"] as const).find((name) => response[name]);

const noteFor = (steps: readonly ExperimentStep[]) =>
  `Bars are 95 % confidence intervals.${steps.some(isInvalid) ? " Rings are invalid measurements." : ""}`;

/** The load beyond which latency grew more than throughput. */
function findKneePoint(steps: readonly ExperimentStep[]): { x: number; name: string } | null {
  if (steps.some(({ candidate }) => candidate !== null)) return null;
  const points = steps.map(({ inferencesPerSecond, response }) => ({
    throughput: inferencesPerSecond,
    latency: response.p50?.value ?? 0,
  }));
  const at = steps[knee(points) ?? -1];
  return at ? { x: at.inferencesPerSecond, name: `knee: ${loadText(at)}` } : null;
}

/** The percentiles that the sample supports. */
export function percentileSpectrum(steps: readonly ExperimentStep[]): Html | null {
  const series = steps
    .filter(({ response }) => response.histogram !== "")
    .slice(0, MAX_SERIES)
    .map((step) => ({ name: describeLoad(step), points: spectrumPoints(step.response.histogram) }))
    .filter(({ points }) => points.length > 0);
  if (series.length === 0) return null;
  const all = series.flatMap(({ points }) => points);
  return lineChart(
    {
      title: "Response time by percentile",
      xLabel: "Percentile",
      yLabel: "Response time (ms)",
      x: nearnessScale(highest(all.map(({ x }) => x)), PLOT.left, PLOT.right),
      y: makeYScale(highest(all.map(({ y }) => y))),
    },
    series,
  );
}

/** An unreadable histogram is not drawn; its figures are in the tables. */
function spectrumPoints(histogram: string): Point[] {
  try {
    return spectrum(decodeHistogram(histogram)).map(([x, micros]) => ({ x, y: micros / 1000 }));
  } catch {
    return [];
  }
}

/** p50, p99 and the highest of each window; a window without successes is a gap. */
export function latencyOverTime(step: ExperimentStep): Html | null {
  const { windows } = step;
  const values = windows.flatMap(({ p50, p99, max }) => [p50 ?? 0, p99 ?? 0, max ?? 0]);
  if (windows.length < 2 || highest(values) === 0) return null;
  const first = windows.reduce((least, { from }) => Math.min(least, from), 0);
  const end = highest(windows.map(({ from, seconds }) => from + seconds));
  const series = (["p50", "p99", "max"] as const).map((name) => ({
    name,
    points: windows.map((window) => {
      const y = window[name];
      return y === null ? null : { x: window.from + window.seconds / 2, y };
    }),
  }));
  return lineChart(
    {
      title: `Latency over time at ${describeLoad(step)}`,
      xLabel: "Time since measuring began (s)",
      yLabel: "Response time (ms), log scale",
      x: makeXScale(end, first),
      y: powerScale(values, PLOT.bottom, PLOT.top),
      mark: first < 0 ? { x: 0, name: "warm-up ends" } : null,
    },
    series,
  );
}

/** Share of the executions of each size. */
export function batchSizes(steps: readonly ExperimentStep[]): Html | null {
  const series = steps
    .filter(({ server }) => (server?.batches.length ?? 0) > 0)
    .slice(0, MAX_SERIES)
    .map((step) => {
      const batches = step.server?.batches ?? [];
      const all = batches.reduce((sum, [, count]) => sum + count, 0);
      return { name: describeLoad(step), batches, all };
    });
  const sizes = [...new Set(series.flatMap(({ batches }) => batches.map(([size]) => size)))].sort(
    (a, b) => a - b,
  );
  if (sizes.length === 0) return null;
  const slot = (PLOT.right - PLOT.left) / sizes.length;
  const every = Math.ceil(sizes.length / 16);
  return barChart(
    {
      title: "Batch sizes",
      xLabel: "Batch size (items)",
      yLabel: "Share of executions (%)",
      x: {
        at: (index) => PLOT.left + (index + 0.5) * slot,
        ticks: sizes.map((_, i) => i).filter((i) => i % every === 0),
      },
      y: makeYScale(100),
      xText: (index) => String(sizes[index]),
    },
    series.map(({ name, batches, all }) => ({
      name,
      bars: batches.map(([size, count]) => {
        const percent = (100 * count) / Math.max(1, all);
        return [
          sizes.indexOf(size),
          percent,
          `${name}: ${count} of ${size} (${figure(percent)} %)`,
        ];
      }),
    })),
    slot,
  );
}

function describeLoad(step: ExperimentStep): string {
  return `${loadText(step)}${step.candidate === null ? "" : `, candidate ${step.candidate + 1}`}`;
}

/** The charts of an experiment besides its headline chart. */
export function charts({ steps }: Pick<Experiment, "steps">): Html[] {
  return [
    firstTokenOverLoad(steps),
    percentileSpectrum(steps),
    ...steps.slice(0, MAX_SERIES).map(latencyOverTime),
    batchSizes(steps),
  ].flatMap((chart) => chart ?? []);
}
