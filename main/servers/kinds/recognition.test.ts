import { expect, it } from "vitest";
import type { ObservedKind } from "./kind.ts";
import { mlserver } from "./mlserver/index.ts";
import { startMlserver } from "./mlserver/testing/mlserver.ts";
import { openInference } from "./open-inference/index.ts";
import { startKserve } from "./open-inference/testing/kserve.ts";
import { openvino } from "./openvino/index.ts";
import { startOpenvino } from "./openvino/testing/openvino.ts";
import { rayServe } from "./ray-serve/index.ts";
import { startRayServe } from "./ray-serve/testing/ray-serve.ts";
import { tensorflowServing } from "./tensorflow-serving/index.ts";
import { startTensorflowServing } from "./tensorflow-serving/testing/tensorflow-serving.ts";
import { type Product, startProduct } from "./testing/product.ts";
import { vllm } from "./vllm/index.ts";
import { startVllm } from "./vllm/testing/vllm-server.ts";

const KINDS: readonly ObservedKind[] = [
  vllm,
  rayServe,
  tensorflowServing,
  mlserver,
  openvino,
  openInference,
];

const PRODUCTS: readonly (readonly [string, () => Promise<Product>, string[]])[] = [
  ["vLLM", () => startVllm("now"), ["vllm"]],
  ["Ray Serve", () => startRayServe(), ["rayServe"]],
  ["TensorFlow Serving", () => startTensorflowServing(), ["tensorflowServing"]],
  [
    "TensorFlow Serving without metrics",
    () => startTensorflowServing({ metrics: null }),
    ["tensorflowServing"],
  ],
  ["MLServer", () => startMlserver(), ["mlserver"]],
  ["OpenVINO Model Server", () => startOpenvino(), ["openvino"]],
  ["OpenVINO Model Server with language models", () => startOpenvino({ chat: true }), ["openvino"]],
  ["KServe", () => startKserve(), ["openInference"]],
  ["any web server", () => startProduct(() => ({ body: "<html>Welcome</html>" })), []],
  ["one that answers JSON to everything", () => startProduct(() => ({ body: {} })), []],
  ["one that knows nothing", () => startProduct(() => undefined), []],
];

it.each(PRODUCTS)("%s is recognised by its own kind and by no other", async (_, start, kinds) => {
  await using product = await start();
  const found: string[] = [];
  for (const kind of KINDS) {
    if (await kind.recognise(product.reach, () => {})) found.push(kind.kind);
  }
  expect(found).toEqual(kinds);
  expect(product.requests.every((request) => request.startsWith("GET "))).toBe(true);
});
