import fs from "node:fs";
import path from "node:path";
import { type Peer, python, source, venv } from "./peers.ts";

const ADDRESS = "127.0.0.1";
const program = (folder: string) => path.join(folder, "venv", "bin", "torchserve");

/** TorchServe with its tokens, and the model "echo", which doubles what it gets. It needs Java 17. */
export const torchServe: Peer = {
  name: "TorchServe 0.12.0 (5.4 GB with PyTorch)",
  tests: ["main/servers/kinds/torchserve/real.test.ts"],
  variable: "REAL_TORCHSERVE",
  program,
  // PyPI's PyTorch for Linux has the libraries for CUDA; it needs none of them here.
  install: (folder) => [
    ["java", "-version"],
    ...venv(folder, "torchserve==0.12.0", "torch==2.15.0", "numpy==2.4.3", "pyyaml==6.0.3"),
  ],
  prepare: (folder, { http, grpc, metrics, entrance }) => {
    const model = path.join(folder, "models", "echo");
    fs.mkdirSync(path.join(model, "MAR-INF"), { recursive: true });
    fs.cpSync(source("echo_torchserve.py"), path.join(model, "handler.py"));
    fs.writeFileSync(path.join(model, "MAR-INF", "MANIFEST.json"), JSON.stringify(MANIFEST));
    fs.rmSync(path.join(folder, "key_file.json"), { force: true });
    const config = path.join(folder, "config.properties");
    const settings = {
      inference_address: `http://${ADDRESS}:${entrance}`,
      management_address: `http://${ADDRESS}:${http}`,
      metrics_address: `http://${ADDRESS}:${metrics}`,
      grpc_inference_address: ADDRESS,
      grpc_management_address: ADDRESS,
      grpc_inference_port: grpc,
      // An unused port; a second one is not worth a fifth address.
      grpc_management_port: 0,
      metrics_mode: "prometheus",
      default_workers_per_model: 1,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    fs.writeFileSync(config, `${lines.join("\n")}\n`);
    const packages = path.dirname(frontend(folder));
    // `torchserve` itself starts this and does not end it.
    return [
      "java",
      `-Dmodel_server_home=${path.dirname(packages)}`,
      "-cp",
      `${frontend(folder)}/*`,
      "org.pytorch.serve.ModelServer",
      "--python",
      python(folder),
      "-f",
      config,
      "-s",
      path.join(folder, "models"),
      "-ncs",
      "-m",
      "echo=echo",
    ];
  },
  ready: "/metrics",
  readyAt: "metrics",
  env: (folder) => ({ PATH: `${path.dirname(program(folder))}:${process.env["PATH"] ?? ""}` }),
  has: { grpc: false, metrics: "own" },
};

const MANIFEST = {
  createdOn: "01/01/2026 00:00:00",
  runtime: "python",
  model: { modelName: "echo", handler: "handler.py", modelVersion: "1.0" },
  archiverVersion: "0.12.0",
};

/** …/site-packages/ts/frontend */
function frontend(folder: string): string {
  const libraries = path.join(folder, "venv", "lib");
  const [version = ""] = fs.readdirSync(libraries);
  return path.join(libraries, version, "site-packages", "ts", "frontend");
}
