import { type Page as Answer, type Product, startProduct } from "../../testing/product.ts";
import { DIALECTS, type DialectName } from "./dialects.ts";
import { idle, formatMetrics, type VllmState } from "./format-metrics.ts";

export interface VllmServer extends Product {
  /** The exported values; tests change them. */
  readonly state: VllmState;
}

/**
 * vLLM's OpenAI-compatible server in little: /version, /health, /load and /v1/models as in vllm-project/vllm,
 * vllm/entrypoints/serve/instrumentator/{basic,health}.py and vllm/entrypoints/openai/protocol.py (ModelCard); 401 as in
 * vllm/entrypoints/serve/middleware/authenticate.py at baaf6e9c171b38e155d4191ac29f3a4a08817146, which guards /v1.
 */
export async function startVllm(dialect: DialectName): Promise<VllmServer> {
  const state = idle(DIALECTS[dialect]);
  const product = await startProduct(
    (method, path) => {
      if (method !== "GET") return undefined;
      return answer(state, path);
    },
    { detail: "Not Found" },
  );
  return Object.assign(product, { state });
}

function answer(state: VllmState, path: string): Answer | undefined {
  if (state.locked && path.startsWith("/v1"))
    return { status: 401, body: { error: "Unauthorized" } };
  switch (path) {
    case "/version":
      return { body: { version: state.dialect.version } };
    case "/health":
      return { status: state.dead ? 503 : 200, body: "" };
    case "/load":
      return { body: { server_load: state.load } };
    case "/v1/models":
      return { body: { object: "list", data: state.models.map(card) } };
    case "/metrics":
      return state.metrics === "missing" ? undefined : { body: formatMetrics(state) };
    default:
      return undefined;
  }
}

function card({ id, root, parent }: VllmState["models"][number]) {
  return {
    id,
    object: "model",
    created: 1_790_000_000,
    owned_by: "vllm",
    root,
    parent,
    max_model_len: parent === null ? 8192 : null,
  };
}
