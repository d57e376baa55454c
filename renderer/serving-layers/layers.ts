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
        text: "Made for language models: continuous batching of incoming requests, and paged attention.",
        source: "vllm",
      },
      {
        when: { served: ["llm"] },
        weight: 1,
        text: "Prompts with a common prefix, such as a system prompt, a document or a conversation, are computed once: automatic prefix caching.",
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
        text: "Also runs on Intel CPUs and GPUs, and on AMD and PowerPC CPUs.",
        source: "vllm",
      },
    ],
    caveats: [
      {
        when: { steps: ["several"] },
        text: "It only serves the language model: other models and steps of a request need another layer in front.",
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
        text: "Serves TensorRT, ONNX, PyTorch and OpenVINO models at once, several on one GPU, and joins waiting requests into batches: dynamic batching.",
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
        text: "Python code runs as a backend, with dynamic batching and concurrent execution like the others.",
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
        text: "Batching and paging are vLLM’s own there; Triton passes on each request as it arrives.",
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
        text: "Loads ONNX, TensorFlow and PaddlePaddle models as well as OpenVINO’s own.",
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
        text: "Several models and custom nodes form a graph inside the server.",
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
        text: "By default it only serves TensorFlow models: steps between models need another layer.",
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
        text: "Includes runtimes for scikit-learn, XGBoost, LightGBM, CatBoost and MLflow, with the Open Inference Protocol.",
        source: "mlserver",
      },
      {
        when: { served: ["python"] },
        weight: 2,
        text: "A custom runtime is a Python class; a pool of workers runs inference in parallel.",
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
        text: "Requests are only batched if max_batch_size and max_batch_time are set: adaptive batching is off by default.",
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
        text: "Models and business logic are Python code, with any framework, and each part scales independently over many machines.",
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
        text: "Distributes a language model over several GPUs and machines, and streams its responses.",
        source: "rayServe",
      },
    ],
    caveats: [
      {
        when: {},
        text: "It requires a Ray cluster.",
        source: "rayServe",
      },
      {
        when: {},
        text: "Requests are only batched where the code requests it, with the decorator @serve.batch.",
        source: "rayServeBatching",
      },
    ],
  },
];

/** Complements a serving layer rather than replacing one. */
export const PLATFORM: Claim & { readonly name: string } = {
  name: "KServe",
  text: "On Kubernetes it runs the layer: an InferenceService adds autoscaling to zero, health checks, canary rollouts and inference graphs, for predictive and generative models.",
  source: "kserve",
};

export const TO_LEAVE: Claim & { readonly name: string } = {
  name: "TorchServe",
  text: "No longer actively maintained: no updates, bug fixes or security patches are planned. Don’t start with it; migrate its models to one of the layers above.",
  source: "torchserve",
};
