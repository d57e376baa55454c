// The serving process as its parent sees it: lines, messages, signals and exit codes.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { engineProgram } from "../../base/testing/program-files.ts";
import type { ServeMessage } from "../serve.ts";

const ANY_PORTS = ["--grpc-port=0", "--http-port=0", "--metrics-port=0"];

let repository: string;
const children: Run[] = [];

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), "serve-test-"));
  addModel("slow", 'parameters { key: "execute_delay_ms" value { string_value: "1000" } }');
});
afterEach(async () => {
  for (const { child, exit } of children.splice(0)) {
    child.kill("SIGKILL");
    await exit;
  }
});
afterAll(() => rmSync(repository, { recursive: true, force: true }));

function addModel(name: string, more: string): void {
  mkdirSync(join(repository, name, "1"), { recursive: true });
  writeFileSync(
    join(repository, name, "config.pbtxt"),
    `backend: "identity"
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ 1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ 1 ] } ]
instance_group [ { kind: KIND_CPU count: 1 } ]
${more}`,
  );
}

interface Run {
  readonly child: ChildProcess;
  readonly messages: ServeMessage[];
  readonly output: { stdout: string; stderr: string };
  readonly exit: Promise<unknown>;
}

function run(...flags: string[]): Run {
  const child = fork(engineProgram, flags, {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    execArgv: [],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout?.on("data", (text: Buffer) => (output.stdout += text));
  child.stderr?.on("data", (text: Buffer) => (output.stderr += text));
  const messages: ServeMessage[] = [];
  child.on("message", (message) => messages.push(message as ServeMessage));
  // Not "close", which isn't emitted if this side disconnected the channel.
  const streams = [child.stdout, child.stderr].map((stream) => once(stream as Readable, "end"));
  const exit = once(child, "exit").then(async ([code, signal]) => {
    await Promise.all(streams);
    return signal ?? code;
  });
  const started = { child, messages, output, exit };
  children.push(started);
  return started;
}

async function serve(...flags: string[]) {
  const started = run(`--model-repository=${repository}`, ...ANY_PORTS, ...flags);
  await Promise.race([once(started.child, "message"), started.exit]);
  const [ready] = started.messages;
  if (ready?.type !== "ready") throw new Error(started.output.stderr);
  return { ...started, ready };
}

function inferSlow(http: string): Promise<Response> {
  return fetch(`http://${http}/v2/models/slow/infer`, {
    method: "POST",
    body: JSON.stringify({
      inputs: [{ name: "INPUT0", datatype: "FP32", shape: [1], data: [1] }],
    }),
  });
}

/** Sends two requests and waits until the server has both: one executes, the other waits. */
async function inferUnderWay({ http, metrics }: { http: string; metrics: string }) {
  const answers = [inferSlow(http), inferSlow(http)];
  for (const answer of answers) answer.catch(() => {});
  const metric = 'nv_inference_pending_request_count{model="slow",version="1"} 1';
  await vi.waitFor(async () =>
    expect(await (await fetch(`http://${metrics}/metrics`)).text()).toContain(metric),
  );
  return answers;
}

const statuses = async (answers: readonly Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

test("it reports its addresses on stdout and to its parent", async () => {
  const { ready, output } = await serve("--id=mine");
  expect(output.stdout).toBe(
    `Ready: grpc ${ready.grpc} http ${ready.http} metrics ${ready.metrics}\n`,
  );
  const metadata = await (await fetch(`http://${ready.http}/v2`)).json();
  expect(metadata).toMatchObject({ name: "mine" });
  const metrics = await (await fetch(`http://${ready.metrics}/metrics`)).text();
  expect(metrics).toContain('nv_inference_count{model="slow",version="1"} 0');
});

test("[SERVING-2] flags without effect are listed in one log line, and the server serves", async () => {
  const { ready, output } = await serve(
    "--pinned-memory-pool-byte-size=268435456",
    "--http-thread-count",
    "8",
    "--backend-directory=/opt/tritonserver/backends",
    "--backend-config=python,shm-default-byte-size=1048576",
    "--allow-gpu-metrics=false",
    "--allow-cpu-metrics=false",
    "--strict-model-config=false",
  );
  const lines = output.stderr.split("\n").filter((line) => line.includes("without effect"));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^W.*Flags without effect on this server: --http-thread-count \(one event loop serves all connections\); --allow-gpu-metrics \(.*\); --backend-directory \(.*\); --pinned-memory-pool-byte-size \(.*\); --backend-config=python,shm-default-byte-size \(.*\)\.$/,
  );
  const metrics = await (await fetch(`http://${ready.metrics}/metrics`)).text();
  expect(metrics).not.toContain("nv_cpu_utilization");
});

test("[SERVING-4] the server's id is batchdeck", async () => {
  const { ready } = await serve();
  expect(await (await fetch(`http://${ready.http}/v2`)).json()).toMatchObject({
    name: "batchdeck",
  });
});

test("disabled protocols are not served", async () => {
  const { ready, output } = await serve("--allow-grpc=false", "--allow-metrics=false");
  expect(ready).toMatchObject({ grpc: "", metrics: "" });
  expect(output.stdout).toContain("grpc off");
});

test("SIGTERM answers active requests and exits with code 0", async () => {
  const { child, exit, ready } = await serve();
  const answers = await inferUnderWay(ready);
  child.kill("SIGTERM");
  expect(await statuses(answers)).toEqual([200, 200]);
  expect(await exit).toBe(0);
});

test("SIGTERM sent to a whole process group, and passed on by npm, is one request to drain", async () => {
  const { child, exit, ready } = await serve();
  const answers = await inferUnderWay(ready);
  for (let i = 0; i < 3; i++) child.kill("SIGTERM");
  expect(await statuses(answers)).toEqual([200, 200]);
  expect(await exit).toBe(0);
});

test("idle connections don't delay the exit", async () => {
  const { child, exit, ready } = await serve();
  const silent = [ready.http, ready.grpc, ready.metrics].map((address) =>
    connect(Number(address.split(":")[1]), "127.0.0.1"),
  );
  await Promise.all(silent.map((socket) => once(socket, "connect")));
  child.kill("SIGTERM");
  expect(await exit).toBe(0);
  for (const socket of silent) socket.destroy();
});

test("an incomplete request doesn't delay the exit", async () => {
  const { child, exit, ready } = await serve();
  const heads = ["Content-Length: 9", `Content-Length: ${2 ** 21}`, "Transfer-Encoding: chunked"];
  const stalled = heads.map((head) => {
    const socket = connect(Number(ready.http.split(":")[1]), "127.0.0.1");
    socket.write(`POST /v2/models/slow/infer HTTP/1.1\r\nHost: 127.0.0.1\r\n${head}\r\n\r\n5\r\n{`);
    return socket.on("error", () => {});
  });
  await Promise.all(stalled.map((socket) => once(socket, "connect")));
  const answers = await inferUnderWay(ready);
  child.kill("SIGTERM");
  expect(await statuses(answers)).toEqual([200, 200]);
  expect(await exit).toBe(0);
  for (const socket of stalled) socket.destroy();
});

test("a body over --http-max-input-size is rejected", async () => {
  const { ready } = await serve("--http-max-input-size=10");
  const answer = await inferSlow(ready.http);
  expect(answer.status).toBe(413);
  expect(await answer.text()).toContain("maximum allowed value of 10");
});

test("closed readers of its output don't abort active requests", async () => {
  const { child, ready } = await serve();
  const answers = await inferUnderWay(ready);
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.kill("SIGTERM");
  expect(await statuses(answers)).toEqual([200, 200]);
  expect(await once(child, "exit")).toEqual([0, null]);
  // Its streams, which the other tests' exits wait for, never end.
  children.length = 0;
});

test("a drain that takes too long is cut off", async () => {
  const { child, exit, ready, output } = await serve("--exit-timeout-secs=0");
  const answers = await inferUnderWay(ready);
  child.kill("SIGTERM");
  for (const answer of answers) await expect(answer).rejects.toThrow("fetch failed");
  expect(await exit).toBe("SIGKILL");
  expect(output.stderr).toContain("still under way after 0 s");
});

test("it exits when its parent is gone", async () => {
  const { child, exit } = await serve();
  child.disconnect();
  expect(await exit).toBe(0);
});

test("a port in use is reported, with the flag that changes it", async () => {
  const holder = createServer().listen(0, "127.0.0.1");
  await once(holder, "listening");
  const { port } = holder.address() as { port: number };
  for (const name of ["grpc", "http", "metrics"]) {
    const { exit, output, messages } = run(
      `--model-repository=${repository}`,
      ...ANY_PORTS,
      `--${name}-port=${port}`,
    );
    expect(await exit).toBe(1);
    const sentence = `Cannot serve ${name}: port ${port} is in use on 127.0.0.1: choose another with --${name}-port=N, 0 for any free one.`;
    expect(output.stderr).toBe(`${sentence}\n`);
    expect(messages).toEqual([{ type: "failed", message: sentence }]);
  }
  holder.close();
});

test("a missing repository is reported", async () => {
  const { exit, output } = run("--model-repository=/nowhere/models", ...ANY_PORTS);
  expect(await exit).toBe(1);
  expect(output.stderr).toContain("'/nowhere/models'");
  expect(output.stdout).toBe("");
});

test("an unknown flag exits with code 2", async () => {
  const { exit, output } = run("--http-prt=1");
  expect(await exit).toBe(2);
  expect(output.stderr).toBe("Unknown flag '--http-prt'. Did you mean '--http-port'?\n");
});

test("a model that fails to load ends the server unless a flag says otherwise", async () => {
  addModel("broken", "max_batch_size: -1");
  try {
    const failed = run(`--model-repository=${repository}`, ...ANY_PORTS);
    expect(await failed.exit).toBe(1);
    expect(failed.output.stderr).toMatch(/broken[\s\S]*--exit-on-error=false/);
    const { ready, output } = await serve("--exit-on-error=false");
    expect(output.stderr).toContain("broken");
    expect((await inferSlow(ready.http)).status).toBe(200);
  } finally {
    rmSync(join(repository, "broken"), { recursive: true });
  }
});

// Windows doesn't allow such names.
test.skipIf(process.platform === "win32")(
  "[LOG-6] a directory's name can't start a log line",
  async () => {
    const name = "a\nE0205 07:08:09.123000 42] forged";
    addModel(name, "max_batch_size: -1");
    try {
      const { output } = await serve("--exit-on-error=false");
      expect(output.stderr).toContain("a\\nE0205 07:08:09.123000 42] forged  -        UNAVAILABLE");
      expect(output.stderr).not.toMatch(/^E0205/m);
    } finally {
      rmSync(join(repository, name), { recursive: true });
    }
  },
);
