import { execFile } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { grpcRequest } from "../wire/messages.ts";
import type { Reading } from "./reading.ts";

const run = promisify(execFile);

export async function hasH2load(): Promise<boolean> {
  return run("h2load", ["--version"]).then(
    () => true,
    () => false,
  );
}

/** The same calls with h2load over one connection; its CPU time is that of the shell's children. */
export async function h2load(
  address: string,
  concurrency: number,
  seconds: number,
): Promise<Reading> {
  const body = join(tmpdir(), `bench-generator-${process.pid}`);
  writeFileSync(body, grpcRequest("mlp"));
  const command = [
    `h2load -D ${seconds} -c 1 -m ${concurrency} -d ${body}`,
    "-H 'content-type: application/grpc' -H 'te: trailers'",
    `http://${address}/inference.GRPCInferenceService/ModelInfer; times`,
  ].join(" ");
  try {
    const { stdout } = await run("bash", ["-c", command]);
    const requests = Number(/requests: \d+ total, \d+ started, (\d+) done/.exec(stdout)?.[1]);
    const children = stdout.trim().split("\n").at(-1) ?? "";
    const cpuMicros = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
      (sum, [, minutes, rest]) => sum + (Number(minutes) * 60 + Number(rest)) * 1e6,
      0,
    );
    return { rate: requests / seconds, cpuMicros: cpuMicros / requests };
  } finally {
    rmSync(body);
  }
}
