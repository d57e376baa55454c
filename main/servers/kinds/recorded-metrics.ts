import type { ServerKind } from "../../contract/index.ts";
import type { RawFigure } from "../observation.ts";
import { type MetricsPage, processStart } from "./probe/index.ts";
import type { Exposition } from "./exposition/index.ts";
import { readFigures as llamaCpp } from "./llama-cpp/index.ts";
import { readFigures as mlserver } from "./mlserver/figures.ts";
import { readFigures as openInference } from "./open-inference/index.ts";
import { readFigures as openvino } from "./openvino/figures.ts";
import { readFigures as rayServe } from "./ray-serve/figures.ts";
import { readFigures as sglang } from "./sglang/index.ts";
import { readFigures as tensorflowServing } from "./tensorflow-serving/figures.ts";
import { readFigures as tgi } from "./tgi/index.ts";
import { exportedFigures as torchserve } from "./torchserve/figures.ts";
import { RECORDED_TRITON, recordedTritonFigures } from "./triton/recorded-figures.ts";
import { readFigures as trtllm } from "./trtllm/index.ts";
import { readFigures as vllm } from "./vllm/figures.ts";

/** A server whose metrics were recorded. */
interface KnownServer {
  readonly models: readonly string[];
  readonly version: string | null;
}

/** Reads figures from recorded metrics of a kind, such as Prometheus's. */
export interface RecordedMetrics {
  /** Names of the metrics, a regular expression without anchors. */
  readonly names: string;
  /** A counter that restarts at zero with the server. */
  readonly counter: string;
  /** The server's figures, as far as its metrics alone report them. */
  figures(exposition: Exposition, known: KnownServer): RawFigure[];
}

const PROCESS = "process_start_time_seconds|process_resident_memory_bytes";

const page = (exposition: Exposition): MetricsPage => ({ text: "", exposition, why: "" });

const TRITON: RecordedMetrics = {
  names: `${RECORDED_TRITON}|${PROCESS}`,
  counter: "nv_inference_request_success",
  figures: recordedTritonFigures,
};

const KINDS: Readonly<Partial<Record<ServerKind, RecordedMetrics>>> = {
  embedded: TRITON,
  triton: TRITON,
  vllm: {
    names: `vllm:.+|${PROCESS}`,
    counter: "vllm:request_success_total",
    figures: (exposition, { version }) => vllm(exposition, version),
  },
  sglang: {
    names: `sglang:.+|${PROCESS}`,
    counter: "sglang:num_requests_total",
    figures: (exposition, { models }) => sglang(page(exposition), models),
  },
  llamaCpp: {
    names: "llamacpp:.+",
    counter: "llamacpp:tokens_predicted_total",
    figures: (exposition, { models }) => llamaCpp(page(exposition), models),
  },
  tgi: {
    names: `tgi_.+|${PROCESS}`,
    counter: "tgi_request_success",
    figures: (exposition, { models }) => tgi(page(exposition), models),
  },
  trtllm: {
    names: `trtllm_.+|${PROCESS}`,
    counter: "trtllm_request_success_total",
    figures: (exposition, { models }) => trtllm(page(exposition), models),
  },
  mlserver: {
    names: `model_infer_request_.+|parallel_request_queue.*|rest_server_.+|${PROCESS}`,
    counter: "model_infer_request_success_total",
    figures: (exposition) => mlserver(page(exposition)),
  },
  openvino: {
    names: "ovms_.+",
    counter: "ovms_requests_success",
    figures: (exposition) => openvino(page(exposition)),
  },
  torchserve: {
    names: "ts_.+|Requests[0-9]XX|CPUUtilization|MemoryUsed|GPU.+|Worker.+|Queue.+",
    counter: "ts_inference_requests_total",
    figures: (exposition, { models }) => torchserve(exposition, models, ""),
  },
  tensorflowServing: {
    names: ":tensorflow:.+",
    counter: ":tensorflow:serving:request_count",
    figures: (exposition) => tensorflowServing(page(exposition)),
  },
  rayServe: {
    names: "ray_serve_.+|ray_node_.+",
    counter: "ray_serve_deployment_request_counter_total",
    figures: (exposition) => rayServe([], page(exposition)),
  },
  openInference: {
    names: `request_(predict|preprocess|postprocess|explain)_seconds.*|${PROCESS}`,
    counter: "request_predict_seconds_count",
    figures: (exposition) => openInference(page(exposition), ""),
  },
};

/** Null if a kind's metrics alone give no figures. */
export function recordedMetrics(kind: ServerKind): RecordedMetrics | null {
  return KINDS[kind] ?? null;
}

export { processStart };
