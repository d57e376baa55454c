import type { PanelUnit, ServerKind } from "../../../main/contract/index.ts";

export interface PanelTemplate {
  readonly title: string;
  readonly query: string;
  readonly unit: PanelUnit;
}

const TRITON: readonly PanelTemplate[] = [
  {
    title: "Requests by model",
    query: "sum by (model) (rate(nv_inference_request_success{$labels}[$__rate_interval]))",
    unit: "requestsPerSecond",
  },
  {
    title: "Failures by model and reason",
    query: "sum by (model, reason) (rate(nv_inference_request_failure{$labels}[$__rate_interval]))",
    unit: "requestsPerSecond",
  },
  {
    title: "Queue time by model, mean",
    query:
      "sum by (model) (rate(nv_inference_queue_duration_us{$labels}[$__rate_interval])) / sum by (model) (rate(nv_inference_request_success{$labels}[$__rate_interval])) / 1e6",
    unit: "seconds",
  },
];

const VLLM: readonly PanelTemplate[] = [
  {
    title: "Time to first token p95 by model",
    query:
      "histogram_quantile(0.95, sum by (le, model_name) (rate(vllm:time_to_first_token_seconds_bucket{$labels}[$__rate_interval])))",
    unit: "seconds",
  },
  {
    title: "Output tokens by model",
    query: "sum by (model_name) (rate(vllm:generation_tokens_total{$labels}[$__rate_interval]))",
    unit: "tokensPerSecond",
  },
];

/** For any server. Container metrics are the kubelet's, GPU metrics those of DCGM's exporter. */
const ANY: readonly PanelTemplate[] = [
  { title: "Scrapes that succeeded", query: "up{$labels}", unit: "none" },
  {
    title: "CPU cores of the pod",
    query:
      'sum by (pod) (rate(container_cpu_usage_seconds_total{namespace="$namespace",pod="$pod",container!=""}[$__rate_interval]))',
    unit: "none",
  },
  {
    title: "GPU utilization of the pod",
    query: 'DCGM_FI_DEV_GPU_UTIL{exported_pod="$pod"} or DCGM_FI_DEV_GPU_UTIL{pod="$pod"}',
    unit: "percent",
  },
  {
    title: "GPU memory of the pod",
    query:
      '(DCGM_FI_DEV_FB_USED{exported_pod="$pod"} or DCGM_FI_DEV_FB_USED{pod="$pod"}) * 1024 * 1024',
    unit: "bytes",
  },
  {
    title: "GPU power of the pod",
    query: 'DCGM_FI_DEV_POWER_USAGE{exported_pod="$pod"} or DCGM_FI_DEV_POWER_USAGE{pod="$pod"}',
    unit: "watts",
  },
];

const OWN: Readonly<Partial<Record<ServerKind, readonly PanelTemplate[]>>> = {
  embedded: TRITON,
  triton: TRITON,
  vllm: VLLM,
};

/** Template queries, those for the server's kind first. */
export function panelTemplates(kind: ServerKind | undefined): readonly PanelTemplate[] {
  return [...((kind && OWN[kind]) ?? []), ...ANY];
}
