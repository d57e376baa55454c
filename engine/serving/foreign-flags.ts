/** Flags of tritonserver for what this engine does not have or does by itself, and why there is nothing to set. */
const FOREIGN: Readonly<Record<string, string>> = {
  "strict-model-config": "use --disable-auto-complete-config",
  "backend-directory": "the backends are part of the engine",
  "repoagent-directory": "there are no repository agents",
  "cache-directory": "the cache is part of the engine",
  "allow-client-shm": "there is no shared memory: tensors travel in requests",
  "pinned-memory-pool-byte-size": "there is no pinned memory pool",
  "cuda-memory-pool-byte-size": "there is no CUDA memory pool",
  "cuda-virtual-address-size": "there is no CUDA memory pool",
  "min-supported-compute-capability": "the runtime decides which GPUs it takes",
  "buffer-manager-thread-count": "buffers are pooled for each model",
  "model-load-thread-count": "models load side by side",
  "model-load-retry-count": "a load that failed is not repeated by itself",
  "model-load-gpu-limit": "memory of GPUs is not limited",
  "model-namespacing": "model names are unique",
  "host-policy": "threads are not pinned",
  "http-thread-count": "one event loop serves all connections",
  "http-header-forward-pattern": "headers are not handed to models",
  "grpc-infer-allocation-pool-size": "messages are not pooled",
  "grpc-infer-thread-count": "one event loop serves all connections",
  "grpc-header-forward-pattern": "metadata is not handed to models",
  "grpc-use-ssl": "put a proxy before the server",
  "allow-gpu-metrics": "GPU figures are not read",
  "allow-cpu-metrics": "CPU figures are always there",
  "metrics-interval-ms": "figures are read when they are asked for",
  "metrics-config": "the families are fixed",
  "log-file": "redirect stderr instead",
  "allow-sagemaker": "there is no SageMaker endpoint",
  "allow-vertex-ai": "there is no Vertex AI endpoint",
  "reuse-grpc-port": "a port belongs to one process",
  "reuse-http-port": "a port belongs to one process",
};

/** Why a flag of tritonserver's is not one of this server's; undefined where tritonserver has none of that name. */
export function foreignFlag(name: string): string | undefined {
  return Object.hasOwn(FOREIGN, name) ? FOREIGN[name] : undefined;
}
