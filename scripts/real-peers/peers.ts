import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ADDRESS = "127.0.0.1";

export interface Ports {
  readonly http: number;
  readonly grpc: number;
  readonly metrics: number;
  /** Where clients send requests, on servers that have an address of their own for that. */
  readonly entrance: number;
}

export type Command = readonly [program: string, ...args: string[]];

/** A third-party server. Its dependencies are installed into its own folder. */
export interface Peer {
  readonly name: string;
  /** The files of its tests; default: main/servers/kinds/real-servers.test.ts. */
  readonly tests?: readonly string[];
  /** Environment variable with its addresses as JSON, for tests. */
  readonly variable: string;
  /** Exists once it is installed. */
  readonly program: (folder: string) => string;
  readonly install: (folder: string) => readonly Command[];
  /** Writes its models; returns how to start it. */
  readonly prepare: (folder: string, ports: Ports) => Command;
  /** Responds with 200 once its model is ready, at its HTTP address unless `readyAt` names another. */
  readonly ready: string;
  readonly readyAt?: keyof Ports;
  readonly env?: (folder: string) => NodeJS.ProcessEnv;
  /** How long it may take to start, on a busy machine. */
  readonly startMs?: number;
  /** Whether it has these. */
  readonly has: { readonly grpc: boolean; readonly metrics: "own" | "http" };
}

export const source = (name: string) => fileURLToPath(new URL(name, import.meta.url));
export const python = (folder: string) => path.join(folder, "venv", "bin", "python");

export const venv = (folder: string, ...pip: string[]): Command[] => [
  ["python3", "-m", "venv", path.join(folder, "venv")],
  [python(folder), "-m", "pip", "install", "--quiet", ...pip],
];

/** A real Triton with its Python backend; the wheel has no ONNX backend. */
const triton: Peer = {
  name: "Triton of nvidia-pytriton 0.7.0",
  tests: ["main/servers/kinds/real-servers.test.ts", "main/servers/kinds/triton/real-tls.test.ts"],
  variable: "REAL_TRITON",
  program: (folder) => path.join(folder, "venv", "pytriton"),
  install: (folder) => [
    ...venv(folder, "numpy==1.26.4"),
    [python(folder), "-m", "pip", "install", "--quiet", "--no-deps", "nvidia-pytriton==0.7.0"],
    // The path depends on the version of Python.
    [
      "ln",
      "-sfn",
      path.relative(path.join(folder, "venv"), pytriton(folder)),
      path.join(folder, "venv", "pytriton"),
    ],
  ],
  prepare: (folder, { http, grpc, metrics }) => {
    const server = path.join(pytriton(folder), "tritonserver");
    const stub = path.join(server, "python_backend_stubs", pythonVersion(folder));
    fs.cpSync(
      path.join(stub, "triton_python_backend_stub"),
      path.join(server, "backends", "python", "triton_python_backend_stub"),
    );
    const model = path.join(folder, "models", "echo");
    fs.mkdirSync(path.join(model, "1"), { recursive: true });
    fs.cpSync(source("echo_triton.py"), path.join(model, "1", "model.py"));
    fs.writeFileSync(path.join(model, "config.pbtxt"), TRITON_CONFIG);
    return [
      path.join(server, "bin", "tritonserver"),
      `--model-repository=${path.join(folder, "models")}`,
      `--backend-directory=${path.join(server, "backends")}`,
      `--cache-directory=${path.join(server, "caches")}`,
      "--model-control-mode=explicit",
      "--load-model=echo",
      ...["http", "grpc", "metrics"].map((each) => `--${each}-address=${ADDRESS}`),
      `--http-port=${http}`,
      `--grpc-port=${grpc}`,
      `--metrics-port=${metrics}`,
    ];
  },
  ready: "/v2/models/echo/ready",
  // The backend's stub imports numpy from the first Python in PATH.
  env: (folder) => ({ PATH: `${path.join(folder, "venv", "bin")}:${process.env["PATH"] ?? ""}` }),
  has: { grpc: true, metrics: "own" },
};

const TRITON_CONFIG = `name: "echo"
backend: "python"
max_batch_size: 8
input [ { name: "IN", data_type: TYPE_FP32, dims: [ 4 ] } ]
output [ { name: "OUT", data_type: TYPE_FP32, dims: [ 4 ] } ]
dynamic_batching { }
instance_group [ { kind: KIND_CPU } ]
`;

const mlserver: Peer = {
  name: "MLServer 1.7.1",
  variable: "REAL_MLSERVER",
  program: (folder) => path.join(folder, "venv", "bin", "mlserver"),
  install: (folder) => venv(folder, "mlserver==1.7.1"),
  prepare: (folder, { http, grpc, metrics }) => {
    const model = path.join(folder, "models", "echo");
    fs.mkdirSync(model, { recursive: true });
    fs.cpSync(source("echo_mlserver.py"), path.join(model, "echo.py"));
    const tensor = (name: string) => [{ name, datatype: "FP32", shape: [-1, 4] }];
    writeJson(path.join(model, "model-settings.json"), {
      name: "echo",
      implementation: "echo.Echo",
      inputs: tensor("IN"),
      outputs: tensor("OUT"),
    });
    writeJson(path.join(folder, "models", "settings.json"), {
      host: ADDRESS,
      http_port: http,
      grpc_port: grpc,
      metrics_port: metrics,
      parallel_workers: 0,
    });
    return [path.join(folder, "venv", "bin", "mlserver"), "start", path.join(folder, "models")];
  },
  ready: "/v2/models/echo/ready",
  has: { grpc: true, metrics: "own" },
};

const kserve: Peer = {
  name: "KServe's Python server 0.20.0",
  variable: "REAL_KSERVE",
  program: (folder) => path.join(folder, "venv", "bin", "uvicorn"),
  install: (folder) => venv(folder, "kserve==0.20.0"),
  prepare: (folder, { http }) => [python(folder), source("echo_kserve.py"), String(http)],
  ready: "/v2/models/echo/ready",
  has: { grpc: false, metrics: "http" },
};

export const peers: readonly Peer[] = [triton, mlserver, kserve];

function pytriton(folder: string): string {
  return path.join(
    folder,
    "venv",
    "lib",
    `python${pythonVersion(folder)}`,
    "site-packages",
    "pytriton",
  );
}

/** "3.11", of the environment or of the Python that will create it. */
function pythonVersion(folder: string): string {
  const program = fs.existsSync(python(folder)) ? python(folder) : "python3";
  const asked = "import sys; print('%d.%d' % sys.version_info[:2])";
  const { stdout } = spawnSync(program, ["-c", asked], { encoding: "utf8", timeout: 20_000 });
  return stdout?.trim() ?? "";
}

function writeJson(file: string, value: unknown): void {
  fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
