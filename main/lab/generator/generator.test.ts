import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { decodeFromCompressedBase64 } from "hdr-histogram-js";
import { afterAll, describe, expect, it } from "vitest";
import { generatorProgram } from "../../../base/testing/program-files.ts";
import { answerOk, startTestServer } from "../testing/inference-server.ts";
import { runSpec as spec, targetAt, trafficSpec } from "../testing/run-spec.ts";
import { LoadGenerator } from "./generator.ts";

const generator = new LoadGenerator(generatorProgram);
afterAll(() => generator[Symbol.dispose]());

const NO_WARMUP = { seconds: 0, requests: null };

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("load generator", () => {
  it("counts exactly as the server, including warm-up and drain", async () => {
    await using server = await startTestServer(answerOk(2));
    const { totals, successes, seconds, complete, responseTimes, startedAt, endedAt } =
      await generator.run(spec(server.address)).result;
    expect(complete).toBe(true);
    expect(totals).toEqual({
      sent: server.requests,
      successes: server.requests,
      failures: 0,
      abandoned: 0,
    });
    expect(successes).toBeGreaterThan(0);
    expect(successes).toBeLessThan(totals.successes);
    expect(seconds).toBeGreaterThanOrEqual(0.499);
    expect((endedAt ?? 0) - (startedAt ?? 0)).toBeCloseTo(seconds * 1000, 3);
    expect(responseTimes.min).toBeGreaterThanOrEqual(1000);
  });

  it("keeps one connection per request in flight", async () => {
    await using server = await startTestServer(answerOk());
    await generator.run(spec(server.address, { seconds: 0.2 })).result;
    expect(server.connections).toBe(4);
  });

  it("returns a histogram that decodes to what it counted", async () => {
    await using server = await startTestServer(answerOk(1));
    const result = await generator.run(spec(server.address, { warmup: NO_WARMUP })).result;
    for (const encoded of [result.response, result.service]) {
      expect(decodeFromCompressedBase64(encoded).totalCount).toBe(result.successes);
    }
    expect(result.responseTimes).toEqual(result.serviceTimes);
    const shown = result.windows.map(({ successes }) => successes);
    expect(shown.reduce((sum, count) => sum + count, 0)).toBe(result.successes);
  });

  it("counts failures by status and words and continues", async () => {
    await using server = await startTestServer(({ count }, response) => {
      if (count % 2 === 0) answerOk()({ path: "", body: Buffer.alloc(0), count }, response);
      else response.writeHead(503).end(JSON.stringify({ error: "Exceeds maximum queue size" }));
    });
    const result = await generator.run(spec(server.address, { seconds: 0.3 })).result;
    expect(result.failures).toHaveLength(1);
    expect(result.failures[0]).toMatchObject({
      status: "UNAVAILABLE",
      message: "Exceeds maximum queue size",
    });
    expect(result.totals.successes + result.totals.failures).toBe(server.requests);
    expect(result.failures[0]?.count).toBeGreaterThan(0);
  });

  it("cycles through distinct requests", async () => {
    await using server = await startTestServer(answerOk(), true);
    await generator.run(spec(server.address, { seconds: 0.1, warmup: NO_WARMUP })).result;
    const different = new Set(server.bodies.map((body) => body.toString("latin1")));
    expect(different.size).toBe(3);
  });

  it("keeps measurements after a cancel", async () => {
    await using server = await startTestServer(answerOk(1));
    const abort = new AbortController();
    const result = await generator.run(
      spec(server.address, { seconds: 60 }),
      { progress: ({ phase }) => phase === "measuring" && abort.abort() },
      abort.signal,
    ).result;
    expect(result.complete).toBe(false);
    expect(result.seconds).toBeGreaterThan(0.1);
    expect(result.seconds).toBeLessThan(30);
    expect(result.successes).toBeGreaterThan(0);
  });

  it("counts a server that dies as UNAVAILABLE, without spinning", async () => {
    await using server = await startTestServer(answerOk(1));
    const result = await generator.run(spec(server.address, { seconds: 1 }), {
      measuring: () => setTimeout(() => server.kill(), 300),
    }).result;
    expect(result.complete).toBe(true);
    expect(result.successes).toBeGreaterThan(0);
    expect(result.failures.every(({ status }) => status === "UNAVAILABLE")).toBe(true);
    expect(result.failures.map(({ message }) => message).join()).toContain("ECONNREFUSED");
    expect(result.totals.failures).toBeLessThan(4 * 15);
  });

  it("reconnects without a failure if the server closes each connection", async () => {
    await using server = await startTestServer((_request, response) => {
      response.writeHead(200, { connection: "close", "content-length": 2 }).end("ok");
    });
    const result = await generator.run(spec(server.address, { seconds: 0.2 })).result;
    expect(result.failures).toEqual([]);
    expect(server.connections).toBeGreaterThan(8);
  });

  it("reports a server that is not HTTP", async () => {
    const server = net.createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", () => socket.write("SSH-2.0-OpenSSH_9.2\r\n\r\n"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as net.AddressInfo;
    const result = await generator.run(spec(`127.0.0.1:${port}`, { seconds: 0.2 })).result;
    server.close();
    expect(result.failures[0]).toMatchObject({
      status: "UNAVAILABLE",
      message: "the response is not HTTP/1.1",
    });
  });

  it("drives several models at once", async () => {
    const paths = new Map<string, number>();
    await using server = await startTestServer((request, response) => {
      paths.set(request.path, (paths.get(request.path) ?? 0) + 1);
      answerOk()(request, response);
    });
    await generator.run(
      spec(server.address, {
        seconds: 0.2,
        traffic: [trafficSpec(), trafficSpec({ model: "a b", modelVersion: "2" })],
      }),
    ).result;
    expect([...paths.keys()].sort()).toEqual([
      "/v2/models/a%20b/versions/2/infer",
      "/v2/models/mlp/infer",
    ]);
  });

  it("lets clients think between a response and their next request", async () => {
    await using server = await startTestServer(answerOk());
    const load = { kind: "concurrency", clients: 2, thinkMs: 10_000 } as const;
    const times = { seconds: 0.3, warmup: NO_WARMUP };
    const result = await generator.run(spec(server.address, { ...times, load })).result;
    expect(result.totals.sent).toBe(2);
    expect(server.requests).toBe(2);
  });

  it("[LAB-GEN-35] rejects headers that HTTP does not allow, without showing them", async () => {
    const target = { ...targetAt("127.0.0.1:1"), headers: { "x-key": "geheim\r\nx: y" } };
    const refused = generator.run(spec("127.0.0.1:1", { target })).result;
    await expect(refused).rejects.toThrow("The header 'x-key' cannot be sent");
    await expect(refused).rejects.not.toThrow("geheim");
  });

  it("[LAB-GEN-28] ends a run that asks for more than it can send, when it is cancelled", async () => {
    await using server = await startTestServer(answerOk());
    using own = new LoadGenerator(generatorProgram);
    const abort = new AbortController();
    const load = { kind: "rate", rate: 1_000_000, arrivals: { kind: "constant" } } as const;
    const warmup = { seconds: 60, requests: null };
    const run = own.run(
      spec(server.address, { load, warmup, seconds: 60 }),
      { progress: () => abort.abort() },
      abort.signal,
    );
    const { complete, totals } = await run.result;
    expect(complete).toBe(false);
    expect(totals.sent).toBeGreaterThan(0);
  }, 60_000);

  it("[LAB-GEN-29] ends a process that returns no result after a cancel, and starts another", async () => {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-deaf-"));
    const deaf = path.join(directory, "deaf.mjs");
    fs.writeFileSync(deaf, `process.once("message", () => { for (;;); });`);
    using own = new LoadGenerator(pathToFileURL(deaf), 100);
    const abort = new AbortController();
    const { result } = own.run(spec("127.0.0.1:1"), {}, abort.signal);
    const pid = own.pid as number;
    abort.abort();
    await expect(result).rejects.toThrow(
      "The load generator gave no result within 0.1 s after the run was cancelled; its process was ended.",
    );
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false);
    expect(own.pid).toBeNull();
    fs.rmSync(directory, { recursive: true });
  });

  it("ends when its parent is killed", async () => {
    const parent = spawn(process.execPath, [
      "--input-type=module",
      "-e",
      `import { fork } from "node:child_process";
       const child = fork(${JSON.stringify(generatorProgram.pathname)}, { execArgv: [] });
       child.once("message", () => console.log(child.pid));`,
    ]);
    const pid = await new Promise<number>((resolve) =>
      parent.stdout.once("data", resolve as never),
    );
    parent.kill("SIGKILL");
    await expect.poll(() => isRunning(Number(pid)), { timeout: 10_000 }).toBe(false);
  });

  it("rejects a second run, and rejects when its process dies", async () => {
    await using server = await startTestServer(answerOk(1));
    using own = new LoadGenerator(generatorProgram);
    const run = own.run(spec(server.address, { seconds: 60 }), {
      started: () => process.kill(own.pid as number, "SIGKILL"),
    });
    expect(() => own.run(spec(server.address))).toThrow("running already");
    await expect(run.result).rejects.toThrow("The load generator's process ended (SIGKILL).");
    const again = await own.run(spec(server.address, { seconds: 0.1, warmup: NO_WARMUP })).result;
    expect(again.complete).toBe(true);
  });
});
