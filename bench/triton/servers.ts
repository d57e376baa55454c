import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import nodeFlags from "../../engine/node-flags.json" with { type: "json" };
import { forkProcess } from "../../engine/testing/forked-process.ts";
import { freePort } from "../../base/free-port.ts";
import { requestInputs } from "./repository.ts";

const HOST = "127.0.0.1";
const START_SECONDS = 120;
const CACHE_BYTES = 1 << 24;

export interface Server {
  readonly name: string;
  /** HOST:PORT of each protocol. */
  readonly http: string;
  readonly grpc: string;
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

/** Why this isn't a Triton that can serve the models; undefined if it may be one. */
export function missingReason(program: string | undefined): string | undefined {
  if (program === undefined) {
    return "set TRITON_SERVER to the path of an installed tritonserver";
  }
  if (!existsSync(program)) return `TRITON_SERVER: there is no file ${program}`;
  const backend = join(installation(program), "backends/onnxruntime");
  return existsSync(backend)
    ? undefined
    : `TRITON_SERVER: the ONNX Runtime backend is missing (${backend})`;
}

/** The folder with `bin`, `backends` and `caches`. */
const installation = (program: string) => dirname(dirname(program));

export async function startTriton(program: string, repository: string): Promise<Server> {
  const [http, grpc] = [await freePort(), await freePort()];
  const child = spawn(
    program,
    [
      `--model-repository=${repository}`,
      `--backend-directory=${join(installation(program), "backends")}`,
      `--cache-directory=${join(installation(program), "caches")}`,
      `--cache-config=local,size=${CACHE_BYTES}`,
      `--http-address=${HOST}`,
      `--http-port=${http}`,
      `--grpc-address=${HOST}`,
      `--grpc-port=${grpc}`,
      "--allow-metrics=false",
    ],
    { stdio: ["ignore", "ignore", process.env["DEBUG"] ? "inherit" : "ignore"] },
  );
  const exit = once(child, "exit");
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGTERM");
    await exit;
  };
  for (let second = 0; second < START_SECONDS && child.exitCode === null; second += 0.5) {
    const ready = await fetch(`http://${HOST}:${http}/v2/health/ready`).catch(() => undefined);
    if (ready?.ok) {
      return {
        name: "Triton",
        http: `${HOST}:${http}`,
        grpc: `${HOST}:${grpc}`,
        pid: child.pid,
        stop,
      };
    }
    await sleep(500);
  }
  await stop();
  throw new Error("Triton did not start; DEBUG=1 shows its log");
}

export async function startBatchdeck(repository: string): Promise<Server> {
  const { message, child, exit } = await forkProcess<{ http: string; grpc: string }>(
    new URL("../wire/engine-process.ts", import.meta.url),
    [repository],
    { execArgv: nodeFlags },
  );
  const stop = async () => {
    child.disconnect();
    await exit;
  };
  return { name: "Batchdeck", http: message.http, grpc: message.grpc, pid: child.pid, stop };
}

/** Successful requests to the model since the start, of the server's own statistics. */
export async function countRequests({ http }: Server, model: string): Promise<number> {
  const response = await fetch(`http://${http}/v2/models/${model}/stats`);
  const { model_stats } = (await response.json()) as {
    model_stats: { inference_stats: { success: { count: number } } }[];
  };
  return model_stats[0]?.inference_stats.success.count ?? Number.NaN;
}

/** The largest difference between the servers' outputs for the same request. */
export async function largestDifference(servers: readonly Server[], model: string) {
  const input = requestInputs.get(model);
  if (input === undefined) throw new Error(`unknown model ${model}`);
  const size = input.shape.reduce((product, length) => product * length, 1);
  const data = Array.from({ length: size }, (_, i) =>
    input.datatype === "INT64" ? (i * 37) % 8192 : Math.sin(i),
  );
  const [first = [], ...others] = await Promise.all(
    servers.map(async ({ http }) => {
      const response = await fetch(`http://${http}/v2/models/${model}/infer`, {
        method: "POST",
        body: JSON.stringify({ inputs: [{ ...input, data }] }),
      });
      const { outputs } = (await response.json()) as { outputs: { data: number[] }[] };
      return outputs[0]?.data ?? [];
    }),
  );
  if (first.length === 0 || others.some(({ length }) => length !== first.length)) {
    throw new Error(`${model}: the servers' outputs differ in length`);
  }
  return Math.max(
    ...others.flatMap((other) => other.map((value, i) => Math.abs(value - (first[i] ?? 0)))),
  );
}
