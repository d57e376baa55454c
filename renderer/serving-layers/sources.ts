/** Sources of the claims, also listed in docs/serving-layers.md. */
export const SOURCES = {
  triton: {
    title: "Triton, README",
    url: "https://github.com/triton-inference-server/server/blob/main/README.md",
  },
  tritonTensorFlow: {
    title: "Triton, TensorFlow backend",
    url: "https://docs.nvidia.com/deeplearning/triton-inference-server/user-guide/docs/tensorflow_backend/README.html",
  },
  tritonVllm: {
    title: "Triton, vLLM backend",
    url: "https://docs.nvidia.com/deeplearning/triton-inference-server/user-guide/docs/vllm_backend/README.html",
  },
  vllm: {
    title: "vLLM, README",
    url: "https://github.com/vllm-project/vllm/blob/main/README.md",
  },
  vllmPrefixes: {
    title: "vLLM, automatic prefix caching",
    url: "https://docs.vllm.ai/en/latest/features/automatic_prefix_caching/",
  },
  openvino: {
    title: "OpenVINO Model Server, README",
    url: "https://github.com/openvinotoolkit/model_server/blob/main/README.md",
  },
  tensorflowServing: {
    title: "TensorFlow Serving, README",
    url: "https://github.com/tensorflow/serving/blob/master/README.md",
  },
  tensorflowServingConfig: {
    title: "TensorFlow Serving, configuration",
    url: "https://github.com/tensorflow/serving/blob/master/tensorflow_serving/g3doc/serving_config.md",
  },
  mlserver: { title: "MLServer, overview", url: "https://docs.seldon.ai/mlserver" },
  mlserverBatching: {
    title: "MLServer, adaptive batching",
    url: "https://github.com/SeldonIO/MLServer/blob/master/docs/user-guide/adaptive-batching.md",
  },
  rayServe: {
    title: "Ray Serve, overview",
    url: "https://docs.ray.io/en/latest/serve/index.html",
  },
  rayServeBatching: {
    title: "Ray Serve, dynamic request batching",
    url: "https://docs.ray.io/en/latest/serve/advanced-guides/dyn-req-batch.html",
  },
  kserve: {
    title: "KServe, README",
    url: "https://github.com/kserve/kserve/blob/master/README.md",
  },
  torchserve: {
    title: "TorchServe, notice of limited maintenance",
    url: "https://github.com/pytorch/serve/blob/master/docs/management_api.md",
  },
} as const;

export type SourceId = keyof typeof SOURCES;
