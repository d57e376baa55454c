// Traces and the request log as an engine's clients see them, with real backends.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { engineRoutes } from "../protocol/http/routes.ts";
import { serveHttp } from "../protocol/http/server.ts";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { step, writeEnsemble } from "../testing/ensemble-config.ts";
import { floats, inferRequest } from "../testing/requests.ts";
import type { Engine, InferRequest, TraceSettings } from "../types.ts";

const ON: Partial<TraceSettings> = { trace_level: ["TIMESTAMPS"], trace_rate: 1 };
const CACHED = "max_batch_size: 8 dynamic_batching { } response_cache { enable: true }";

let fixture: EngineFixture;
beforeEach(async () => {
  fixture = await EngineFixture.create({ traceSettings: ON, cacheBytes: 1 << 20 });
  await fixture.repository.identity("id", "max_batch_size: 8");
});
afterEach(() => fixture[Symbol.asyncDispose]());

const request = (modelName: string, input = "INPUT0", shape = [1, 2]): InferRequest =>
  inferRequest({ modelName, id: "r", inputs: [floats(input, shape, [1, 2])] });

async function infer(engine: Engine, source: InferRequest): Promise<void> {
  const trace = engine.startTrace(source.modelName, source.id);
  await engine.infer(trace ? { ...source, trace } : source).catch(() => {});
}

const points = (engine: Engine) =>
  engine.traces(0).map(({ stamps }) => stamps.map(({ point }) => point));

