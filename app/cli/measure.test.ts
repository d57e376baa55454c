import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { statistics } from "../../main/lab/testing/fake-server.ts";
import {
  type Answer,
  answerOk,
  startTestServer,
  type TestServer,
} from "../../main/lab/testing/inference-server.ts";

const main = new URL("./main.ts", import.meta.url).pathname;
let directory: string;
let server: TestServer;

const metadata = {
  name: "ranker",
  versions: ["1"],
  platform: "onnxruntime_onnx",
  inputs: [{ name: "x", datatype: "FP32", shape: [-1, 8] }],
  outputs: [{ name: "y", datatype: "FP32", shape: [-1, 2] }],
};

/** The protocol's HTTP interface, as far as a measurement needs it. */
function protocol(): Answer {
  let inferred = 0;
  const infer = answerOk(1);
  const pages: Record<string, () => unknown> = {
    "/v2": () => ({ name: "triton", version: "2.64.0", extensions: [] }),
    "/v2/models/ranker": () => metadata,
    "/v2/models/ranker/config": () => ({ name: "ranker", max_batch_size: 8 }),
    "/v2/models/ranker/stats": () => ({ model_stats: [statistics(inferred)] }),
    "/v2/models/plain": () => ({ ...metadata, name: "plain" }),
    "/v2/models/failing": () => ({ ...metadata, name: "failing" }),
  };
  return (request, response) => {
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

/** Runs `batchdeck measure`. */
const measure = (...args: string[]) => finish(start(...args));

const start = (...args: string[]) => spawn(process.execPath, [main, "measure", ...args]);

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

const short = ["--measurement-interval=200", "--warmup-interval=50"];

describe("measure", () => {
  it("prints each concurrency with the server's own figures, and writes JSON and CSV", async () => {
    const json = path.join(directory, "result.json");
    const csv = path.join(directory, "result.csv");
    const files = ["--json", json, "-f", csv];
    const range = "--concurrency-range=1:3:2";
    const { code, out, err } = await measure(
      "-m",
      "ranker",
      "-u",
      server.address,
      range,
      ...short,
      ...files,
    );
    expect(err).toBe("");
    expect(code).toBe(0);
    expect(out).toMatch(
      /Request concurrency: 1\n {2}Client:\n {4}Request count: \d+\n {4}Throughput: /,
    );
    expect(out).toContain("(queue 1000 usec + compute input 250 usec + compute infer 2000 usec");
    expect(out).toMatch(/Concurrency: 3, throughput: [\d.]+ infer\/sec, latency \d+ usec\n$/);
    const document = JSON.parse(fs.readFileSync(json, "utf8"));
    expect(document).toMatchObject({ format: "batchdeck.experiment", version: 1, state: "done" });
    expect(document.environment.serverVersion).toBe("2.64.0");
    expect(document.steps).toHaveLength(2);
    expect(fs.readFileSync(csv, "utf8")).toMatch(
      /^Concurrency,Inferences\/Second,[^\n]+\n1,[^\n]+\n3,/,
    );
  });

  it("measures a server that has neither configuration nor statistics", async () => {
    const { code, out } = await measure("-m", "plain", "-b", "4", "-u", server.address, ...short);
    expect(code).toBe(0);
    expect(out).toContain("Server: its statistics are not available");
  });

  it("says that nothing could be measured when every request fails", async () => {
    const { code, out, err } = await measure("-m", "failing", "-u", server.address, ...short);
    expect(code).toBe(1);
    expect(out).toMatch(/Failed request count: \d+ \(NOT_FOUND: Request for unknown model/);
    expect(err).toMatch(/^Nothing could be measured: no request succeeded \(NOT_FOUND: [^\n]+\n$/);
  });

  it.each(["http", "grpc"])("says in a sentence that no server answers over %s", async (wire) => {
    const { code, err } = await measure("-m", "ranker", "-i", wire, "-u", "127.0.0.1:1");
    expect(code).toBe(1);
    expect(err).toMatch(/^No server answers at 127\.0\.0\.1:1: [^\n]+\n$/);
  });

  it("names a model that is not there", async () => {
    const { code, err } = await measure("-m", "nosuch", "-u", server.address);
    expect(code).toBe(1);
    expect(err).toContain("Request for unknown model: '/v2/models/nosuch' is not found");
  });

  it("takes a batch that the model does not allow for a wrong flag", async () => {
    const { code, err } = await measure("-m", "ranker", "-b", "9", "-u", server.address);
    expect(code).toBe(2);
    expect(err).toBe("batchSize is 9, but model 'ranker' has max_batch_size 8.\n");
  });

  it("keeps what was measured when it is interrupted", async () => {
    const before = server.requests;
    const child = start("-m", "ranker", "-u", server.address, "-p", "60000", "--warmup-interval=0");
    const finished = finish(child);
    await expect.poll(() => server.requests - before, { timeout: 15_000 }).toBeGreaterThan(50);
    child.kill("SIGINT");
    const { code, out } = await finished;
    expect(code).toBe(130);
    expect(out).toMatch(/Request count: [1-9]\d*\n[^]*Ended early, after \d+\.\d s/);
  });

  it("says that the server went away, and keeps what was measured before", async () => {
    const mortal = await startTestServer(protocol());
    const flags = ["-p", "2000", "--warmup-interval=0"];
    const finished = finish(start("-m", "ranker", "-u", mortal.address, ...flags));
    await expect.poll(() => mortal.requests, { timeout: 15_000 }).toBeGreaterThan(50);
    mortal.kill();
    const { code, out, err } = await finished;
    expect(code).toBe(1);
    expect(out).toMatch(/Request count: [1-9]\d*\n/);
    expect(err).toMatch(/^The server went away while it was measured: [^\n]+\n$/);
  });

  it("prints its help", async () => {
    const { code, out } = await measure("--help");
    expect(code).toBe(0);
    expect(out).toContain("--concurrency-range=START:END:STEP");
  });
});
