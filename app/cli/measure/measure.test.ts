import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLineProgram, quietMachine } from "../../../base/testing/program-files.ts";
import { importExperiment } from "../../../main/lab/index.ts";
import { rankerMetadata, statistics } from "../../../main/lab/testing/fake-server.ts";
import {
  type Answer,
  answerOk,
  startTestServer,
  type TestServer,
} from "../../../main/lab/testing/inference-server.ts";
import { jsonProtocol } from "../../../main/lab/testing/json-server.ts";

const main = commandLineProgram.pathname;
let directory: string;
let server: TestServer;

const gpuMetrics = fs.readFileSync(
  new URL("../../../main/servers/fixtures/gpu-metrics.txt", import.meta.url),
);

/** The parts of the protocol's HTTP interface that a measurement needs. */
function protocol(): Answer {
  let inferred = 0;
  const infer = answerOk(1);
  const pages: Record<string, () => unknown> = {
    "/v2": () => ({ name: "triton", version: "2.64.0", extensions: ["binary_tensor_data"] }),
    "/v2/models/ranker": () => rankerMetadata,
    "/v2/models/ranker/config": () => ({ name: "ranker", max_batch_size: 8 }),
    "/v2/models/ranker/stats": () => ({ model_stats: [statistics(inferred)] }),
    "/v2/models/plain": () => ({ ...rankerMetadata, name: "plain" }),
    "/v2/models/seq": () => ({ ...rankerMetadata, name: "seq" }),
    "/v2/models/seq/config": () => ({ name: "seq", max_batch_size: 8, sequence_batching: {} }),
    "/v2/models/dynamic": () => ({
      ...rankerMetadata,
      name: "dynamic",
      inputs: [{ name: "x", datatype: "FP32", shape: [-1, 3, -1, -1] }],
    }),
    "/v2/models/dynamic/config": () => ({ name: "dynamic", max_batch_size: 8 }),
    "/v2/models/dynamic/stats": () => ({ model_stats: [statistics(inferred)] }),
    "/v2/models/failing": () => ({ ...rankerMetadata, name: "failing" }),
  };
  return (request, response) => {
    if (request.path === "/metrics") {
      response.writeHead(200, { "content-type": "text/plain" }).end(gpuMetrics);
      return;
    }
    if (request.path.endsWith("dynamic/infer")) {
      const runs = request.body.includes('"shape":[1,3,320,320]');
      const success = '{"model_name":"dynamic","model_version":"1","outputs":[]}';
      response
        .writeHead(runs ? 200 : 500, { "content-type": "application/json" })
        .end(runs ? success : '{"error":"onnx runtime error: Add node."}');
      return;
    }
    if (request.path.endsWith("/infer") && !request.path.includes("failing")) {
      inferred += 1;
      infer(request, response);
      return;
    }
    const page = pages[request.path];
    const words = { error: `Request for unknown model: '${request.path}' is not found` };
    response
      .writeHead(page ? 200 : 404, { "content-type": "application/json" })
      .end(JSON.stringify(page ? page() : words));
  };
}

beforeAll(async () => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-measure-"));
  server = await startTestServer(protocol());
});
afterAll(() => {
  server.kill();
  fs.rmSync(directory, { recursive: true, force: true });
});

/** Its load generator. */
function killChildOf(pid: number): void {
  const children = fs.readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
  process.kill(Number(children.split(" ")[0]), "SIGKILL");
}

/** Runs `batchdeck measure`. */
const measure = (...args: string[]) => finish(start(...args));

const start = (...args: string[]) =>
  spawn(process.execPath, [main, "measure", ...args], { env: { ...process.env, ...quietMachine } });

