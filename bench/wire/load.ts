import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** A closed loop of requests to `mlp`. */
export interface Load {
  readonly wire: "grpc" | "grpc-node" | "grpc-js" | "http" | "socket";
  /** HOST:PORT. */
  readonly address: string;
  readonly model: string;
  readonly concurrency: number;
  readonly seconds: number;
  readonly inputBytes: number;
  /** gRPC: a connection for each request at a time instead of one for all. */
  readonly ownConnections?: boolean;
}

export interface LoadResult {
  /** Responses per second, after the warm-up. */
  readonly rate: number;
  /** Number over the whole time. */
  readonly answers: number;
  readonly failures: number;
}

/** Runs the load in a separate process. */
export async function runLoad(load: Load): Promise<LoadResult> {
  const { wire, address, model, concurrency, seconds, inputBytes } = load;
  const entry = fileURLToPath(new URL("./load-process.ts", import.meta.url));
  const args = [
    entry,
    wire,
    address,
    model,
    String(concurrency),
    String(seconds),
    String(inputBytes),
    String(load.ownConnections === true),
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as LoadResult;
}
