import { expect, it } from "vitest";
import { OBSERVED_KINDS } from "./index.ts";
import { startMlserver } from "./mlserver/testing/mlserver.ts";
import { startKserve } from "./open-inference/testing/kserve.ts";
import { startOpenvino } from "./openvino/testing/openvino.ts";
import { startRayServe } from "./ray-serve/testing/ray-serve.ts";
import { startTensorflowServing } from "./tensorflow-serving/testing/tensorflow-serving.ts";
import { type Product, startProduct } from "./testing/product.ts";
import { startTorchServe } from "./torchserve/testing/torchserve-server.ts";
import { startVllm } from "./vllm/testing/vllm-server.ts";

async function torchServe(): Promise<Product> {
  const { management, reach, ...server } = await startTorchServe("0.12.0");
  return { ...management, reach, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

const PRODUCTS: readonly (readonly [string, () => Promise<Product>, string[]])[] = [
  ["vLLM", () => startVllm("now"), ["vllm"]],
  ["TorchServe", torchServe, ["torchserve"]],
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
  for (const kind of OBSERVED_KINDS) {
    if (await kind.recognise(product.reach, () => {})) found.push(kind.kind);
  }
  expect(found).toEqual(kinds);
  expect(product.requests.filter((request) => !/^(GET|OPTIONS) /.test(request))).toEqual([]);
});
