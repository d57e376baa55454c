import type { ObservedKind, Reach } from "../kind.ts";
import { dynamo } from "../dynamo/index.ts";
import { startDynamo } from "../dynamo/testing/dynamo.ts";
import { endpointPicker } from "../endpoint-picker/index.ts";
import { startEndpointPicker } from "../endpoint-picker/testing/endpoint-picker.ts";
import { llamaCpp } from "../llama-cpp/index.ts";
import { startLlamaCpp } from "../llama-cpp/testing/llama-cpp.ts";
import { ollama } from "../ollama/index.ts";
import { startOllama } from "../ollama/testing/ollama.ts";
import { openai } from "../openai/index.ts";
import { startOpenAi } from "../openai/testing/openai.ts";
import { sglang } from "../sglang/index.ts";
import { startSglang } from "../sglang/testing/sglang.ts";
import { tgi } from "../tgi/index.ts";
import { startTgi } from "../tgi/testing/tgi.ts";
import { trtllm } from "../trtllm/index.ts";
import { startTrtllm } from "../trtllm/testing/trtllm.ts";
import { mlserver } from "../mlserver/index.ts";
import { startMlserver } from "../mlserver/testing/mlserver.ts";
import { openInference } from "../open-inference/index.ts";
import { startKserve } from "../open-inference/testing/kserve.ts";
import { openvino } from "../openvino/index.ts";
import { startOpenvino } from "../openvino/testing/openvino.ts";
import { rayServe } from "../ray-serve/index.ts";
import { startRayServe } from "../ray-serve/testing/ray-serve.ts";
import { tensorflowServing } from "../tensorflow-serving/index.ts";
import { startTensorflowServing } from "../tensorflow-serving/testing/tensorflow-serving.ts";
import { torchserve } from "../torchserve/index.ts";
import { startTorchServe } from "../torchserve/testing/torchserve-server.ts";
import { vllm } from "../vllm/index.ts";
import { startRecordedVllm } from "../vllm/testing/recorded.ts";
import { startVllm } from "../vllm/testing/vllm-server.ts";

/** Every kind with a server of its own documents. */
export const kindsWithServers: readonly [
  ObservedKind,
  () => Promise<{ readonly reach: Reach } & AsyncDisposable>,
][] = [
  [vllm, () => startVllm("v1")],
  [vllm, () => startRecordedVllm()],
  [sglang, () => startSglang()],
  [llamaCpp, () => startLlamaCpp()],
  [ollama, () => startOllama()],
  [tgi, () => startTgi()],
  [trtllm, () => startTrtllm()],
  [dynamo, () => startDynamo()],
  [endpointPicker, () => startEndpointPicker()],
  [openai, () => startOpenAi({ metrics: "requests_total 5\n" })],
  [mlserver, () => startMlserver()],
  [openInference, () => startKserve()],
  [openvino, () => startOpenvino()],
  [rayServe, () => startRayServe()],
  [tensorflowServing, () => startTensorflowServing()],
  [torchserve, () => startTorchServe("0.12.0")],
];
