// Third-party clients (h2load, nghttp, Python's grpcio) against the engine in its own process.
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http2 from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inference, WireReader } from "../../../../assets/proto/index.ts";
import { type ServingProcess, startServing } from "../../../testing/serving-process.ts";
import { recordedRepository } from "../../testing/recorded-repository.ts";
import { frame } from "../framing/frame.ts";

const run = promisify(execFile);
const INFER = "/inference.GRPCInferenceService/ModelInfer";

let folder: string;
let repository: string;
let engine: ServingProcess;
let address: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "outside-"));
  repository = recordedRepository();
  engine = await startServing(repository);
  address = engine.grpc;
});
afterAll(async () => {
  engine.child.kill("SIGTERM");
  await engine.exit;
  for (const path of [folder, repository]) rmSync(path, { recursive: true });
});

function inferMessage(model: string, values: Float32Array, shape = [1, values.length]): Buffer {
  const raw = new Uint8Array(values.buffer);
  return Buffer.from(
    inference.ModelInferRequest.encode({
      model_name: model,
      inputs: [{ name: "INPUT0", datatype: "FP32", shape }],
      raw_input_contents: [raw],
    }).finish(),
  );
}

const small = inferMessage("id_plain", Float32Array.of(1, 2));

function works(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

const nghttp2 = works("h2load", "--version") && works("nghttp", "--version");
const python = ["python3", "/usr/bin/python3"].find((name) => works(name, "-c", "import grpc"));

const GRPC_HEADERS = ["-H", "content-type: application/grpc", "-H", "te: trailers"];

test("[PROTO-72] h2load: answers every call over several connections", async ({ skip }) => {
  skip(!nghttp2, "h2load is not installed; Debian: apt-get install nghttp2-client");
  const body = join(folder, "infer.bin");
  writeFileSync(body, frame(small));
  const load = ["-n", "5000", "-c", "8", "-m", "32", "-t", "1"];
  const { stdout } = await run("h2load", [...load, ...GRPC_HEADERS, "-d", body, url(INFER)]);
  expect(stdout).toMatch(/5000 succeeded, 0 failed, 0 errored, 0 timeout/);
  expect(stdout).toMatch(/status codes: 5000 2xx/);
});

test("[PROTO-72] nghttp: status and message are trailers", async ({ skip }) => {
  skip(!nghttp2, "nghttp is not installed; Debian: apt-get install nghttp2-client");
  const body = join(folder, "infer.bin");
  writeFileSync(body, frame(small));
  const args = ["-nv", "-H", ":method: POST", ...GRPC_HEADERS, "-d", body];
  const { stdout } = await run("nghttp", [...args, url(INFER)]);
  expect(stdout).toMatch(/:status: 200/);
  expect(stdout).toMatch(/grpc-status: 0/);
  const { stdout: unknown } = await run("nghttp", [...args, url("/nosuch/Method")]);
  expect(unknown).toMatch(/grpc-status: 12/);
});

test("[PROTO-30] Python's grpcio: calls, streams, compression, deadlines, large messages", async ({
  skip,
}) => {
  skip(!python, "Python's grpcio is not installed; Debian: apt-get install python3-grpcio");
  const large = new Float32Array(10_000_000);
  const whole = inferMessage("id_plain", large);
  const script = fileURLToPath(new URL("./client.py", import.meta.url));
  const child = spawn(python as string, [script], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(
    JSON.stringify({
      address,
      infer: small.toString("hex"),
      slow: inferMessage("id_slow", Float32Array.of(1)).toString("hex"),
      unknownModel: inferMessage("möd%l", Float32Array.of(1)).toString("hex"),
      largeHead: whole.subarray(0, whole.length - large.byteLength).toString("hex"),
      largeBytes: large.byteLength,
      each: 250,
    }),
  );
  const results = JSON.parse(await text(child.stdout)) as Record<string, never>;
  const decoded = (hex: string) =>
    inference.ModelInferResponse.decode(new WireReader(Buffer.from(hex, "hex")));
  const sum = { raw_output_contents: [Buffer.from(Float32Array.of(1, 2).buffer)] };
  for (const name of ["infer", "gzip", "deflate"]) {
    const { code, bytes } = results[name] as unknown as { code: string; bytes: string };
    expect([name, code]).toEqual([name, "OK"]);
    expect(decoded(bytes)).toMatchObject(sum);
  }
  expect(results).toMatchObject({
    live: { code: "OK", bytes: "0801" },
    unknownModel: {
      code: "NOT_FOUND",
      details: "Request for unknown model: 'möd%l' is not found",
    },
    unknownMethod: { code: "UNIMPLEMENTED" },
    malformed: { code: "INVALID_ARGUMENT" },
    deadline: { code: "DEADLINE_EXCEEDED" },
    cancelled: true,
    watch: "0801",
    concurrent: { OK: 2000 },
  });
  expect(results["large"]).toBeGreaterThan(large.byteLength);
  const responses = (results["stream"] as unknown as string[]).map((hex) =>
    inference.ModelStreamInferResponse.decode(new WireReader(Buffer.from(hex, "hex"))),
  );
  expect(responses).toHaveLength(3);
  for (const { error_message: error, infer_response: response } of responses) {
    expect(error).toBe("");
    expect(response).toMatchObject(sum);
    expect(response?.parameters?.["triton_final_response"]?.bool_param).toBe(true);
  }
});

test("[PROTO-75] a 2 GB request is rejected while it is being sent, without memory growth", async () => {
  const before = residentBytes();
  const session = http2.connect(`http://${address}`);
  session.on("error", () => {});
  const stream = session.request({
    ":method": "POST",
    ":path": INFER,
    "content-type": "application/grpc",
  });
  stream.on("error", () => {});
  const status = new Promise((resolve) =>
    stream.once("response", (headers) => resolve(headers["grpc-status"])),
  );
  const closed = new Promise<void>((resolve) => stream.once("close", () => resolve()));
  stream.resume();
  stream.write(Buffer.of(0, 0x7f, 0xff, 0xff, 0xff));
  const piece = Buffer.alloc(1 << 20);
  let sent = 0;
  while (!stream.closed && !stream.destroyed && sent < 2048) {
    if (!stream.write(piece)) await Promise.race([once(stream, "drain"), closed]);
    sent += 1;
  }
  expect(await status).toBe("8");
  expect(sent).toBeLessThan(2048);
  session.destroy();
  expect(residentBytes() - before).toBeLessThan(64 << 20);
});

const url = (path: string) => `http://${address}${path}`;

/** 0 if the system doesn't report it. */
function residentBytes(): number {
  try {
    const status = readFileSync(`/proc/${engine.child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
  } catch {
    return 0;
  }
}