describe("traces", () => {
  it("[TRACE-5] show a request's way through queue and instance, and what served it", async () => {
    const engine = await fixture.start();
    await infer(engine, request("id"));
    expect(points(engine)).toEqual([
      [
        "REQUEST_START",
        "QUEUE_START",
        "COMPUTE_START",
        "COMPUTE_INPUT_END",
        "COMPUTE_OUTPUT_START",
        "COMPUTE_END",
        "REQUEST_END",
      ],
    ]);
    expect(engine.traces(0)).toMatchObject([
      {
        id: 1,
        modelName: "id",
        modelVersion: "1",
        requestId: "r",
        instance: expect.stringContaining("id"),
        batchSize: 1,
        cacheHit: false,
        error: "",
      },
    ]);
  });

  it("[TRACE-5] distinguish a cache hit from a miss", async () => {
    await fixture.repository.identity("cached", CACHED);
    const engine = await fixture.start();
    await infer(engine, request("cached"));
    await infer(engine, request("cached"));
    expect(engine.traces(0).map(({ cacheHit }) => cacheHit)).toEqual([false, true]);
    const lookup = ["REQUEST_START", "CACHE_LOOKUP_START", "CACHE_LOOKUP_END"];
    const [miss, hit] = points(engine);
    expect(miss?.slice(0, 4)).toEqual([...lookup, "QUEUE_START"]);
    expect(hit).toEqual([...lookup, "REQUEST_END"]);
  });

  it("[TRACE-5] show the error, even before a model was found", async () => {
    const engine = await fixture.start();
    await infer(engine, request("id", "INPUT0", [9, 2]));
    await infer(engine, request("nosuch"));
    expect(engine.traces(0).map(({ error }) => error)).toEqual([
      expect.stringContaining("inference request batch-size must be <= 8"),
      "Request for unknown model: 'nosuch' is not found",
    ]);
    expect(points(engine)).toEqual([["REQUEST_START", "REQUEST_END"], ["REQUEST_END"]]);
  });

  it("[TRACE-5] show an ensemble's steps", async () => {
    await fixture.repository.identity("cached", CACHED);
    await writeEnsemble(fixture.repository, "ens", [
      step("id", { INPUT0: "IN" }, { OUTPUT0: "mid" }),
      step("cached", { INPUT0: "mid" }, { OUTPUT0: "OUT" }),
    ]);
    const engine = await fixture.start();
    await infer(engine, request("ens", "IN"));
    const traces = engine.traces(0);
    expect(
      traces.map(({ id, parentId, modelName, modelVersion }) => [
        id,
        parentId,
        modelName,
        modelVersion,
      ]),
    ).toEqual([
      [1, 0, "ens", "1"],
      [2, 1, "id", "1"],
      [3, 1, "cached", "1"],
    ]);
    for (const stamps of points(engine)) expect(stamps.at(-1)).toBe("REQUEST_END");
  });

  it("[TRACE-5][TRACE-6] start and end with the protocol", async () => {
    const engine = await fixture.start();
    const server = await serveHttp(engineRoutes(engine), { host: "127.0.0.1", port: 0 });
    const inputs = [{ name: "INPUT0", datatype: "FP32", shape: [1, 2], data: [1, 2] }];
    const body = JSON.stringify({ id: "over-http", inputs });
    const url = `http://127.0.0.1:${server.port}/v2/models/id/infer`;
    await (await fetch(url, { method: "POST", body })).text();
    await expect.poll(() => engine.traces(0)).toMatchObject([{ requestId: "over-http" }]);
    const [stamps = []] = points(engine);
    expect([stamps[0], ...stamps.slice(-2)]).toEqual(["RECEIVED", "REQUEST_END", "SENT"]);
    await server.close(AbortSignal.abort());
  });

  it("[TRACE-7] contain the tensors of a request and of its steps, if requested", async () => {
    await writeEnsemble(fixture.repository, "ens", [
      step("id", { INPUT0: "IN" }, { OUTPUT0: "OUT" }),
    ]);
    const file = join(fixture.repository.path, ".traces");
    const engine = await fixture.start({
      traceSettings: { ...ON, trace_level: ["TENSORS"], trace_file: file, log_frequency: 1 },
    });
    await infer(engine, request("ens", "IN"));
    await engine.close();
    const entries = JSON.parse(await readFile(`${file}.0`, "utf8")) as {
      id: number;
      activity?: string;
      tensor?: { name: string; data: string };
    }[];
    expect(
      entries.flatMap(({ id, activity, tensor }) =>
        tensor ? [`${id} ${activity} ${tensor.name} ${tensor.data}`] : [],
      ),
    ).toEqual([
      "1 TENSOR_QUEUE_INPUT IN 1,2",
      "1 TENSOR_BACKEND_OUTPUT OUT 1,2",
      "2 TENSOR_QUEUE_INPUT INPUT0 1,2",
      "2 TENSOR_BACKEND_OUTPUT OUTPUT0 1,2",
    ]);
  });

  it("[TRACE-3] can be set for loaded models", async () => {
    const engine = await fixture.start();
    const unknown = "Request for unknown model : nosuch";
    expect(() => engine.traceSettings("nosuch")).toThrow(unknown);
    expect(() => engine.updateTraceSettings("nosuch", {})).toThrow(unknown);
    engine.updateTraceSettings("id", { trace_level: ["OFF"] });
    await infer(engine, request("id"));
    expect(engine.traces(0)).toEqual([]);
  });
});

describe("the request log", () => {
  it("[LOG-1] has one line per request at a verbose level", async () => {
    const lines: string[] = [];
    const engine = await fixture.start({
      log: (line, level) => lines.push(`${level} ${line.replace(/\d+\.\d{3} ms/, "N ms")}`),
    });
    await infer(engine, request("id"));
    engine.updateLogSettings({ log_verbose_level: 1 });
    await infer(engine, request("id"));
    await infer(engine, { ...request("nosuch"), modelVersion: "3", id: "" });
    engine.updateLogSettings({ log_verbose_level: 0 });
    await infer(engine, request("id"));
    expect(lines).toEqual([
      `verbose infer 'id' id "r": N ms, OK`,
      "verbose infer 'nosuch' version 3: N ms, NOT_FOUND Request for unknown model: 'nosuch' version 3 is not found",
    ]);
  });

  it("[LOG-6] a client can't inject lines", async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const engine = await fixture.start({ log, logSettings: { log_verbose_level: 1 } });
    await infer(engine, { ...request("no\nsuch"), id: "a\nb" });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain("\n");
  });
});
