import { spawn } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLineProgram } from "../../base/testing/program-files.ts";
import { rankerMetadata, statistics } from "../../main/lab/testing/fake-server.ts";
import { startTestServer, type TestServer } from "../../main/lab/testing/inference-server.ts";

const main = commandLineProgram.pathname;
let server: TestServer;

const group = { count: 1, kind: "KIND_CPU" };

const pages: Readonly<Record<string, unknown>> = {
  "/v2": { name: "triton", version: "2.64.0", extensions: [] },
  "/v2/models/ranker": rankerMetadata,
  "/v2/models/ranker/config": { name: "ranker", max_batch_size: 8, instance_group: [group] },
  // 100 executions of two items, 6 ms each.
  "/v2/models/ranker/stats": { model_stats: [statistics(200)] },
  "/v2/models/new": { ...rankerMetadata, name: "new" },
  "/v2/models/new/config": { name: "new", max_batch_size: 8 },
  "/v2/models/new/stats": { model_stats: [statistics(0)] },
};

beforeAll(async () => {
  server = await startTestServer((request, response) => {
    const page = pages[request.path];
    response
      .writeHead(page ? 200 : 404, { "content-type": "application/json" })
      .end(JSON.stringify(page ?? { error: "Request for unknown model is not found" }));
  });
});
afterAll(() => server.kill());

async function simulate(...args: string[]) {
  const all = ["simulate", "-i", "http", "-u", server.address, ...args];
  const child = spawn(process.execPath, [main, ...all]);
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, ...output };
}

describe("batchdeck simulate", () => {
  it("predicts the active configuration and a changed one from the server's statistics", async () => {
    const { code, out, err } = await simulate("-m", "ranker", "--concurrency=16", "--instances=2");
    expect(err).toBe("");
    expect(code).toBe(0);
    expect(out).toContain("Time of a batch by size, from 100 executions: 2: 6.00 ms");
    const [, active, changed] = /^Throughput +([\d.]+)\/s +([\d.]+)\/s$/m.exec(out) ?? [];
    expect(Number(changed) / Number(active)).toBeCloseTo(2, 1);
  });

  it("prints JSON", async () => {
    const { code, out } = await simulate(
      "-m",
      "ranker",
      "--request-rate=500",
      "--max-queue-delay-us=5000",
      "--json",
    );
    expect(code).toBe(0);
    const { active, changed, calibration } = JSON.parse(out);
    expect(calibration.executions).toBe(100);
    // At 3.3 ms each, single requests are served slower than they arrive.
    expect(active.throughput).toBeCloseTo(303, -1);
    expect(changed.throughput).toBeGreaterThan(active.throughput);
    expect(Object.keys(active.batches)).toEqual(["1"]);
    expect(Object.keys(changed.batches)).toContain("8");
  });

  it("[SIM-12] [SIM-13] accepts bursty arrivals, recorded gaps and the front end's time", async () => {
    const p99 = async (...args: string[]) => {
      const { out } = await simulate("-m", "ranker", "--json", ...args);
      return (JSON.parse(out) as { active: { latency: { p99: number } } }).active.latency.p99;
    };
    const poisson = await p99("--request-rate=150");
    expect(await p99("--request-rate=150", "--request-distribution=gamma:0.2")).toBeGreaterThan(
      poisson,
    );
    expect(await p99("--request-rate=150", "--front-end-us=2000")).toBeGreaterThan(poisson);
    expect(await p99("--request-rate=150", "--front-end-turn-us=1000")).toBeGreaterThan(poisson);
    // One request every 100 ms never waits: 3.3 ms.
    expect(await p99("--request-intervals=100000")).toBeLessThan(6);
  });

  it("reports that a model has no statistics to learn from", async () => {
    const { code, err } = await simulate("-m", "new", "--concurrency=1");
    expect(code).toBe(1);
    expect(err).toContain("Not enough executions to learn from (n = 0");
  });

  it.each([
    [[], "simulate needs -m MODEL."],
    [["-m", "ranker"], "simulate needs --request-rate, --concurrency or --request-intervals."],
    [
      ["-m", "ranker", "--request-rate=5", "--request-distribution=gamma"],
      "--request-distribution is 'gamma'; it must be constant, poisson or gamma:BURSTINESS.",
    ],
    [
      ["-m", "ranker", "--request-rate=5", "--request-intervals=100"],
      "--request-rate and --request-intervals exclude each other",
    ],
    [["-m", "ranker", "--request-intervals=no-such-file"], "'no-such-file' cannot be read"],
    [["-m", "ranker", "--concurrency=1", "--front-end-us=-1"], "--front-end-us is '-1'"],
    [
      ["-m", "ranker", "--concurrency=0"],
      "--concurrency is '0'; it must be a whole number from 1 to 100000.",
    ],
    [
      ["-m", "ranker", "--concurrency=1", "--preferred-batch-size=9"],
      "--preferred-batch-size is '9'; it must be at most max_batch_size 8.",
    ],
    [
      ["-m", "ranker", "--concurrency=1", "-b", "9"],
      "-b is '9'; it must be at most max_batch_size 8.",
    ],
    [
      ["-m", "ranker", "--concurrency=1", "-b", "4", "--max-batch-size=2"],
      "-b is '4'; it must be at most max_batch_size 2.",
    ],
  ])("explains wrong flags: %j", async (args, sentence) => {
    const { code, err } = await simulate(...args);
    expect(err).toContain(sentence);
    expect(code).toBe(2);
  });
});
