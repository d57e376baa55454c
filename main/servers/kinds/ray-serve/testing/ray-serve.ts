import { histogram, page, sample } from "../../testing/exposition-text.ts";
import { httpTo, type Product, startProduct } from "../../testing/product.ts";

export interface RayServeOptions {
  /** `null`: no metrics address is given, so that the dashboard is used. */
  readonly metrics?: string | null;
  /** 2.6: one label for application and deployment, counters without _total. next: the names that Ray 3.0 keeps. */
  readonly release?: "2.6" | "2.44" | "next";
  readonly session?: string;
}

/**
 * A cluster with the application `text`: deployments Translator (2 of 3 replicas) and Summarizer (failed), after
 * ray-project/ray: python/ray/serve/schema.py (ServeInstanceDetails), doc/source/serve/monitoring.md at 042b2a5 and
 * python/ray/serve/tests/test_metrics.py (names and labels), java/serve RayServeMetrics.java (names of Ray 3.0 next to
 * those it deprecates), python/ray/serve/batching.py (batch sizes), dashboard /api/version.
 */
export async function startRayServe(options: RayServeOptions = {}): Promise<Product> {
  const { release = "2.44", session = "session_2026-11-01_10-00-00_1", metrics } = options;
  const dashboard = await startProduct((method, path) => {
    if (method !== "GET") return undefined;
    if (path === "/api/version")
      return {
        body: {
          version: "4",
          ray_version: `${release}.0`,
          ray_commit: "abc",
          session_name: session,
        },
      };
    return path === "/api/serve/applications/" ? { body: DETAILS } : undefined;
  });
  if (metrics === null) return dashboard;
  const text = metrics ?? exported(release);
  const node = await startProduct((_, path) => (path === "/metrics" ? { body: text } : undefined));
  const http = httpTo(node.address);
  return {
    ...dashboard,
    reach: { ...dashboard.reach, metrics: http },
    [Symbol.asyncDispose]: async () => {
      http[Symbol.dispose]();
      await dashboard[Symbol.asyncDispose]();
      await node[Symbol.asyncDispose]();
    },
  };
}

/** The port where clients are served, which is not the dashboard's. */
export function startRayProxy(): Promise<Product> {
  return startProduct((_, path) => {
    if (path === "/-/routes") return { body: { "/": "text" } };
    return path === "/-/healthz" ? { body: "success" } : undefined;
  });
}

const replica = (state: string) => ({ replica_id: "r", state, pid: 1, start_time_s: 1 });

const DETAILS = {
  deploy_mode: "MULTI_APP",
  controller_info: { actor_id: "a" },
  proxies: {},
  target_capacity: null,
  applications: {
    text: {
      name: "text",
      route_prefix: "/",
      status: "RUNNING",
      message: "",
      deployments: {
        Translator: {
          name: "Translator",
          status: "UPSCALING",
          message: "",
          target_num_replicas: 3,
          replicas: [replica("RUNNING"), replica("RUNNING"), replica("STARTING")],
        },
        Summarizer: {
          name: "Summarizer",
          status: "DEPLOY_FAILED",
          message: "ImportError: no module named torch",
          target_num_replicas: 1,
          replicas: [],
        },
      },
    },
  },
};

function exported(release: "2.6" | "2.44" | "next"): string {
  const old = release === "2.6";
  const next = release === "next";
  const translator = old
    ? { deployment: "text_Translator" }
    : { deployment: "Translator", application: "text" };
  const first = { ...translator, replica: "a" };
  const second = { ...translator, replica: "b" };
  const total = old ? "" : "_total";
  const queued = next
    ? "ray_serve_router_num_queued_requests"
    : "ray_serve_deployment_queued_queries";
  const ongoing = next
    ? "ray_serve_replica_num_ongoing_requests"
    : "ray_serve_replica_processing_queries";
  const work = "ray_serve_deployment_processing_latency_ms";
  const wait = old
    ? "ray_serve_deployment_queuing_latency_ms"
    : "ray_serve_request_router_fulfillment_time_ms";
  return page([
    sample(`ray_serve_deployment_request_counter${total}`, { ...first, route: "/" }, 30),
    sample(`ray_serve_deployment_request_counter${total}`, { ...second, route: "/" }, 10),
    sample(queued, translator, 5),
    sample(ongoing, first, 2),
    sample(ongoing, second, 1),
    ...histogram(work, first, [[100, 30]], 1500),
    ...histogram(work, second, [[100, 10]], 500),
    ...histogram(wait, translator, [[10, 40]], 200),
    ...(next ? histogram("ray_serve_actual_batch_size", first, [[8, 5]], 20) : []),
    sample("ray_node_cpu_utilization", { ip: "10.0.0.1" }, 40),
    sample("ray_node_mem_used", { ip: "10.0.0.1" }, 2 ** 30),
    sample("ray_node_gpus_utilization", { ip: "10.0.0.1", ...(!old && { GpuIndex: "0" }) }, 70),
  ]);
}
