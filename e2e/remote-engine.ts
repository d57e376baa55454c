import { type ChildProcess, spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { root } from "../scripts/process.ts";
import { freePort } from "../base/free-port.ts";

export interface RemoteEngine {
  readonly grpc: string;
  readonly http: string;
  /** "": it has none. */
  readonly metrics: string;
  stop(): Promise<void>;
}

interface RemoteEngineOptions {
  /** The stopped engine whose ports it uses. */
  readonly before?: RemoteEngine;
  /** Default: no metrics. */
  readonly metrics?: boolean;
}

/** Starts a separate server on this machine, which isn't connected yet. */
export async function startRemoteEngine(
  repository: string,
  { before, metrics = false }: RemoteEngineOptions = {},
): Promise<RemoteEngine> {
  const [grpc, http] = before
    ? [portOf(before.grpc), portOf(before.http)]
    : [await freePort(), await freePort()];
  const metricsPort = metrics ? await freePort() : null;
  const child = spawn(
    process.execPath,
    [
      path.join(root, "app/cli/main.ts"),
      "serve",
      `--model-repository=${repository}`,
      "--model-control-mode=explicit",
      "--load-model=*",
      `--grpc-port=${grpc}`,
      `--http-port=${http}`,
      metricsPort === null ? "--allow-metrics=false" : `--metrics-port=${metricsPort}`,
      "--exit-timeout-secs=1",
    ],
    { cwd: root, stdio: ["ignore", "pipe", "pipe"] },
  );
  await ready(child);
  return {
    grpc: `127.0.0.1:${grpc}`,
    http: `127.0.0.1:${http}`,
    metrics: metricsPort === null ? "" : `127.0.0.1:${metricsPort}`,
    stop: () =>
      new Promise((resolve) => {
        child.on("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

/** Starts a separate server with the console's model `mlp`. */
export function startReplica(
  { dataDirectory }: { readonly dataDirectory: string },
  options: RemoteEngineOptions = {},
) {
  const replica = path.join(dataDirectory, "replica");
  const model = path.join(dataDirectory, "models", "mlp");
  fs.cpSync(model, path.join(replica, "mlp"), { recursive: true });
  return startRemoteEngine(replica, options);
}

function portOf(address: string): number {
  return Number(address.split(":").at(-1));
}

function ready(child: ChildProcess): Promise<void> {
  let text = "";
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      text += chunk.toString();
      if (/^Ready:/m.test(text)) resolve();
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.on("exit", () => reject(new Error(`The engine ended:\n${text}`)));
  });
}
