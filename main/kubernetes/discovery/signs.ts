import type { ServerKind } from "../../contract/index.ts";

export type ServingKind = Exclude<ServerKind, "embedded">;

/** How a kind of server is recognised in a pod, and where it listens by default. */
export interface Signs {
  readonly kind: ServingKind;
  readonly name: string;
  /** In the image's name, without registry and tag. */
  readonly image: RegExp;
  /** In the words of command and arguments. */
  readonly command: RegExp;
  /** The value of one of the labels that name an application. */
  readonly label: RegExp;
  readonly http: number;
  readonly grpc: number | null;
  /** Null: on the HTTP port. */
  readonly metrics: number | null;
  /** Arguments that set a port: the number follows, after `=` or as the next word. */
  readonly flags: Readonly<Partial<Record<"http" | "grpc" | "metrics", readonly string[]>>>;
  /** Whether its ports alone distinguish it from all others. */
  readonly knownByPorts: boolean;
}

/** Dynamo's workers run other modules of the same images and serve no clients. */
export const DYNAMO_FRONTEND = /dynamo\.frontend/;

/**
 * Images and ports as each project documents them: Triton (server docs/user_guide and deploy/k8s-onprem, 8000, 8001,
 * 8002), vLLM (docs/deployment/k8s.md, 8000), TorchServe (docs/configuration.md, 8080, 7070, 8082), TensorFlow Serving
 * (docs/docker.md, 8501, 8500), MLServer (docs/reference/settings.md, 8080, 8081, 8082), OpenVINO Model Server
 * (docs/parameters.md, --rest_port, --port), SGLang (docs/references/multi_node_deployment, 30000), llama.cpp (tools/server/README.md, 8080),
 * Ollama (docs/faq, 11434), Text Generation Inference (README.md, 80 in its image), trtllm-serve (its command line, 8000), Ray Serve (kuberay ray-operator/controllers/ray/utils/constant.go, 8000,
 * metrics 8080), KServe (pkg/constants/constants.go, 8080, 8081), Dynamo (docs of its frontend, `python3 -m dynamo.frontend --http-port`, 8000), the endpoint
 * picker (pkg/epp/server/options.go of v1.5.0, metrics 9090).
 */
