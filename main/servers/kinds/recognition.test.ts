import { expect, it } from "vitest";
import { OBSERVED_KINDS } from "./index.ts";
import { startLlamaCpp } from "./llama-cpp/testing/llama-cpp.ts";
import { startOllama } from "./ollama/testing/ollama.ts";
import { startOpenAi } from "./openai/testing/openai.ts";
import { startDynamo } from "./dynamo/testing/dynamo.ts";
import { startEndpointPicker } from "./endpoint-picker/testing/endpoint-picker.ts";
import { startSglang } from "./sglang/testing/sglang.ts";
import { startTgi } from "./tgi/testing/tgi.ts";
import { startTrtllm } from "./trtllm/testing/trtllm.ts";
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
  ["vLLM", () => startVllm("now"), ["vllm", "openai"]],
  ["SGLang", () => startSglang(), ["sglang", "openai"]],
  ["llama.cpp", () => startLlamaCpp(), ["llamaCpp", "openai"]],
  ["llama.cpp that loads", () => startLlamaCpp({ loading: true }), ["llamaCpp"]],
  ["Ollama", () => startOllama(), ["ollama", "openai"]],
  ["Text Generation Inference", () => startTgi(), ["tgi", "openai"]],
  ["trtllm-serve", () => startTrtllm(), ["trtllm", "openai"]],
  ["NVIDIA Dynamo", () => startDynamo(), ["dynamo", "openai"]],
  ["the endpoint picker", () => startEndpointPicker(), ["endpointPicker"]],
  ["an OpenAI-compatible server", () => startOpenAi(), ["openai"]],
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

/** The generic OpenAI kind is tried last, and accepts any server with that interface. */
it.each(PRODUCTS)("%s is recognised by its own kind and by no other", async (_, start, kinds) => {
  await using product = await start();
  const found: string[] = [];
  for (const kind of OBSERVED_KINDS) {
    if (await kind.recognise(product.reach, () => {})) found.push(kind.kind);
  }
  expect(found).toEqual(kinds);
  expect(product.requests.filter((request) => !/^(GET|OPTIONS) /.test(request))).toEqual([]);
});
