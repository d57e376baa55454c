import { histogram, page } from "../../testing/exposition-text.ts";
import { type Product, startProduct } from "../../testing/product.ts";

export interface KserveOptions {
  readonly metrics?: string | null;
  /** Whether it has KServe's own list of models (0.11 and later). */
  readonly list?: boolean;
  /** Of the process, seconds since the epoch. */
  readonly started?: number;
}

/**
 * A Python runtime of KServe with the models `iris` and `slow`, after kserve/kserve, python/kserve/kserve:
 * protocol/rest/v2_endpoints.py (00eb732 without a list, now with one), metrics.py at 01a08fb, constants/constants.py
 * (the name "kserve"), protocol/rest/server.py at 0136c9a (/metrics).
 */
export function startKserve(options: KserveOptions = {}): Promise<Product> {
  const { list = true, started = 1_763_400_000, metrics = exported(started) } = options;
  return startProduct(
    (method, path) => {
      if (method !== "GET") return { status: 405, body: { detail: "Method Not Allowed" } };
      if (path === "/metrics" && metrics !== null) return { body: metrics };
      if (path === "/v2/models" && list) return { body: { models: ["iris", "slow"] } };
      return PAGES[path];
    },
    { detail: "Not Found" },
  );
}

const PAGES: Readonly<Record<string, { status?: number; body: unknown }>> = {
  "/v2": {
    body: { name: "kserve", version: "0.15.2", extensions: ["model_repository_extension"] },
  },
  "/v2/models/iris/ready": { body: { name: "iris", ready: true } },
  "/v2/models/slow/ready": {
    status: 503,
    body: { error: "Model with name slow is not ready." },
  },
  "/v2/models/iris": {
    body: {
      name: "iris",
      platform: "",
      inputs: [{ name: "input-0", datatype: "FP32", shape: [-1, 4] }],
      outputs: [],
    },
  },
  "/v2/models/absent": {
    status: 404,
    body: { error: "Model with name absent does not exist." },
  },
};

function exported(started: number): string {
  const iris = { model_name: "iris" };
  return page([
    "# TYPE request_predict_seconds histogram",
    ...histogram("request_predict_seconds", iris, [[0.1, 30]], 0.6),
    "# TYPE process_resident_memory_bytes gauge",
    "process_resident_memory_bytes 104857600",
    "# TYPE process_start_time_seconds gauge",
    `process_start_time_seconds ${started}`,
  ]);
}