async function finish(child: ReturnType<typeof start>) {
  let out = "";
  let err = "";
  child.stdout.on("data", (piece) => {
    out += piece;
  });
  child.stderr.on("data", (piece) => {
    err += piece;
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, out, err };
}

/** Ends by count: a fixed time would include too few requests on a busy machine. */
const short = ["--seconds=30", "--request-count=200", "--warmup-interval=50"];
/** For loads with a rate or with failures, which don't need a count. */
const span = ["--seconds=0.4", "--warmup-interval=50"];

/** On a busy machine a measurement may be invalid, which is printed and exits with 2. */
function expectMeasured({ code, out, err }: Awaited<ReturnType<typeof finish>>): void {
  expect(err).toBe("");
  expect(code).toBe(/\binvalid\b|not stable/.test(out) ? 2 : 0);
}

describe("measure", () => {
  it("[MEASURE-9] prints each load with the server's own figures, and writes JSON, CSV and a report", async () => {
    const file = (ending: string) => path.join(directory, `result.${ending}`);
    const files = ["--json", file("json"), "-f", file("csv"), `--html=${file("html")}`];
    const range = "--concurrency-range=1:3:2";
    const ended = await measure("-m", "ranker", "-u", server.address, range, ...short, ...files);
    const { out } = ended;
    expectMeasured(ended);
    expect(out).toMatch(
      /Request concurrency: 1\n {2}Client:\n {4}Request count: \d+\n {4}Throughput: /,
    );
    expect(out).toMatch(/p50 latency: \d+ usec \(95 % interval \d+ to \d+\)/);
    expect(out).toContain("(queue 1000 usec + compute input 250 usec + compute infer 2000 usec");
    expect(out).toMatch(
      /Inferences\/Second vs\. Client Average Batch Latency\nConcurrency: 1, throughput: [\d.]+ infer\/sec, latency \d+ usec[^\n]*\nConcurrency: 3, [^\n]+\n$/,
    );
    const text = fs.readFileSync(file("json"), "utf8");
    const imported = importExperiment("result.json", text);
    expect(imported).toMatchObject({ state: "done", plan: { secondsPerStep: 30 } });
    expect(imported.environment).toMatchObject({ serverVersion: "2.64.0", sameMachine: true });
    expect(imported.steps.map(({ load }) => load.value)).toEqual([1, 3]);
    const html = fs.readFileSync(file("html"), "utf8");
    expect(importExperiment("result.html", html).steps).toEqual(imported.steps);
    const csv = fs.readFileSync(file("csv"), "utf8");
    expect(csv).toMatch(/^Concurrency,Inferences\/Second,[^\n]+\n[13],[^\n]+\n[13],/);
    expect(importExperiment("result.csv", csv).steps).toHaveLength(2);
  });

  it("[MEASURE-1] prints the server's metrics in perf_analyzer's format", async () => {
    const metrics = ["--collect-metrics", `--metrics-url=${server.address}/metrics`];
    const ended = await measure("-m", "ranker", "-u", server.address, ...short, ...metrics);
    expectMeasured(ended);
    expect(ended.out).toContain(
      "  Server Prometheus Metrics:\n" +
        "    Avg GPU Utilization:\n      GPU-0f1e2d3c-0001 : 37%\n      GPU-0f1e2d3c-0002 : 0%\n" +
        "    Avg GPU Power Usage:\n      GPU-0f1e2d3c-0001 : 212.5 watts\n" +
        "    Max GPU Memory Usage:\n      GPU-0f1e2d3c-0001 : 8589934592 bytes\n",
    );
    const absent = ["--collect-metrics", "--metrics-url=127.0.0.1:1"];
    const without = await measure("-m", "ranker", "-u", server.address, ...short, ...absent);
    expectMeasured(without);
    expect(without.out).not.toContain("Prometheus");
  });

  it("[MEASURE-8] keeps to a rate, and times requests from their schedule", async () => {
    const flags = ["--request-rate-range=100", "--request-distribution=poisson", "--percentile=90"];
    const ended = await measure("-m", "ranker", "-u", server.address, ...span, ...flags);
    expectMeasured(ended);
    expect(ended.out).toContain("Open loop, poisson arrivals, timed from their schedule");
    expect(ended.out).toMatch(/Request Rate: 100 inference requests per second\n/);
    expect(ended.out).toMatch(/vs\. Client p90 Batch Latency\nRequest Rate: 100, throughput: /);
  });

  it("[MEASURE-6, MEASURE-9] measures windows until three are stable, or reports that they never were", async () => {
    const windows = ["--measurement-interval=500", "-v", "--warmup-interval=50"];
    const flags = [...windows, "--stability-percentage=10000", "-r", "4"];
    const stable = await measure("-m", "ranker", "-u", server.address, ...flags);
    expectMeasured(stable);
    expect(stable.out).toMatch(
      /Pass \[1\][^\n]+\n {2}Pass \[2\][^\n]+\n {2}Pass \[3\][^\n]+\n {2}Cl/,
    );
    expect(stable.out).not.toContain("not stable");
    const never = await measure("-m", "ranker", "-u", server.address, ...windows, "-r", "1");
    expect(never.code).toBe(2);
    expect(never.out).toContain("Failed to obtain stable measurement.");
    expect(never.out).toMatch(/usec \((invalid, )?not stable\)\n$/);
  }, 60_000);

  it("[MEASURE-7] ends a range with the first load over the threshold, unless a flag continues it", async () => {
    const flags = ["--concurrency-range=1:3", "-l", "0.01", ...short];
    const ends = await measure("-m", "ranker", "-u", server.address, ...flags);
    expect(ends.out).toContain("Latency limit: p99 0.01 msec");
    expect(ends.out).toContain("Certificate: p99");
    expect(ends.out.match(/^Concurrency:/gm)).toHaveLength(1);
    const whole = await measure("-m", "ranker", "-u", server.address, ...flags, "--whole-range");
    expect(whole.out.match(/^Concurrency:/gm)).toHaveLength(3);
  });

  it("[MEASURE-7] finds the highest load that keeps a percentile under the threshold", async () => {
    const flags = ["--concurrency-range=1:2", "--binary-search", "-l", "100", "--percentile=50"];
    const { code, out } = await measure("-m", "ranker", "-u", server.address, ...flags, ...short);
    expect([0, 2]).toContain(code);
    expect(out).toContain("Using Binary Search algorithm");
    expect(out).toMatch(/Even concurrency 2, the highest load allowed, meets p50 ≤ 100 ms\./);
  });

  it("fills inputs according to --input-data, and mixes requests", async () => {
    const json = path.join(directory, "mixed.json");
    const flags = ["--input-data=zero", "--next", "-m", "plain", "-b", "2", "--weight=3"];
    const ended = await measure(
      "-m",
      "ranker",
      "-u",
      server.address,
      ...short,
      `--json=${json}`,
      ...flags,
    );
    expectMeasured(ended);
    expect(JSON.parse(fs.readFileSync(json, "utf8")).plan.traffic).toMatchObject([
      { model: "ranker", inputs: { kind: "generated", byInput: { x: { kind: "zeros" } } } },
      { model: "plain", batchSize: 2, weight: 3, inputs: { byInput: {} } },
    ]);
  });

  it("[MEASURE-1] sends sequences of perf_analyzer's length to a sequence model", async () => {
    const ended = await measure("-m", "seq", "-u", server.address, ...short);
    expectMeasured(ended);
    expect(ended.out).toContain(
      "Model: seq, batch size 1, 32 different requests, sequences of 16 to 24",
    );
  });

  it("measures a server that has neither configuration nor statistics", async () => {
    const ended = await measure("-m", "plain", "-b", "4", "-u", server.address, ...short);
    expectMeasured(ended);
    expect(ended.out).toContain("Server: its statistics are not available");
  });

  it("LAB-GEN-36 sends JSON tensors to a server that does not report binary ones", async () => {
    const seen: string[] = [];
    const plain = await startTestServer(jsonProtocol(seen));
    const file = path.join(directory, "json-tensors.json");
    const ended = await measure("-m", "ranker", "-u", plain.address, ...short, "--json", file);
    plain.kill();
    expect(ended.code).not.toBe(1);
    expect(ended.out).toContain(`Server: ${plain.address}, HTTP with JSON tensors`);
    expect(fs.readFileSync(file, "utf8")).toContain('"jsonTensors": true');
    expect(seen[0]).toContain('"data":[');
  });

  it("[MEASURE-9] reports that nothing could be measured if every request fails", async () => {
    const { code, out, err } = await measure("-m", "failing", "-u", server.address, ...span);
    expect(code).toBe(1);
    expect(out).toMatch(/Failed request count: \d+ \(NOT_FOUND: Request for unknown model/);
    expect(err).toMatch(/^Nothing could be measured: no request succeeded \(NOT_FOUND: [^\n]+\n$/);
  });

  it("[MEASURE-16] finds sizes for dynamic dimensions that run", async () => {
    const flags = ["-m", "dynamic", "-u", server.address, ...short, "--distinct-inputs=2"];
    const { out } = await measure(...flags);
    expect(out).toContain("  Found sizes that run: --shape=x:3,320,320\n");
    expect(out).not.toContain("Failed request count");
  });

  it("[MEASURE-16] uses the given shape, and stops if no request succeeds", async () => {
    const flags = ["-m", "dynamic", "-u", server.address, ...span, "--concurrency-range=1:3"];
    const { code, out, err } = await measure(...flags, "--shape=x:[3, 16, 16]");
    expect(code).toBe(1);
    expect(out.match(/Failed request count/g)).toHaveLength(1);
    expect(err).toMatch(/no request succeeded \(INTERNAL: onnx runtime error: Add node/);
  });

  it.each(["http", "grpc"])(
    "reports in a sentence that no server responds over %s",
    async (wire) => {
      const { code, err } = await measure("-m", "ranker", "-i", wire, "-u", "127.0.0.1:1");
      expect(code).toBe(1);
      expect(err).toMatch(/^Can't reach (http:\/\/)?127\.0\.0\.1:1: [^\n]+\n$/);
    },
  );

  it("reports a model that doesn't exist", async () => {
    const { code, err } = await measure("-m", "nosuch", "-u", server.address);
    expect(code).toBe(1);
    expect(err).toContain("Request for unknown model: '/v2/models/nosuch' is not found");
  });

  it.each([
    [["-b", "9"], "batchSize is 9, but model 'ranker' has max_batch_size 8.\n"],
    [["--input", "z=zeros"], "z"],
    [["--priority=2"], "priority is 2, but model 'ranker' has no priority levels; use 0.\n"],
  ])(
    "[MEASURE-2] treats %j, which doesn't fit the model, as a wrong flag",
    async (flags, words) => {
      const { code, err } = await measure("-m", "ranker", ...flags, "-u", server.address);
      expect(code).toBe(2);
      expect(err).toContain(words);
    },
  );

  it("[MEASURE-11] reports which file can't be written before it measures", async () => {
    const before = server.requests;
    const flags = ["--json", path.join(directory, "no", "such")];
    const { code, err } = await measure("-m", "ranker", "-u", server.address, ...short, ...flags);
    expect(code).toBe(1);
    expect(err).toMatch(/^Can't write --json\. '[^']+' does not exist\./);
    expect(server.requests).toBe(before);
  });

  it.runIf(process.platform === "linux")(
    "[MEASURE-11] writes the steps before the one that failed",
    async () => {
      const json = path.join(directory, "failed.json");
      const levels = ["--concurrency-range=1:2", "--seconds=1", "--warmup-interval=0"];
      const child = start("-m", "ranker", "-u", server.address, ...levels, `--json=${json}`);
      child.stdout.on("data", (piece) => {
        if (String(piece).includes("concurrency: 2")) killChildOf(child.pid as number);
      });
      const { code, err } = await finish(child);
      expect(code).toBe(1);
      expect(err).toBe(
        "The measurement ended early: The load generator's process ended (SIGKILL).\n",
      );
      const kept = importExperiment("failed.json", fs.readFileSync(json, "utf8"));
      expect(kept).toMatchObject({
        state: "interrupted",
        reason: "The load generator's process ended (SIGKILL).",
        steps: [{ load: { value: 1 }, complete: true }],
      });
    },
  );

  it.each([
    ["SIGINT", "Interrupted from the keyboard."],
    ["SIGTERM", "Ended by SIGTERM."],
  ] as const)("[MEASURE-9] keeps what was measured if %s ends it", async (signal, reason) => {
    const json = path.join(directory, `${signal}.json`);
    const before = server.requests;
    const flags = ["-p", "60000", "--warmup-interval=0", `--json=${json}`];
    const child = start("-m", "ranker", "-u", server.address, ...flags);
    const finished = finish(child);
    await expect.poll(() => server.requests - before, { timeout: 15_000 }).toBeGreaterThan(50);
    child.kill(signal);
    const { code, out } = await finished;
    expect(code).toBe(130);
    expect(out).toMatch(/Request count: [1-9]\d*\n[^]*Ended early, after \d+\.\d s/);
    const kept = importExperiment("kept.json", fs.readFileSync(json, "utf8"));
    expect(kept).toMatchObject({ state: "cancelled", reason, steps: [{ complete: false }] });
  });

  it("[MEASURE-2] rejects a version that the server does not serve", async () => {
    const { code, err } = await measure("-m", "ranker", "-x", "7", "-u", server.address, ...short);
    expect(code).toBe(2);
    expect(err).toContain("modelVersion is '7'");
    expect(err).toContain("of model 'ranker' version 1 serves");
  });

  it("[MEASURE-9] doesn't change files if nothing was measured yet", async () => {
    const csv = path.join(directory, "earlier.csv");
    fs.writeFileSync(csv, "earlier");
    const before = server.requests;
    const flags = ["--seconds=60", "--warmup-seconds=600", "-f", csv];
    const child = start("-m", "ranker", "-u", server.address, ...flags);
    const finished = finish(child);
    await expect.poll(() => server.requests - before, { timeout: 15_000 }).toBeGreaterThan(50);
    child.kill("SIGINT");
    const { code, err } = await finished;
    expect(code).toBe(130);
    expect(err).toContain(
      "Interrupted from the keyboard. Nothing was measured yet, and no file was written.",
    );
    expect(fs.readFileSync(csv, "utf8")).toBe("earlier");
  });

  it("[MEASURE-9] reports that the server stopped responding, and keeps earlier results", async () => {
    const mortal = await startTestServer(protocol());
    const flags = ["--concurrency-range=1:6", "--seconds=2", "--warmup-interval=0"];
    const child = start("-m", "ranker", "-u", mortal.address, ...flags);
    let shown = "";
    child.stdout.on("data", (piece) => {
      shown += piece;
    });
    const finished = finish(child);
    await expect.poll(() => shown, { timeout: 40_000 }).toContain("Request count: ");
    mortal.kill();
    const { code, out, err } = await finished;
    expect(code).toBe(1);
    expect(out).toMatch(/Request count: [1-9]\d*\n/);
    expect(out).not.toContain("Request concurrency: 6");
    expect(err).toMatch(/^The server stopped responding during the measurement: [^\n]+\n$/);
  });

  it("prints its help", async () => {
    const { code, out } = await measure("--help");
    expect(code).toBe(0);
    expect(out).toContain("--concurrency-range=START:END:STEP");
  });
});
