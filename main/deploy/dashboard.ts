import { createHash } from "node:crypto";
import type { Deployment } from "../contract/index.ts";
import { queueToCompute, rate, formatRatio, sumBy } from "./metrics.ts";

interface Query {
  readonly expr: string;
  readonly legend: string;
}

interface Panel {
  readonly title: string;
  readonly description: string;
  readonly unit: string;
  readonly queries: readonly Query[];
}

const WIDTH = 12;
const HEIGHT = 8;
const PODS = 'namespace="$namespace",pod=~"$pod"';
const SELECTED = `${PODS},model=~"$model"`;

/** A Grafana dashboard (schema 39) of metrics that Triton exports. */
export function dashboard({ name, namespace }: Pick<Deployment, "name" | "namespace">): object {
  return {
    title: `Triton: ${namespace}/${name}`,
    uid: createUid(namespace, name),
    tags: ["triton"],
    schemaVersion: 39,
    editable: true,
    refresh: "15s",
    time: { from: "now-1h", to: "now" },
    templating: { list: variables(name, namespace) },
    panels: PANELS.map((panel, position) => ({
      id: position + 1,
      type: "timeseries",
      title: panel.title,
      description: panel.description,
      datasource: { type: "prometheus", uid: "${datasource}" },
      gridPos: {
        x: (position % 2) * WIDTH,
        y: Math.floor(position / 2) * HEIGHT,
        w: WIDTH,
        h: HEIGHT,
      },
      fieldConfig: { defaults: { unit: panel.unit, min: 0 }, overrides: [] },
      targets: panel.queries.map(({ expr, legend }, index) => ({
        refId: String.fromCharCode(65 + index),
        expr,
        legendFormat: legend,
      })),
    })),
  };
}

/** At most 40 characters and unique: Grafana shows neither of two dashboards with the same uid or title. */
function createUid(namespace: string, name: string): string {
  const hash = createHash("sha256").update(`${namespace}/${name}`).digest("hex");
  return `triton-${name.slice(0, 20)}-${hash.slice(0, 12)}`;
}

function variables(name: string, namespace: string): object[] {
  const query = (label: string, selector: string) => ({
    name: label,
    label,
    type: "query",
    datasource: { type: "prometheus", uid: "${datasource}" },
    query: `label_values(nv_inference_request_success{${selector}}, ${label})`,
    refresh: 2,
    multi: true,
    includeAll: true,
    current: { text: "All", value: "$__all" },
  });
  return [
    { name: "datasource", label: "data source", type: "datasource", query: "prometheus" },
    { name: "namespace", label: "namespace", type: "constant", query: namespace },
    query("pod", `namespace="$namespace",service="${name}"`),
    query("model", PODS),
  ];
}

const duration = (stage: string, legend: string): Query => ({
  expr: formatRatio(
    "model",
    `nv_inference_${stage}_duration_us`,
    "nv_inference_request_success",
    SELECTED,
  ),
  legend: `{{model}} ${legend}`,
});

const PANELS: readonly Panel[] = [
  {
    title: "Requests answered",
    description: "Those answered by the response cache included.",
    unit: "reqps",
    queries: [
      {
        expr: sumBy("model", rate("nv_inference_request_success", SELECTED)),
        legend: "{{model}}",
      },
    ],
  },
  {
    title: "Requests failed, by reason",
    description: "Requests rejected because a queue is full are in no metric of Triton.",
    unit: "reqps",
    queries: [
      {
        expr: sumBy("model, reason", rate("nv_inference_request_failure", SELECTED)),
        legend: "{{model}} {{reason}}",
      },
    ],
  },
  {
    title: "Mean batch",
    description: "Items per execution. 1 under load: batches do not form.",
    unit: "none",
    queries: [
      {
        expr: formatRatio("model", "nv_inference_count", "nv_inference_exec_count", SELECTED),
        legend: "{{model}}",
      },
    ],
  },
  {
    title: "Requests that wait",
    description: "At this moment, by model and replica.",
    unit: "none",
    queries: [
      {
        expr: sumBy("model, pod", `nv_inference_pending_request_count{${SELECTED}}`),
        legend: "{{model}} {{pod}}",
      },
    ],
  },
  {
    title: "Time per request, mean",
    description: "A mean: Triton's durations are counters, percentiles cannot be had from them.",
    unit: "µs",
    queries: [
      duration("request", "whole"),
      duration("queue", "queue"),
      duration("compute_infer", "inference"),
    ],
  },
  {
    title: "Queue to compute",
    description: "Replicas are added by this: queue time divided by inference time.",
    unit: "none",
    queries: [{ expr: queueToCompute("pod", PODS), legend: "{{pod}}" }],
  },
  {
    title: "Share of the traffic",
    description: "Unequal shares: clients keep their connection to one replica.",
    unit: "percentunit",
    queries: [
      {
        expr: `${sumBy("pod", rate("nv_inference_request_success", PODS))} / ignoring(pod) group_left sum(${rate("nv_inference_request_success", PODS)})`,
        legend: "{{pod}}",
      },
    ],
  },
  {
    title: "Response cache, share of hits",
    description: "Worth its lookups only where hits save more than misses cost.",
    unit: "percentunit",
    queries: [
      {
        expr: `${sumBy("model", rate("nv_cache_num_hits_per_model", SELECTED))} / (${sumBy("model", `${rate("nv_cache_num_hits_per_model", SELECTED)} + ${rate("nv_cache_num_misses_per_model", SELECTED)}`)} > 0)`,
        legend: "{{model}}",
      },
    ],
  },
  {
    title: "GPU",
    description: "Busy share of time. Empty where replicas have no GPU.",
    unit: "percentunit",
    queries: [{ expr: `nv_gpu_utilization{${PODS}}`, legend: "{{pod}} {{gpu_uuid}}" }],
  },
  {
    title: "GPU memory in use",
    description: "Empty where replicas have no GPU.",
    unit: "bytes",
    queries: [{ expr: `nv_gpu_memory_used_bytes{${PODS}}`, legend: "{{pod}} {{gpu_uuid}}" }],
  },
  {
    title: "CPU",
    description: "Of the machine that the replica runs on.",
    unit: "percentunit",
    queries: [{ expr: `nv_cpu_utilization{${PODS}}`, legend: "{{pod}}" }],
  },
  {
    title: "Time to load",
    description: "Of each model; the startup probe must allow their sum.",
    unit: "s",
    queries: [
      {
        expr: `max by (model) (nv_model_load_duration_secs{${SELECTED}})`,
        legend: "{{model}}",
      },
    ],
  },
];
