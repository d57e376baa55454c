import { status } from "@grpc/grpc-js";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BatchEvent } from "../../engine/types.ts";
import { GrpcClient } from "../wire/transport/index.ts";
import { InsightClient } from "./insight-client.ts";
import {
  type BatchStream,
  type EngineServices,
  serveEngineServices,
} from "./testing/fake-engine-services.ts";

let services: EngineServices;
let server: Awaited<ReturnType<typeof serveEngineServices>>;
let grpc: GrpcClient;
let client: InsightClient;
let streams: BatchStream[];

beforeEach(async () => {
  streams = [];
  services = {
    batches: (stream) => void streams.push(stream),
    traces: () => ({ traces: [] }),
    getSplit: () => ({ weights: {} }),
    setSplit: ({ weights }) => ({ weights }),
    traceSetting: () => ({ settings: {} }),
  };
  server = await serveEngineServices({
    batches: (stream) => services.batches(stream),
    traces: (request) => services.traces(request),
    getSplit: (request) => services.getSplit(request),
    setSplit: (request) => services.setSplit(request),
    traceSetting: (request) => services.traceSetting(request),
  });
  grpc = new GrpcClient(server.address);
  client = new InsightClient(grpc);
});

afterEach(async () => {
  grpc.close();
  await server[Symbol.asyncDispose]();
});

test("[SERVER-T9] ends a stream with its connection", async () => {
  const ended = vi.fn<(error: Error) => void>();
  const watching = client.watchBatches("m", { batches: () => {}, ended });
  const left = client.watchBatches("n", { batches: () => {}, ended });
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  left[Symbol.dispose]();
  grpc.close();
  expect(ended).toHaveBeenCalledOnce();
  expect(ended.mock.lastCall?.[0].message).toContain("was closed");
  await vi.waitFor(() => expect(streams.every(({ cancelled }) => cancelled)).toBe(true));
  watching[Symbol.dispose]();
});

test("delivers batches with named reasons until nothing listens", async () => {
  const batches = vi.fn<(batches: readonly BatchEvent[], dropped: number) => void>();
  const ended = vi.fn<(error: Error) => void>();
  const watching = client.watchBatches("m", { batches, ended });
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  const [stream] = streams;
  expect(stream?.request.model).toBe("m");
  stream?.write({
    batches: [
      {
        model: "m",
        version: "2",
        instance: "m_0_0",
        at_ns: 9_007_199_254,
        requests: 3,
        items: 5,
        reason: 3,
        oldest_wait_ns: 2000,
        mean_wait_ns: 1000,
        compute_input_ns: 1,
        compute_infer_ns: 2,
        compute_output_ns: 3,
        failed: true,
        on_serving_thread: true,
      },
    ],
    dropped: 7,
  });
  await vi.waitFor(() => expect(batches).toHaveBeenCalledOnce());
  expect(batches).toHaveBeenCalledWith(
    [
      {
        model: "m",
        version: "2",
        instance: "m_0_0",
        atNs: 9_007_199_254,
        requests: 3,
        items: 5,
        reason: "delay",
        oldestWaitNs: 2000,
        meanWaitNs: 1000,
        computeInputNs: 1,
        computeInferNs: 2,
        computeOutputNs: 3,
        failed: true,
        onServingThread: true,
      },
    ],
    7,
  );
  const gone = vi.fn<() => void>();
  stream?.on("cancelled", gone);
  watching[Symbol.dispose]();
  await vi.waitFor(() => expect(gone).toHaveBeenCalled());
  expect(ended).not.toHaveBeenCalled();
});

test("reports once that the server ended or failed a stream", async () => {
  const ended = vi.fn<(error: Error) => void>();
  using _one = client.watchBatches("m", { batches: () => {}, ended });
  await vi.waitFor(() => expect(streams).toHaveLength(1));
  streams[0]?.end();
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce());
  expect(ended.mock.calls[0]?.[0]).toMatchObject({
    code: "UNAVAILABLE",
    message: "The server ended the stream.",
  });
  using _two = client.watchBatches("m", { batches: () => {}, ended });
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  streams[1]?.emit("error", { code: status.NOT_FOUND, details: "no model 'm'" });
  await vi.waitFor(() => expect(ended).toHaveBeenCalledTimes(2));
  expect(ended.mock.calls[1]?.[0]).toMatchObject({ code: "NOT_FOUND", message: "no model 'm'" });
});

test("lists traces after an id", async () => {
  services.traces = ({ after_id }) => ({
    traces: [
      {
        id: Number(after_id) + 1,
        parent_id: 2,
        model_name: "m",
        started_at_ms: 12.5,
        stamps: [{ point: "REQUEST_START", at_ns: 3 }],
        cache_hit: true,
      },
    ],
  });
  expect(await client.traces(41)).toEqual([
    {
      id: 42,
      parentId: 2,
      modelName: "m",
      modelVersion: "",
      requestId: "",
      startedAtMs: 12.5,
      stamps: [{ point: "REQUEST_START", atNs: 3 }],
      instance: "",
      batchSize: 0,
      cacheHit: true,
      error: "",
    },
  ]);
});

test("turns sampling into Triton's trace settings of the model: timestamps at a rate without a limit, or off", async () => {
  const settings = new Map<string, string[]>([
    ["trace_level", ["OFF"]],
    ["trace_rate", ["1000"]],
  ]);
  services.traceSetting = (request) => {
    expect(request.model_name).toBe("m");
    for (const [name, { value }] of Object.entries(request.settings))
      settings.set(name, [...(value ?? [])]);
    return { settings: Object.fromEntries([...settings].map(([k, value]) => [k, { value }])) };
  };
  expect(await client.traceRate("m")).toBeNull();
  expect(await client.setTraceRate("m", 5)).toBe(5);
  expect(Object.fromEntries(settings)).toEqual({
    trace_level: ["TIMESTAMPS"],
    trace_rate: ["5"],
    trace_count: ["-1"],
  });
  expect(await client.traceRate("m")).toBe(5);
  expect(await client.setTraceRate("m", null)).toBeNull();
});

test("reads and sets a split as weights by version, and rejects in the server's words", async () => {
  expect(await client.versionSplit("m")).toEqual({});
  expect(await client.setVersionSplit("m", { "1": 90, "2": 10 })).toEqual({ "1": 90, "2": 10 });
  services.setSplit = () => {
    throw new Error("version 7 does not serve");
  };
  await expect(client.setVersionSplit("m", { "7": 1 })).rejects.toMatchObject({
    code: "INVALID_ARGUMENT",
    message: "version 7 does not serve",
  });
});
