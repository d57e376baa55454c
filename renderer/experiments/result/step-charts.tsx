import {
  BUCKETS_PER_DECADE,
  type Experiment,
  type RunWindow,
} from "../../../main/contract/index.ts";
import { LatencyHeatMap } from "../../charts/latency-heat-map.tsx";
import { LatencyTimeChart } from "../../charts/latency-time-chart.tsx";
import { chartColor } from "../../figures/colors.ts";
import { SpectrumChart } from "../../charts/spectrum-chart.tsx";
import { useRequest } from "../../host/requests.ts";
import { stepName } from "../../figures/experiment-text.ts";
import { toBound } from "./bound.ts";
import { invalidMark } from "./mark.ts";

interface StepChartsProps {
  readonly experiment: Experiment;
  readonly index: number;
}

const US_PER_MS = 1000;

/** The edges of a bucket of the contract's windows, ms. */
const bucketBounds = (bucket: number) =>
  [
    10 ** (bucket / BUCKETS_PER_DECADE) / US_PER_MS,
    10 ** ((bucket + 1) / BUCKETS_PER_DECADE) / US_PER_MS,
  ] as const;

const timed = (windows: readonly RunWindow[]) =>
  windows.map((window) => ({ ...window, t: window.from }));

const ofFirstTokens = (window: ReturnType<typeof timed>[number]) => ({
  ...window,
  p50: window.firstTokenP50 ?? null,
  p99: window.firstTokenP99 ?? null,
  max: null,
});

/** A step's percentiles, and its latency over time. */
export function StepCharts({ experiment, index }: StepChartsProps) {
  const { id, plan, steps } = experiment;
  const step = steps[index];
  // Steps imported from a table have none.
  const counted = step !== undefined && step.response.histogram !== "";
  const { data: spectrum } = useRequest("lab.spectrum", { id, step: index }, { enabled: counted });
  if (!step) return null;
  const mark = invalidMark([step]);
  const ofFirst = plan.objective?.of === "firstToken";
  const bound = ofFirst ? null : toBound(plan);
  const windows = timed(step.windows);
  const at = `${step.candidate === null ? "at" : "of"} ${stepName(experiment, step)}`;
  const open = plan.load.kind !== "concurrency";
  const points = (value: 1 | 2) =>
    (spectrum ?? []).map((row) => ({ percentile: row[0], ms: row[value] }));
  return (
    <div className="grid grid-cols-1 gap-4 xl:grid-cols-2">
      {counted && (
        <SpectrumChart
          title={`Percentiles ${at}`}
          about="Response time counts from a request's scheduled time, service time from sending. Where they diverge, requests waited to be sent; tools that measure from sending miss that."
          mark={mark}
          series={[
            {
              key: "response",
              label: "response time",
              color: chartColor(1),
              points: points(1),
            },
            ...(open
              ? [
                  {
                    key: "service",
                    label: "service time",
                    color: chartColor(2),
                    dashed: true,
                    points: points(2),
                  },
                ]
              : []),
          ]}
          bound={bound}
        />
      )}
      {windows.length > 0 && (
        <>
          <LatencyTimeChart
            title={`Latency over time ${at}`}
            about="Response times by the part of the run in which requests were due, failures in the lane below, and what happened to the server as vertical lines. The warm-up is shaded and not counted."
            mark={mark}
            windows={windows}
            events={step.events.map(({ at, words }) => ({
              t: (at - step.startedAt) / 1000,
              kind: "note",
              label: words,
            }))}
            measured={[0, step.seconds]}
            bound={bound}
          />
          {step.chat && (
            <LatencyTimeChart
              title={`First token over time ${at}`}
              about="Times to the first token by the part of the run in which requests were due."
              mark={mark}
              windows={windows.map(ofFirstTokens)}
              events={[]}
              measured={[0, step.seconds]}
              bound={ofFirst ? toBound(plan) : null}
            />
          )}
          <div className="xl:col-span-2">
            <LatencyHeatMap
              title={`Heat map ${at}`}
              about="How many requests took how long, over the run. Two bands mean two kinds of requests; a column that reaches up is a stall."
              mark={mark}
              windows={windows}
              bucketBounds={bucketBounds}
            />
          </div>
        </>
      )}
    </div>
  );
}
