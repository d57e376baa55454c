import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { freePort } from "../../../base/free-port.ts";
import { BCRYPT_OF_PASSWORD, USER } from "./observed-engine.ts";
import {
  noPrometheus,
  type PrometheusProcess,
  startPrometheusProcess,
} from "./prometheus-process.ts";

const program = process.env["THANOS_PATH"];

/** Why tests with a real Thanos are skipped; null: THANOS_PATH names its program. */
export const noThanos: string | null =
  program === undefined ? "There is no Thanos: `npm run test:real` builds it." : noPrometheus;

export const REPLICA = "a";

/** A real Thanos Querier on loopback, with the sidecar of a Prometheus that scrapes the target every second. */
export async function startThanos(target: string): Promise<PrometheusProcess> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-thanos-"));
  const prometheus = await startPrometheusProcess({
    jobs: [{ job: "triton", targets: [target] }],
    externalLabels: { replica: REPLICA },
  });
  const address = async () => `127.0.0.1:${await freePort()}`;
  const [grpc, http] = [await address(), await address()];
  const users = path.join(directory, "users.yml");
  // JSON is YAML.
  fs.writeFileSync(users, JSON.stringify({ basic_auth_users: { [USER]: BCRYPT_OF_PASSWORD } }));
  const processes = [
    start([
      "sidecar",
      `--prometheus.url=http://${prometheus.address}`,
      `--tsdb.path=${prometheus.data}`,
      `--grpc-address=${grpc}`,
      `--http-address=${await address()}`,
    ]),
    start([
      "query",
      `--endpoint=${grpc}`,
      `--grpc-address=${await address()}`,
      `--http-address=${http}`,
      `--http.config=${users}`,
    ]),
  ];
  const end = async () => {
    await Promise.all(processes.map((stop) => stop()));
    await prometheus[Symbol.asyncDispose]();
    fs.rmSync(directory, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 300; tries++) {
    const answer = await fetch(`http://${http}/-/ready`).catch(() => null);
    if (answer && (answer.ok || answer.status === 401))
      return { address: http, data: prometheus.data, [Symbol.asyncDispose]: end };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await end();
  throw new Error("Thanos is not ready after 30 s.");
}

/** Returns what ends it. */
function start(args: readonly string[]): () => Promise<void> {
  const child = spawn(program ?? "thanos", [...args, "--log.level=error"], { stdio: "ignore" });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return async () => {
    child.kill("SIGTERM");
    await ended;
  };
}
