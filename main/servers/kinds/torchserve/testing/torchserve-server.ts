import { type Page, type Product, startProduct } from "../../testing/product.ts";
import type { Reach } from "../../kind.ts";
import { apiDescription, manage, NOT_FOUND } from "./torchserve-management.ts";
import { formatMetrics } from "./torchserve-metrics.ts";
import { freshState, type TorchServeState } from "./torchserve-state.ts";

export interface TorchServe extends AsyncDisposable {
  readonly state: TorchServeState;
  readonly management: Product;
  readonly inference: Product;
  readonly metrics: Product;
  /** HTTP to the management address, and the metrics address. */
  readonly reach: Reach;
  /** Starts the requested workers. */
  settle(): void;
}

/**
 * TorchServe in little, its three addresses: pytorch/serve,
 * frontend/server/src/main/java/org/pytorch/serve/http/api/rest (handlers), …/http/HttpRequestHandler.java (status of
 * each rejection), docs/management_api.md and docs/inference_api.md.
 */
export async function startTorchServe(release: TorchServeState["release"]): Promise<TorchServe> {
  const state = freshState(release);
  const management = await startProduct(
    (method, url) => locked(state) ?? manage(state, method, url),
    NOT_FOUND,
  );
  const inference = await startProduct(
    (method, url) => locked(state) ?? infer(state, method, url),
    NOT_FOUND,
  );
  const metrics = await startProduct(
    (method, url) =>
      method === "GET" && url.startsWith("/metrics") ? { body: formatMetrics(state) } : undefined,
    NOT_FOUND,
  );
  return {
    state,
    management,
    inference,
    metrics,
    reach: { http: management.reach.http, metrics: metrics.reach.http, grpc: null },
    settle: () => {
      for (const start of state.starting.splice(0)) start();
    },
    [Symbol.asyncDispose]: async () => {
      for (const each of [management, inference, metrics]) await each[Symbol.asyncDispose]();
    },
  };
}

/** …/http/TokenAuthorizationHandler.java: a ModelException, so that it is a 400. */
function locked({ locked }: TorchServeState): Page | undefined {
  if (!locked) return undefined;
  return {
    status: 400,
    body: {
      code: 400,
      type: "InvalidKeyException",
      message:
        "Token Authorization failed. Token either incorrect, expired, or not provided correctly",
    },
  };
}

function infer(state: TorchServeState, method: string, url: string): Page | undefined {
  if (url === "/ping") return { body: { status: "Healthy" } };
  if (url === "/api-description")
    return { body: apiDescription(state, "/predictions/{model_name}") };
  return method === "OPTIONS" ? { body: {} } : undefined;
}