export const SIGNS: readonly Signs[] = [
  {
    kind: "triton",
    name: "Triton",
    image: /(^|\/)(tritonserver|batchdeck)([-_].*)?$/,
    command: /(^|[\s/])(tritonserver|batchdeck serve)(\s|$)/,
    label: /^(triton|triton-inference-server|tritonserver|tritoninferenceserver)$/,
    http: 8000,
    grpc: 8001,
    metrics: 8002,
    flags: { http: ["--http-port"], grpc: ["--grpc-port"], metrics: ["--metrics-port"] },
    knownByPorts: true,
  },
  // Before the engines, whose names its images contain.
  {
    kind: "dynamo",
    name: "NVIDIA Dynamo",
    image: /(^|\/)ai-dynamo\/|(^|\/)dynamo-frontend$/,
    command: DYNAMO_FRONTEND,
    label: /^dynamo-frontend$/,
    http: 8000,
    grpc: null,
    metrics: null,
    flags: { http: ["--http-port"] },
    knownByPorts: false,
  },
  {
    kind: "endpointPicker",
    name: "the Gateway API Inference Extension",
    image: /(^|\/)gateway-api-inference-extension\/epp$/,
    command: /(^|[\s/])epp\s(.*\s)?--pool-name/,
    label: /^endpoint-picker$/,
    http: 9090,
    grpc: null,
    metrics: null,
    flags: { http: ["--metrics-port"] },
    knownByPorts: false,
  },
  {
    kind: "vllm",
    name: "vLLM",
    image: /(^|\/)vllm(-[a-z0-9-]+)?$|(^|\/)vllm\//,
    command: /(^|[\s/])vllm serve(\s|$)|vllm\.entrypoints\.openai/,
    label: /^vllm(-.*)?$/,
    http: 8000,
    grpc: null,
    metrics: null,
    flags: { http: ["--port"] },
    knownByPorts: false,
  },
  {
    kind: "sglang",
    name: "SGLang",
    image: /(^|\/)sglang(-[a-z0-9-]+)?$/,
    command: /sglang\.launch_server|(^|[\s/])sglang serve(\s|$)/,
    label: /^sglang(-.*)?$/,
    http: 30000,
    grpc: null,
    metrics: null,
    flags: { http: ["--port"] },
    knownByPorts: false,
  },
  {
    kind: "llamaCpp",
    name: "llama.cpp",
    image: /(^|\/)llama\.cpp$|(^|\/)llama-server$/,
    command: /(^|[\s/])llama-server(\s|$)/,
    label: /^(llama\.cpp|llama-?cpp|llama-server)$/,
    http: 8080,
    grpc: null,
    metrics: null,
    flags: { http: ["--port"] },
    knownByPorts: false,
  },
  {
    kind: "ollama",
    name: "Ollama",
    image: /(^|\/)ollama$/,
    command: /(^|[\s/])ollama serve(\s|$)/,
    label: /^ollama$/,
    http: 11434,
    grpc: null,
    metrics: null,
    flags: {},
    knownByPorts: false,
  },
  {
    kind: "tgi",
    name: "Text Generation Inference",
    image: /(^|\/)text-generation-inference$/,
    command: /(^|[\s/])text-generation-launcher(\s|$)/,
    label: /^(text-generation-inference|tgi)$/,
    http: 80,
    grpc: null,
    metrics: null,
    flags: { http: ["--port"] },
    knownByPorts: false,
  },
  {
    kind: "trtllm",
    name: "TensorRT-LLM",
    image: /(^|\/)trtllm-serve$/,
    command: /(^|[\s/])trtllm-serve(\s|$)/,
    label: /^(trtllm-serve|trtllm|tensorrt-llm)$/,
    http: 8000,
    grpc: null,
    metrics: null,
    flags: { http: ["--port"] },
    knownByPorts: false,
  },
  {
    kind: "torchserve",
    name: "TorchServe",
    image: /(^|\/)torchserve(-.*)?$/,
    command: /(^|[\s/])torchserve(\s|$)/,
    label: /^torchserve$/,
    http: 8080,
    grpc: 7070,
    metrics: 8082,
    flags: {},
    knownByPorts: false,
  },
  {
    kind: "tensorflowServing",
    name: "TensorFlow Serving",
    image: /(^|\/)tensorflow\/serving$|(^|\/)tensorflow-?serving(-.*)?$/,
    command: /(^|[\s/])tensorflow_model_server(\s|$)/,
    label: /^(tensorflow-serving|tf-?serving)$/,
    http: 8501,
    grpc: 8500,
    metrics: null,
    flags: { http: ["--rest_api_port"], grpc: ["--port"] },
    knownByPorts: true,
  },
  {
    kind: "mlserver",
    name: "MLServer",
    image: /(^|\/)mlserver(-.*)?$/,
    command: /(^|[\s/])mlserver start(\s|$)/,
    label: /^mlserver$/,
    http: 8080,
    grpc: 8081,
    metrics: 8082,
    flags: {},
    knownByPorts: false,
  },
  {
    kind: "openvino",
    name: "OpenVINO Model Server",
    image: /(^|\/)(openvino\/)?model_server(-.*)?$|(^|\/)ovms(-.*)?$/,
    command: /(^|[\s/])ovms(\s|$)/,
    label: /^(ovms|openvino-model-server)$/,
    http: 8000,
    grpc: 9000,
    metrics: null,
    flags: { http: ["--rest_port"], grpc: ["--port"] },
    knownByPorts: false,
  },
  {
    kind: "rayServe",
    name: "Ray Serve",
    image: /(^|\/)ray(-ml|-llm)?$/,
    command: /(^|[\s/])serve (run|deploy|start)(\s|$)/,
    label: /^ray-?serve$/,
    http: 8000,
    grpc: null,
    metrics: 8080,
    flags: {},
    knownByPorts: false,
  },
];

/** A container with KServe's protocol inside an InferenceService, whatever its image. */
export const KSERVE: Signs = {
  kind: "openInference",
  name: "KServe",
  image: /(^|\/)kserve\/[a-z]*server$|(^|\/)huggingfaceserver(-.*)?$/,
  command:
    /(^|\s)(-m\s+)?(sklearnserver|xgbserver|lgbserver|pmmlserver|paddleserver|huggingfaceserver)(\s|$)/,
  label: /^$/,
  http: 8080,
  grpc: 8081,
  metrics: null,
  flags: { http: ["--http_port"], grpc: ["--grpc_port"] },
  knownByPorts: false,
};
