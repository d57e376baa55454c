import fs from "node:fs";
import { type Product, startProduct } from "../../testing/product.ts";

const model = {
  id: "tiny",
  object: "model",
  created: 1_795_538_041,
  owned_by: "vllm",
  root: "/models/tiny",
  parent: null,
  max_model_len: 2048,
  permission: [{ id: "modelperm-b2e5c295ea813ee9", object: "model_permission" }],
};

/** As vLLM 0.32.0 for CPUs answered while it worked on six requests; of /metrics what begins with `vllm:`, and its start. */
const RECORDED: Readonly<Record<string, unknown>> = {
  "/version": { version: "0.32.0" },
  "/health": "",
  "/load": { server_load: 0 },
  "/v1/models": { object: "list", data: [model] },
  "/metrics": fs.readFileSync(new URL("recorded-0.32.0.txt", import.meta.url), "utf8"),
};

export function startRecordedVllm(): Promise<Product> {
  return startProduct(
    (method, path) => {
      const body = method === "GET" ? RECORDED[path] : undefined;
      return body === undefined ? undefined : { body };
    },
    { detail: "Not Found" },
  );
}
