import type { Flag } from "./flag-values.ts";
import { restrictableNames } from "./restriction-flags.ts";

const FALSE = /^(false|0|off)$/i;
const PAIR = /^[^:]+:[^:]+$/;
const SETTING = /^[^,=]+,[^,=]+=.+$/;

const CONNECTIONS = "connections are not ended by their age: end them at the load balancer";
const PINGS = "connections are checked every few seconds in a way of its own";

/**
 * tritonserver's command line in the order of its `--help` (2.73), followed by our own flags
 * (SERVING-1 to SERVING-4).
 */
export const FLAGS: readonly Flag[] = [
  { name: "id", value: "NAME", help: "name in the server's metadata (default batchdeck)" },
  {
    name: "exit-timeout-secs",
    value: "N",
    help: "seconds requests may take when stopping (default 30)",
  },

  { name: "log-verbose", value: "N", help: "from 1, log each request in one line (default 0)" },
  {
    name: "log-info",
    value: "BOOL",
    help: "log the models at the start, loads, unloads and stopping (default true)",
  },
  { name: "log-warning", value: "BOOL", help: "log warnings (default true)" },
  { name: "log-error", value: "BOOL", help: "log errors (default true)" },
  {
    name: "log-format",
    value: "FORMAT",
    help: "default or ISO8601: how lines begin (default default)",
  },
  {
    name: "log-file",
    value: "FILE",
    help: "log to a file",
    missing: { neutral: /^$/, reason: "the log is written to stderr: redirect it with 2>FILE" },
  },

  {
    name: "model-store",
    value: "DIR",
    help: "the same as --model-repository",
    sameAs: "model-repository",
  },
  {
    name: "model-repository",
    value: "DIR",
    help: "directory that holds one directory for each model, or s3://, gs:// or as:// URL of one; required; repeatable",
  },
  {
    name: "exit-on-error",
    value: "BOOL",
    help: "end when a model fails to load at the start (default true)",
  },
  {
    name: "disable-auto-complete-config",
    help: "do not complete configurations from model files",
  },
  {
    name: "strict-readiness",
    value: "BOOL",
    help: "ready only while every model is ready (default true)",
  },
  {
    name: "model-control-mode",
    value: "MODE",
    help: "none, poll or explicit (default none)",
  },
  {
    name: "repository-poll-secs",
    value: "N",
    help: "poll mode: seconds between looks at the repository (default 15)",
  },
  {
    name: "load-model",
    value: "NAME",
    help: "explicit mode: load at the start; repeatable, * for all",
  },
  {
    name: "model-config-name",
    value: "NAME",
    help: "read configs/NAME.pbtxt of each model that has it, else its config.pbtxt",
  },
  {
    name: "model-load-thread-count",
    value: "N",
    help: "threads that load models",
    idle: "models load side by side",
  },
  {
    name: "model-load-retry-count",
    value: "N",
    help: "how often a failed load is repeated",
    missing: {
      neutral: /^0$/,
      reason:
        "a failed load is not repeated: call the load again, or use --model-control-mode=poll",
    },
  },
  {
    name: "model-namespacing",
    value: "BOOL",
    help: "models of one name in several repositories",
    missing: { neutral: FALSE, reason: "this server has one repository, where names are unique" },
  },
  {
    name: "enable-peer-access",
    value: "BOOL",
    help: "GPUs read each other's memory",
    idle: "an instance uses one GPU",
  },

  { name: "allow-http", value: "BOOL", help: "serve HTTP (default true)" },
  {
    name: "http-address",
    value: "HOST",
    help: "(default 127.0.0.1; tritonserver's is 0.0.0.0)",
  },
  { name: "http-port", value: "N", help: "0 for any free one (default 8000)" },
  {
    name: "reuse-http-port",
    value: "BOOL",
    help: "several servers on one port",
    missing: {
      neutral: FALSE,
      reason: "a port belongs to one process: put a load balancer in front of several",
    },
  },
  {
    name: "http-header-forward-pattern",
    value: "REGEX",
    help: "hand headers to models as parameters",
    idle: "no backend here reads parameters of requests",
  },
  {
    name: "http-thread-count",
    value: "N",
    help: "threads for HTTP",
    idle: "one event loop serves all connections",
  },
  {
    name: "http-max-input-size",
    value: "N",
    help: "most bytes of a request's body (default 67108864)",
  },
  {
    name: "http-restricted-api",
    value: "APIS:KEY=VALUE",
    help: `needs the header KEY with VALUE for some of ${restrictableNames}; repeatable`,
  },

  { name: "allow-grpc", value: "BOOL", help: "serve gRPC (default true)" },
  {
    name: "grpc-address",
    value: "HOST",
    help: "(default 127.0.0.1; tritonserver's is 0.0.0.0)",
  },
  { name: "grpc-port", value: "N", help: "0 for any free one (default 8001)" },
  {
    name: "reuse-grpc-port",
    value: "BOOL",
    help: "several servers on one port",
    missing: {
      neutral: FALSE,
      reason: "a port belongs to one process: put a load balancer in front of several",
    },
  },
  {
    name: "grpc-header-forward-pattern",
    value: "REGEX",
    help: "hand metadata to models as parameters",
    idle: "no backend here reads parameters of requests",
  },
  {
    name: "grpc-infer-thread-count",
    value: "N",
    help: "threads for gRPC inference, 2 to 128",
    shape: /^([2-9]|[1-9][0-9]|1[01][0-9]|12[0-8])$/,
    idle: "one event loop serves all connections",
  },
  {
    name: "grpc-infer-allocation-pool-size",
    value: "N",
    help: "messages that are kept for reuse",
    idle: "messages are not pooled",
  },
  {
    name: "grpc-max-response-pool-size",
    value: "N",
    help: "responses that are kept for reuse",
    idle: "messages are not pooled",
  },
  { name: "grpc-use-ssl", value: "BOOL", help: "serve gRPC over TLS (default false)" },
  {
    name: "grpc-use-ssl-mutual",
    value: "BOOL",
    help: "serve gRPC over TLS to clients with a certificate of --grpc-root-cert (default false)",
  },
  { name: "grpc-server-cert", value: "FILE", help: "PEM of the server's certificate" },
  { name: "grpc-server-key", value: "FILE", help: "PEM of its key, without a passphrase" },
  { name: "grpc-root-cert", value: "FILE", help: "PEM of the authority of clients' certificates" },
  {
    name: "grpc-infer-response-compression-level",
    value: "LEVEL",
    help: "none, low, medium or high",
    shape: /^(none|low|medium|high)$/,
    missing: {
      neutral: /^none$/,
      reason:
        "responses are compressed for requests that are compressed, and not otherwise: compress requests",
    },
  },
  { name: "grpc-keepalive-time", value: "N", help: "ms between pings", idle: PINGS },
  { name: "grpc-keepalive-timeout", value: "N", help: "ms a ping may take", idle: PINGS },
  {
    name: "grpc-keepalive-permit-without-calls",
    value: "BOOL",
    help: "pings on idle connections",
    idle: PINGS,
  },
  {
    name: "grpc-http2-max-pings-without-data",
    value: "N",
    help: "pings on idle connections, at most",
    idle: PINGS,
  },
  {
    name: "grpc-http2-min-recv-ping-interval-without-data",
    value: "N",
    help: "ms between pings of a client, at least",
    idle: "no client is refused for its pings",
  },
  {
    name: "grpc-http2-max-ping-strikes",
    value: "N",
    help: "bad pings of a client, at most",
    idle: "no client is refused for its pings",
  },
  {
    name: "grpc-max-connection-age",
    value: "N",
    help: "ms that a connection may last",
    missing: { neutral: /^0$/, reason: CONNECTIONS },
  },
  {
    name: "grpc-max-connection-age-grace",
    value: "N",
    help: "ms that its calls may take then",
    idle: CONNECTIONS,
  },
  {
    name: "grpc-restricted-protocol",
    value: "PROTOCOLS:KEY=VALUE",
    help: "the same over gRPC; the header is triton-grpc-protocol-KEY; repeatable",
  },

  {
    name: "allow-sagemaker",
    value: "BOOL",
    help: "serve SageMaker's protocol",
    missing: { neutral: FALSE, reason: "use HTTP or gRPC, or a Triton server" },
  },
  {
    name: "sagemaker-port",
    value: "N",
    help: "its port",
    idle: "SageMaker's protocol is not served",
  },
  {
    name: "sagemaker-safe-port-range",
    value: "N-N",
    help: "ports that are allowed",
    shape: /^\d+-\d+$/,
    idle: "SageMaker's protocol is not served",
  },
  {
    name: "sagemaker-thread-count",
    value: "N",
    help: "its threads",
    idle: "SageMaker's protocol is not served",
  },
  {
    name: "allow-vertex-ai",
    value: "BOOL",
    help: "serve Vertex AI's protocol",
    missing: { neutral: FALSE, reason: "use HTTP or gRPC, or a Triton server" },
  },
  {
    name: "vertex-ai-port",
    value: "N",
    help: "its port",
    idle: "Vertex AI's protocol is not served",
  },
  {
    name: "vertex-ai-thread-count",
    value: "N",
    help: "its threads",
    idle: "Vertex AI's protocol is not served",
  },
  {
    name: "vertex-ai-default-model",
    value: "NAME",
    help: "its model",
    idle: "Vertex AI's protocol is not served",
  },

  { name: "allow-metrics", value: "BOOL", help: "serve Prometheus metrics (default true)" },
  {
    name: "allow-gpu-metrics",
    value: "BOOL",
    help: "figures of GPUs",
    idle: "figures of GPUs are not exported",
  },
  { name: "allow-cpu-metrics", value: "BOOL", help: "figures of the CPU (default true)" },
  { name: "metrics-address", value: "HOST", help: "(default: that of HTTP)" },
  { name: "metrics-port", value: "N", help: "0 for any free one (default 8002)" },
  {
    name: "metrics-interval-ms",
    value: "N",
    help: "ms between readings",
    idle: "figures are read when they are asked for",
  },
  {
    name: "metrics-config",
    value: "NAME=VALUE",
    help: "which families are exported",
    shape: /^[^=]+=.+$/,
    missing: {
      neutral:
        /^(counter_latencies=true|summary_latencies=false|histogram_latencies=.*|summary_quantiles=.*)$/,
      reason:
        "counters and histograms are always exported, and summaries never: take quantiles from the histograms",
    },
  },

  {
    name: "trace-config",
    value: "[MODE,]NAME=VALUE",
    help: "level, rate, count, mode, file or log-frequency of traces; mode triton or opentelemetry; repeatable (default level=OFF)",
  },

  {
    name: "backend-directory",
    value: "DIR",
    help: "where backends are",
    idle: "the backends are part of the engine",
  },
  {
    name: "backend-config",
    value: "[BACKEND,]NAME=VALUE",
    help: "onnxruntime,default-max-batch-size=N: for models that can batch and whose configuration names no batch size (default 4); python,executable=PATH, stub-timeout-seconds=N (default 30), execute-timeout-seconds=N (default 600, 0 is no limit) and allow-loaded-code=true for Python models; others change nothing",
  },
  {
    name: "repoagent-directory",
    value: "DIR",
    help: "where repository agents are",
    idle: "there are no repository agents",
  },

  {
    name: "cache-config",
    value: "local,size=BYTES",
    help: "size of the response cache in bytes (default none)",
  },
  {
    name: "cache-directory",
    value: "DIR",
    help: "where caches are",
    idle: "the cache is part of the engine",
  },

  {
    name: "rate-limit",
    value: "MODE",
    help: "off, or execution_count: instances wait for resources (default off)",
  },
  {
    name: "rate-limit-resource",
    value: "NAME:COUNT:DEVICE",
    help: "how much there is of it; without a device on each, or global (default what the neediest needs)",
  },

  {
    name: "pinned-memory-pool-byte-size",
    value: "N",
    help: "pinned memory",
    idle: "there is no pool of pinned memory",
  },
  {
    name: "cuda-memory-pool-byte-size",
    value: "DEVICE:BYTES",
    help: "memory of a GPU",
    shape: PAIR,
    idle: "there is no pool of CUDA memory",
  },
  {
    name: "cuda-virtual-address-size",
    value: "DEVICE:BYTES",
    help: "address space of a GPU",
    shape: PAIR,
    idle: "there is no pool of CUDA memory",
  },
  {
    name: "min-supported-compute-capability",
    value: "X.Y",
    help: "GPUs that are used",
    shape: /^\d+(\.\d+)?$/,
    idle: "the runtime decides which GPUs it takes",
  },
  {
    name: "buffer-manager-thread-count",
    value: "N",
    help: "threads that copy",
    idle: "each instance copies its own batches",
  },
  {
    name: "host-policy",
    value: "POLICY,NAME=VALUE",
    help: "cores and memory of instances",
    shape: SETTING,
    idle: "threads are not pinned",
  },
  {
    name: "model-load-gpu-limit",
    value: "DEVICE:FRACTION",
    help: "memory of a GPU that models may take",
    shape: PAIR,
    missing: {
      neutral: /^\d+:1(\.0*)?$/,
      reason: "memory of GPUs is not watched: load fewer models, or use a Triton server",
    },
  },

  {
    name: "allow-client-shm",
    value: "BOOL",
    help: "clients may register system shared memory for their tensors (default false)",
  },

  {
    name: "strict-model-config",
    value: "BOOL",
    help: "true: the same as --disable-auto-complete-config",
  },
  {
    name: "response-cache-byte-size",
    value: "BYTES",
    help: "the same as --cache-config=local,size=BYTES",
  },
  { name: "trace-file", value: "FILE", help: "the same as --trace-config=triton,file=FILE" },
  { name: "trace-level", value: "LEVEL", help: "the same as --trace-config=level=LEVEL" },
  { name: "trace-rate", value: "N", help: "the same as --trace-config=rate=N" },
  { name: "trace-count", value: "N", help: "the same as --trace-config=count=N" },
  {
    name: "trace-log-frequency",
    value: "N",
    help: "the same as --trace-config=triton,log-frequency=N",
  },

  // Batchdeck's own.
  {
    name: "model-cache-directory",
    value: "DIR",
    help: "where models of object stores are downloaded to (default the user's folder for caches)",
  },
  {
    name: "model-cache-bytes",
    value: "N",
    help: "size of these downloads; what is not loaded is evicted (default 21474836480, 0 is no limit)",
  },
  {
    name: "http-allowed-origin",
    value: "ORIGIN",
    help: "web pages that may send requests, e.g. https://app.example; repeatable, * for all (default none)",
  },
  {
    name: "http-allowed-host",
    value: "NAME",
    help: "a further name of this server, of HTTP and metrics; repeatable, * for any (default: loopback's names on loopback, else any)",
  },
  {
    name: "grpc-max-message-bytes",
    value: "N",
    help: "largest gRPC request (default 67108864, at most 2147483647)",
  },
  {
    name: "control-secret",
    value: "stdin",
    help: "loads, unloads, settings and telemetry need the header batchdeck-control (over gRPC: triton-grpc-protocol-batchdeck-control) with the first line of standard input",
  },
];

const COLUMN = 34;

/** Every flag with its description for `--help`; those with an effect come first. */
export const flagHelp = [
  ...FLAGS.filter(({ idle, missing }) => !idle && !missing).map(describe),
  "\ntritonserver's flags that change nothing here:",
  ...FLAGS.filter(({ idle }) => idle).map(describe),
  "\ntritonserver's flags for what this server does not have; values that ask for it are refused:",
  ...FLAGS.filter(({ missing }) => missing).map(describe),
].join("\n");

function describe({ name, value, help, idle, missing }: Flag): string {
  const flag = `  --${name}${value === undefined ? "" : `=${value}`}`;
  const reason = idle ?? missing?.reason;
  const text = reason === undefined ? help : `${help}; ${reason}`;
  return flag.length < COLUMN
    ? `${flag.padEnd(COLUMN)}${text}`
    : `${flag}\n${" ".repeat(COLUMN)}${text}`;
}
