import { histogram, page, sample } from "../../testing/exposition-text.ts";
import { type Product, startProduct } from "../../testing/product.ts";

export interface MlserverOptions {
  /** `null`: nothing responds on the metrics port. */
  readonly metrics?: string | null;
  /** 1.0 to 1.2: other labels, no adaptive batching, ungrouped paths. */
  readonly old?: boolean;
}

/**
 * MLServer 1.x with the models `iris`, `loading` and `broken`, after SeldonIO/MLServer: mlserver/rest/app.py at 02ce71b
 * (paths), mlserver/types/model_repository.py at 0936e26 (index), mlserver/handlers/dataplane.py at 03a6cec (counters,
 * labels of older versions), docs/user-guide/metrics.md at 2f22e83 (names), mlserver/parallel/dispatcher.py at 090cd0b
 * and tests/metrics/test_queue.py (queues are histograms), mlserver/settings.py (server_name),
 * mlserver/handlers/model_repository.py at 04278df, mlserver/errors.py at 0a4aae8 and mlserver/rest/errors.py at
 * 28a1036 (loads, and what rejects them).
 */
export async function startMlserver(options: MlserverOptions = {}): Promise<Product> {
  const { old = false, metrics = exported(old) } = options;
  const unloaded = new Set<string>();
  const rest = await startProduct(
    (method, path) => control(method, path, unloaded) ?? answer(method, path, old, unloaded),
    { detail: "Not Found" },
  );
  const own = await startProduct((_, path) =>
    metrics !== null && path === "/metrics" ? { body: metrics } : undefined,
  );
  return {
    ...rest,
    reach: { ...rest.reach, metrics: own.reach.metrics },
    [Symbol.asyncDispose]: async () => {
      await rest[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

/** Loads and unloads: `iris` succeeds, `broken` has no file, and `loading` fails with another exception. */
function control(method: string, path: string, unloaded: Set<string>) {
  const [, name = "", what] = /^\/v2\/repository\/models\/([^/]+)\/(load|unload)$/.exec(path) ?? [];
  if (method !== "POST" || what === undefined) return undefined;
  const there = ["iris", "loading", "broken"].includes(name);
  if (!there || (what === "unload" && unloaded.has(name)))
    return { status: 404, body: { error: `Model ${name} not found` } };
  if (name === "broken") return { status: 422, body: { error: INVALID } };
  if (name === "loading") return { status: 500, body: "Internal Server Error" };
  if (what === "load") unloaded.delete(name);
  else unloaded.add(name);
  return { body: "" };
}

const INVALID = "Invalid URI specified for model broken (./model.joblib)";

function answer(method: string, path: string, old: boolean, unloaded: Set<string>) {
  const iris = unloaded.has("iris") ? "UNAVAILABLE" : "READY";
  if (method === "POST" && path === "/v2/repository/index")
    return {
      body: [
        { name: "iris", version: "v1", state: iris, reason: "" },
        { name: "iris", version: "v2", state: iris, reason: "" },
        { name: "loading", state: "LOADING", reason: "" },
        { name: "broken", state: "UNAVAILABLE", reason: "no model.joblib" },
      ],
    };
  if (method !== "GET") return undefined;
  if (path === "/v2")
    return { body: { name: "mlserver", version: old ? "1.2.0" : "1.7.1", extensions: [] } };
  if (path === "/v2/models/iris")
    return {
      body: {
        name: "iris",
        versions: ["v1"],
        platform: "",
        inputs: [{ name: "predict", datatype: "FP32", shape: [-1, 4] }],
        outputs: [{ name: "predict", datatype: "INT64", shape: [-1] }],
      },
    };
  return path.startsWith("/v2/models/")
    ? { status: 404, body: { error: `Model ${path.split("/")[3]} not found` } }
    : undefined;
}

function exported(old: boolean): string {
  const iris = old
    ? { model: "iris", version: "None" }
    : { model_name: "iris", model_version: "v1" };
  const second = old
    ? { model: "iris", version: "v2" }
    : { model_name: "iris", model_version: "v2" };
  const path = old ? "/v2/models/iris/infer" : "/v2/models/{model_name}/infer";
  const rest = old
    ? "rest_server_request_duration_seconds"
    : "rest_server_requests_duration_seconds";
  return page([
    "# TYPE model_infer_request_success_total counter",
    sample("model_infer_request_success_total", iris, 20),
    sample("model_infer_request_success_total", second, 5),
    "# TYPE model_infer_request_failure_total counter",
    sample("model_infer_request_failure_total", iris, 1),
    "# TYPE model_infer_request_duration summary",
    sample("model_infer_request_duration_count", iris, 21),
    sample("model_infer_request_duration_sum", iris, 0.42),
    `# TYPE ${rest} histogram`,
    ...histogram(
      rest,
      { app_name: "mlserver", method: "POST", path, status_code: "200" },
      [[0.05, 20]],
      0.5,
    ),
    ...histogram(
      rest,
      { app_name: "mlserver", method: "GET", path: "/v2", status_code: "200" },
      [[0.05, 99]],
      9,
    ),
    "# TYPE parallel_request_queue histogram",
    ...histogram("parallel_request_queue", {}, [[1, 15]], 30),
    ...(old
      ? []
      : [
          "# TYPE batch_request_queue histogram",
          ...histogram("batch_request_queue", iris, [[5, 10]], 25),
        ]),
    "# TYPE process_start_time_seconds gauge",
    "process_start_time_seconds 1.7634e+09",
  ]);
}
