import type { Case } from "./questions.ts";
import type { SourceId } from "./sources.ts";

export interface Claim {
  readonly text: string;
  readonly source: SourceId;
}

interface Rule extends Claim {
  readonly when: Case;
}

export interface Layer {
  readonly name: string;
  /** Short description. */
  readonly what: string;
  /** Workloads that it can serve; it isn't offered for others. */
  readonly serves: Case;
  /** Why it fits; `weight`: 3 if that is its purpose, 1 if it is merely possible. */
  readonly reasons: readonly (Rule & { readonly weight: 1 | 2 | 3 })[];
  readonly caveats: readonly Rule[];
}

export const LAYERS: readonly Layer[] = [
  {
    name: "vLLM",
    what: "An engine and server for language models",
    serves: { served: ["llm"] },
    reasons: [
      {
        when: { served: ["llm"] },
        weight: 3,
        text: "Made for language models: incoming requests are batched continuously, and the memory of attention’s keys and values is kept in pages.",
        source: "vllm",
      },
      {
        when: { served: ["llm"] },
        weight: 1,
        text: "Prompts that begin alike, such as a system prompt, a document or a conversation, are computed once: automatic prefix caching.",
        source: "vllmPrefixes",
      },
      {
        when: { hardware: ["accelerator", "nvidia"] },
        weight: 1,
        text: "Runs on NVIDIA and AMD GPUs, on TPUs and on AWS Neuron.",
        source: "vllm",
      },
      {
        when: { hardware: ["intel", "cpu"] },
        weight: 1,
        text: "Runs on Intel CPUs and GPUs, AMD and PowerPC CPUs, too.",
        source: "vllm",
      },
    ],
    caveats: [
      {
        when: { steps: ["several"] },
        text: "It serves the language model only: other models and steps of a request need a layer of their own in front.",
        source: "vllm",
      },
    ],
  },
  {
    name: "Triton",
    what: "A server for models of many frameworks",
    serves: { served: ["llm", "network", "savedModel", "classical", "python"] },
    reasons: [
      {
        when: { served: ["network"] },
        weight: 3,
        text: "Serves TensorRT, ONNX, PyTorch and OpenVINO models side by side, several at once on one GPU, and joins single requests into batches as they wait: dynamic batching.",
        source: "triton",
      },
      {
        when: { served: ["savedModel"] },
        weight: 1,
        text: "Has a backend for TensorFlow 2, so it serves SavedModels together with other models.",
        source: "tritonTensorFlow",
      },
      {
        when: { served: ["classical"] },
        weight: 1,
        text: "Serves XGBoost, LightGBM and scikit-learn forests through the Forest Inference Library.",
        source: "triton",
      },
      {
        when: { served: ["python"] },
        weight: 2,
        text: "Python code runs as a backend and has dynamic batching and concurrent execution as the others do.",
        source: "triton",
      },
      {
        when: { served: ["llm"] },
        weight: 1,
        text: "Runs vLLM as one of its backends: for serving language models together with other models.",
        source: "tritonVllm",
      },
      {
        when: { steps: ["several"], served: ["network", "savedModel", "classical", "python"] },
        weight: 1,
        text: "An ensemble runs several models for one request inside the server.",
        source: "triton",
      },
    ],
    caveats: [
      {
        when: { served: ["llm"] },
        text: "Batching and paging are vLLM’s own there; Triton hands each request on as it comes.",
        source: "tritonVllm",
      },
      {
        when: { served: ["savedModel"] },
        text: "Its TensorFlow backend supports TensorFlow 2 only, and keeps GPU memory until the process ends.",
        source: "tritonTensorFlow",
      },
    ],
  },
  {
    name: "OpenVINO Model Server",
    what: "A server for models on Intel’s hardware",
    serves: { served: ["llm", "network", "savedModel"] },
    reasons: [
      {
        when: { hardware: ["intel"] },
        weight: 3,
        text: "Made for Intel’s architectures: models run in OpenVINO, behind the interfaces of KServe and TensorFlow Serving.",
        source: "openvino",
      },
      {
        when: { served: ["network", "savedModel"], hardware: ["intel"] },
        weight: 1,
        text: "Takes ONNX, TensorFlow and PaddlePaddle models as well as OpenVINO’s own.",
        source: "openvino",
      },
      {
        when: { served: ["llm"], hardware: ["intel"] },
        weight: 1,
        text: "Generates text behind OpenAI’s interface, with continuous batching.",
        source: "openvino",
      },
      {
        when: { steps: ["several"], hardware: ["intel"] },
        weight: 1,
        text: "Several models and nodes of your own make a graph inside the server.",
        source: "openvino",
      },
    ],
    caveats: [
      {
        when: { served: ["network"] },
        text: "Models run through OpenVINO: a TensorRT engine or a TorchScript file has to be converted from its origin.",
        source: "openvino",
      },
    ],
  },
  {
    name: "TensorFlow Serving",
    what: "TensorFlow’s own server",
    serves: { served: ["savedModel"] },
    reasons: [
      {
        when: { served: ["savedModel"] },
        weight: 3,
        text: "Made for TensorFlow’s models: several versions of a model at once, for canaries and tests, and a scheduler that groups requests into batches.",
        source: "tensorflowServing",
      },
    ],
    caveats: [
      {
        when: {},
        text: "Batching has to be switched on with --enable_batching, metrics with --monitoring_config_file and --rest_api_port.",
        source: "tensorflowServingConfig",
      },
      {
        when: { steps: ["several"] },
        text: "Out of the box it serves TensorFlow models only: steps between models need a layer of their own.",
        source: "tensorflowServing",
      },
    ],
  },
  {
    name: "MLServer",
    what: "A Python server for machine learning models",
    serves: { served: ["classical", "python"] },
    reasons: [
      {
        when: { served: ["classical"] },
        weight: 3,
        text: "Runtimes for scikit-learn, XGBoost, LightGBM, CatBoost and MLflow come with it, behind KServe’s version 2.",
        source: "mlserver",
      },
      {
        when: { served: ["python"] },
        weight: 2,
        text: "A runtime of your own is a Python class; a pool of workers runs inference in parallel.",
        source: "mlserver",
      },
      {
        when: { where: ["kubernetes"] },
        weight: 1,
        text: "It is the Python server of KServe and Seldon Core.",
        source: "mlserver",
      },
    ],
    caveats: [
      {
        when: {},
        text: "Requests are batched only where max_batch_size and max_batch_time are set: adaptive batching is off by default.",
        source: "mlserverBatching",
      },
    ],
  },
  {
    name: "Ray Serve",
    what: "Python services over a cluster",
    serves: { served: ["python", "llm", "network", "classical"] },
    reasons: [
      {
        when: { served: ["python"] },
        weight: 3,
        text: "Models and business logic are Python code, of any framework, and each part scales by itself over many machines.",
        source: "rayServe",
      },
      {
        when: { steps: ["several"] },
        weight: 2,
        text: "Particularly suited to composing several models and steps into one service.",
        source: "rayServe",
      },
      {
        when: { served: ["llm"] },
        weight: 1,
        text: "Spreads a language model over several GPUs and machines, and streams its answers.",
        source: "rayServe",
      },
    ],
    caveats: [
      {
        when: {},
        text: "It runs on a Ray cluster, which has to be run as well.",
        source: "rayServe",
      },
      {
        when: {},
        text: "Requests are batched only where the code says so, with the decorator @serve.batch.",
        source: "rayServeBatching",
      },
    ],
  },
];

/** Complements a serving layer rather than replacing one. */
export const PLATFORM: Claim & { readonly name: string } = {
  name: "KServe",
  text: "On Kubernetes it wraps the layer: an InferenceService brings autoscaling down to zero, health checks, canary rollouts and graphs of models, for predictive and generative models alike.",
  source: "kserve",
};

export const TO_LEAVE: Claim & { readonly name: string } = {
  name: "TorchServe",
  text: "No longer actively maintained: no updates, bug fixes or security patches are planned. Do not begin with it; move what it serves to one of the layers above.",
  source: "torchserve",
};
