import { histogram, page, sample } from "../../testing/exposition-text.ts";
import { type Product, startProduct } from "../../testing/product.ts";

export interface OpenvinoOptions {
  /** `null`: as without --metrics_enable. "listed": --metrics_list with everything. Default: the default list. */
  readonly metrics?: string | null;
  /** Whether it serves language models, as since 2025. */
  readonly chat?: boolean;
}

/**
 * OpenVINO Model Server with the model `resnet` (two versions) and the graph `llm`, after openvinotoolkit/model_server:
 * docs/metrics.md at 000ac4b and docs/metrics_output.out at 126af5e (metrics), docs/model_server_rest_api_tfs.md at
 * 0027767 (/v1/config), docs/model_server_rest_api_kfs.md at 0246cfa (/v2), src/version.hpp of 2025.4 (name, version).
 */
export function startOpenvino({ metrics, chat = false }: OpenvinoOptions = {}): Promise<Product> {
  const text =
    metrics === undefined || metrics === "listed" ? exported(metrics === "listed") : metrics;
  return startProduct(
    (method, path) => {
      if (method === "GET" && path === "/metrics" && text !== null) return { body: text };
      if (method === "GET" && path === "/v3/models" && chat)
        return { body: { object: "list", data: [{ id: "llm", object: "model" }] } };
      return method === "GET" ? PAGES[path] : undefined;
    },
    { error: "Model with requested name is not found" },
  );
}

const of = (version: string, state: string) => ({
  version,
  state,
  status: { error_code: "OK", error_message: state === "AVAILABLE" ? "OK" : "" },
});

const PAGES: Readonly<Record<string, { body: unknown }>> = {
  "/v2": {
    body: { name: "OpenVINO Model Server", version: "2025.4.0.68b0bfd8c", extensions: [] },
  },
  "/v1/config": {
    body: {
      resnet: { model_version_status: [of("1", "AVAILABLE"), of("2", "AVAILABLE")] },
      llm: { model_version_status: [of("1", "LOADING")] },
    },
  },
  "/v2/models/resnet": {
    body: {
      name: "resnet",
      versions: ["1", "2"],
      platform: "OpenVINO",
      inputs: [{ name: "data", datatype: "FP32", shape: ["1", "3", "224", "224"] }],
      outputs: [{ name: "prob", datatype: "FP32", shape: ["1", "1000"] }],
    },
  },
};

function exported(all: boolean): string {
  const resnet = (version: string) => ({ name: "resnet", version });
  const call = (method: string, extra = {}) => ({
    api: "KServe",
    interface: "gRPC",
    method,
    name: "resnet",
    ...extra,
  });
  return page([
    "# TYPE ovms_requests_success counter",
    sample("ovms_requests_success", call("ModelInfer", { version: "1" }), 100),
    sample("ovms_requests_success", call("ModelInfer", { version: "2" }), 48),
    sample("ovms_requests_success", call("ModelReady"), 9000),
    "# TYPE ovms_requests_fail counter",
    sample("ovms_requests_fail", call("ModelInfer", { version: "1" }), 2),
    sample("ovms_requests_fail", call("ModelMetadata"), 5),
    "# TYPE ovms_requests_accepted counter",
    sample(
      "ovms_requests_accepted",
      { api: "V3", interface: "REST", method: "Stream", name: "llm" },
      12,
    ),
    "# TYPE ovms_current_graphs gauge",
    sample("ovms_current_graphs", { name: "llm" }, 3),
    "# TYPE ovms_current_requests gauge",
    sample("ovms_current_requests", resnet("1"), 9),
    sample("ovms_current_requests", resnet("2"), 1),
    "# TYPE ovms_streams gauge",
    sample("ovms_streams", resnet("1"), 4),
    "# TYPE ovms_request_time_us histogram",
    ...histogram(
      "ovms_request_time_us",
      { ...resnet("1"), interface: "gRPC" },
      [
        [6426, 136],
        [11_568, 148],
      ],
      900_000,
    ),
    "# TYPE ovms_inference_time_us histogram",
    ...histogram("ovms_inference_time_us", resnet("1"), [[11_568, 148]], 740_000),
    "# TYPE ovms_wait_for_infer_req_time_us histogram",
    ...histogram("ovms_wait_for_infer_req_time_us", resnet("1"), [[1000, 148]], 74_000),
    ...(all
      ? [
          "# TYPE ovms_infer_req_active gauge",
          sample("ovms_infer_req_active", resnet("1"), 4),
          sample("ovms_infer_req_active", resnet("2"), 1),
          "# TYPE ovms_infer_req_queue_size gauge",
          sample("ovms_infer_req_queue_size", resnet("1"), 8),
        ]
      : []),
  ]);
}
