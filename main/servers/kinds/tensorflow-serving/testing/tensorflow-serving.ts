import { histogram, page, sample } from "../../testing/exposition-text.ts";
import { type Product, startProduct } from "../../testing/product.ts";

export interface TensorflowServingOptions {
  /** Default: as --monitoring_config_file enables them. `null`: off. A text: sent instead. */
  readonly metrics?: string | null;
  readonly batching?: boolean;
  /** Before release 2.4 the latency had no status label. */
  readonly old?: boolean;
}

const PATH = "/monitoring/prometheus/metrics";

/**
 * ModelServer 2.x with the models `resnet` (used), `idle` (loaded, never used) and `gone` (unloaded since), after
 * tensorflow/serving: g3doc/api_rest.md at 00e459f (answers), model_servers/get_model_status_impl.cc (rejections),
 * util/prometheus_exporter.cc at 021efbd (names and format), servables/tensorflow/util.cc at 0483edb (metrics),
 * batching/batching_session.cc at 009dac6 and batching/batching_util.h at 05b944a (batching).
 */
export function startTensorflowServing(options: TensorflowServingOptions = {}): Promise<Product> {
  const { metrics = exported(options) } = options;
  return startProduct((method, path) => {
    if (method !== "GET") return { status: 405, body: { error: "Malformed request" } };
    if (path === PATH && metrics !== null) return { body: metrics };
    const name = /^\/v1\/models\/([^/:]+)$/.exec(path)?.[1];
    if (name === undefined) return undefined;
    const status = STATUS[name];
    return status
      ? { body: { model_version_status: status } }
      : { status: 404, body: { error: `Could not find any versions of model ${name}` } };
  });
}

const of = (version: string, state: string, error = "") => ({
  version,
  state,
  status: { error_code: error === "" ? "OK" : "INTERNAL", error_message: error },
});

const STATUS: Readonly<Record<string, readonly object[]>> = {
  resnet: [of("3", "AVAILABLE"), of("4", "LOADING")],
  idle: [of("1", "AVAILABLE")],
  gone: [of("1", "END", "Failed to load")],
};

function exported({ batching = false, old = false }: TensorflowServingOptions): string {
  const model = { model_name: "resnet" };
  const call = { ...model, API: "Predict", entrypoint: "GRPC" };
  const loaded = (name: string, version: number) =>
    sample(
      ":tensorflow:cc:saved_model:load_attempt_count",
      { model_path: `/models/${name}/${version}`, status: "success" },
      1,
    );
  const latency = (status: string, us: number) =>
    histogram(
      ":tensorflow:serving:request_latency",
      { ...call, ...(!old && { status }) },
      [
        [1000, 2],
        [10_000, 10],
      ],
      us,
    );
  return page([
    "# TYPE :tensorflow:cc:saved_model:load_attempt_count counter",
    loaded("resnet", 3),
    loaded("idle", 1),
    loaded("elsewhere", 1),
    "# TYPE :tensorflow:serving:request_count counter",
    sample(":tensorflow:serving:request_count", { ...model, status: "OK" }, 40),
    sample(":tensorflow:serving:request_count", { ...model, status: "INVALID_ARGUMENT" }, 2),
    sample(":tensorflow:serving:request_count", { ...model, status: "UNAVAILABLE" }, 3),
    sample(":tensorflow:serving:request_count", { model_name: "gone", status: "OK" }, 7),
    "# TYPE :tensorflow:serving:request_latency histogram",
    ...latency("OK", 50_000),
    ...(old ? [] : latency("UNAVAILABLE", 9)),
    "# TYPE :tensorflow:serving:runtime_latency histogram",
    ...histogram(
      ":tensorflow:serving:runtime_latency",
      { ...model, API: "Predict", runtime: "TF1" },
      [[10_000, 40]],
      120_000,
    ),
    ...(batching ? batched() : []),
  ]);
}

function batched(): string[] {
  const session = ":tensorflow:serving:batching_session";
  return [
    `# TYPE ${session}:processed_batch_size histogram`,
    ...histogram(`${session}:processed_batch_size`, {}, [[8, 10]], 64),
    `# TYPE ${session}:input_batch_size histogram`,
    ...histogram(`${session}:input_batch_size`, {}, [[8, 40]], 60),
    `# TYPE ${session}:queuing_latency histogram`,
    ...histogram(`${session}:queuing_latency`, { thread_pool_name: "resnet" }, [[1000, 40]], 8000),
  ];
}
