import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fillDisk, withSmallDisk } from "../../main/testing/small-disk.ts";
import { VirtualClock } from "../testing/virtual-clock.ts";
import type { RequestTrace, TraceSettings } from "../types.ts";
import { Tracer } from "./tracer.ts";

const ON: Partial<TraceSettings> = { trace_level: ["TIMESTAMPS"], trace_rate: 1 };

let directory: string;
const errors: string[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "batchdeck-trace-"));
  errors.length = 0;
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function setUp(settings: Partial<TraceSettings> = ON) {
  const clock = new VirtualClock();
  const tracer = new Tracer({
    clock,
    wallMs: () => 1_700_000_000_000 + clock.now() / 1e6,
    settings,
    serviceName: "test",
    onError: (sentence) => errors.push(sentence),
  });
  /** A complete in-process request. */
  const request = (model = "m", id = "") => {
    const trace = tracer.start(model, id);
    trace?.stamp("REQUEST_START", clock.now());
    trace?.stamp("REQUEST_END", clock.now() + 1000);
    return trace;
  };
  const sampled = (count: number, model = "m") =>
    Array.from({ length: count }, () => (request(model) ? 1 : 0)).join("");
  return { clock, tracer, request, sampled };
}

describe("sampling", () => {
  it("[TRACE-1] is off at the start, with Triton's settings", () => {
    const { tracer, sampled } = setUp({});
    expect(tracer.settings("")).toEqual({
      trace_level: ["OFF"],
      trace_rate: 1000,
      trace_count: -1,
      log_frequency: 0,
      trace_file: "",
      trace_mode: "triton",
    });
    expect(sampled(3)).toBe("000");
  });

  it("[TRACE-4] traces one request in trace_rate, and trace_count of them", () => {
    const { tracer, sampled } = setUp();
    tracer.update("", { trace_rate: ["3"], trace_count: ["2"] });
    expect(sampled(10)).toBe("0010010000");
    expect(tracer.settings("").trace_count).toBe(0);
    tracer.update("", { trace_count: ["1"] });
    expect(sampled(4)).toBe("0010");
  });

  it("[TRACE-2] a model's own settings fall back to the server's, one by one", () => {
    const { tracer, sampled } = setUp({ ...ON, trace_level: ["OFF"] });
    tracer.update("a", { trace_level: ["TIMESTAMPS"] });
    expect([sampled(2, "a"), sampled(2, "b")]).toEqual(["11", "00"]);
    tracer.update("", { trace_rate: ["2"] });
    expect(tracer.settings("a")).toMatchObject({ trace_level: ["TIMESTAMPS"], trace_rate: 2 });
    expect(sampled(4, "a")).toBe("0101");
    tracer.update("a", { trace_level: null });
    expect(tracer.settings("a")).toEqual(tracer.settings(""));
    expect(sampled(4, "a")).toBe("0000");
  });

  it("[TRACE-2] null resets the server's settings to their initial values", () => {
    const { tracer } = setUp({ ...ON, trace_rate: 7 });
    tracer.update("", { trace_rate: ["5"], trace_level: ["OFF"], trace_mode: ["OpenTelemetry"] });
    expect(tracer.settings("")).toMatchObject({ trace_rate: 5, trace_mode: "opentelemetry" });
    tracer.update("", { trace_rate: null, trace_level: [], trace_mode: null });
    expect(tracer.settings("")).toMatchObject({
      trace_rate: 7,
      trace_level: ["TIMESTAMPS"],
      trace_mode: "triton",
    });
  });

  it.each([
    [{ trace_level: ["OFF", "TENSORS"] }, "Expect only one trace level 'OFF' is specified"],
    [{ trace_rate: ["x"] }, "Unable to parse 'trace_rate', got: x"],
    [{ trace_rate: ["1", "2"] }, "expect only 1 value for 'trace_rate'"],
    [
      { log_frequency: ["4294967296"] },
      "Unable to parse 'log_frequency', value is out of range [ 0, 4294967295 ], got: 4294967296",
    ],
    [{ trace_count: ["-2"] }, "Unable to parse 'trace_count'. Expecting value >= -1, got: -2"],
    [
      { trace_count: ["2147483648"] },
      "Unable to parse 'trace_count', value is out of range [ -1, 2147483647 ], got: 2147483648",
    ],
    [
      { trace_rate: ["0"] },
      "Attempting to set invalid trace setting :sample rate must be non-zero",
    ],
    [
      { trace_file: ["/etc/passwd"] },
      "trace file location can not be updated through network protocol",
    ],
    [{ trace_level: ["ALL"] }, "unknown trace_level 'ALL'"],
  ])("[TRACE-3] %j is rejected, and nothing changes", (changes, message) => {
    const { tracer } = setUp();
    const before = tracer.settings("");
    expect(() => tracer.update("", { trace_rate: ["9"], ...changes })).toThrow(message);
    expect(() => tracer.update("m", { trace_rate: ["9"], ...changes })).toThrow(message);
    expect([tracer.settings(""), tracer.settings("m")]).toEqual([before, before]);
  });
});

describe("a trace", () => {
  it("[TRACE-5] has each point once, in order, with what served the request", () => {
    const { tracer, clock } = setUp();
    const trace = tracer.start("m", "r-1");
    trace?.stamp("REQUEST_START", 500);
    trace?.stamp("COMPUTE_START", 900);
    trace?.stamp("QUEUE_START", 600);
    trace?.stamp("QUEUE_START", 700);
    trace?.served({ version: "", instance: "m_0", batchSize: 4 });
    trace?.served({ version: "3" });
    trace?.stamp("REQUEST_END", 1000);
    expect(clock.now()).toBe(0);
    expect(tracer.after(0)).toEqual([
      {
        id: 1,
        parentId: 0,
        modelName: "m",
        modelVersion: "3",
        requestId: "r-1",
        startedAtMs: 1_700_000_000_000.0005,
        stamps: [
          { point: "REQUEST_START", atNs: 500 },
          { point: "QUEUE_START", atNs: 600 },
          { point: "COMPUTE_START", atNs: 900 },
          { point: "REQUEST_END", atNs: 1000 },
        ],
        instance: "m_0",
        batchSize: 4,
        cacheHit: false,
        error: "",
      },
    ]);
  });

  it("[TRACE-6] ends when its response is sent if a protocol received it, or ten seconds after its request", async () => {
    const { tracer, clock } = setUp();
    const received = (): RequestTrace | undefined => {
      const trace = tracer.start("m", "");
      trace?.stamp("RECEIVED", clock.now());
      return trace;
    };
    const [sent, gone, refused] = [received(), received(), received()];
    sent?.stamp("REQUEST_END", 10);
    expect(tracer.after(0)).toEqual([]);
    sent?.stamp("SENT", 20);
    expect(tracer.after(0)).toHaveLength(1);
    gone?.stamp("REQUEST_END", 10);
    refused?.failed(new Error("no such model"));
    await clock.advance(9.9e9);
    expect(tracer.after(0)).toHaveLength(1);
    await clock.advance(0.2e9);
    expect(tracer.after(0).map(({ error }) => error)).toEqual(["", "", "no such model"]);
    gone?.stamp("SENT", 30);
    expect(tracer.after(0)).toHaveLength(3);
  });

  it("[TRACE-5] steps of an ensemble follow it and name it", () => {
    const { tracer } = setUp();
    const ensemble = tracer.start("ens", "r");
    const step = ensemble?.child("a");
    const inner = step?.child("b");
    step?.stamp("REQUEST_END", 5);
    inner?.stamp("REQUEST_END", 4);
    ensemble?.stamp("REQUEST_END", 6);
    const [first] = tracer.after(0);
    expect(tracer.after(0).map(({ id, parentId, modelName }) => [id, parentId, modelName])).toEqual(
      [
        [1, 0, "ens"],
        [2, 1, "a"],
        [3, 2, "b"],
      ],
    );
    expect(first?.requestId).toBe("r");
    expect(tracer.after(1)).toHaveLength(2);
  });

  it("[TRACE-6] two thousand are kept, and none is returned twice", () => {
    const { tracer, sampled } = setUp();
    sampled(5000);
    const kept = tracer.after(0);
    expect(kept).toHaveLength(2000);
    expect([kept[0]?.id, kept.at(-1)?.id]).toEqual([3001, 5000]);
    expect(tracer.after(4998).map(({ id }) => id)).toEqual([4999, 5000]);
    expect(tracer.after(5000)).toEqual([]);
    expect(tracer.after(9999)).toEqual([]);
  });

  it("[TRACE-6] open traces are finished on closing", async () => {
    const { tracer } = setUp();
    tracer.start("m", "")?.stamp("RECEIVED", 1);
    await tracer.close();
    expect(tracer.after(0)).toHaveLength(1);
    expect(tracer.start("m", "")).toBeUndefined();
  });
});

describe("the trace file", () => {
  const settings = (more: Partial<TraceSettings>) => ({
    ...ON,
    trace_file: join(directory, "trace.json"),
    ...more,
  });
  const read = async (name: string) =>
    JSON.parse(await readFile(join(directory, name), "utf8")) as unknown;

  it("[TRACE-7] is Triton's JSON, one file for each log_frequency traces and the rest", async () => {
    const { tracer, request } = setUp(settings({ log_frequency: 2 }));
    request("m", "a");
    request();
    request();
    await tracer.close();
    expect((await readdir(directory)).sort()).toEqual(["trace.json.0", "trace.json.1"]);
    expect(await read("trace.json.0")).toEqual([
      { id: 1, model_name: "m", model_version: -1, request_id: "a" },
      { id: 1, timestamps: [{ name: "REQUEST_START", ns: 0 }] },
      { id: 1, timestamps: [{ name: "REQUEST_END", ns: 1000 }] },
      { id: 2, model_name: "m", model_version: -1 },
      { id: 2, timestamps: [{ name: "REQUEST_START", ns: 0 }] },
      { id: 2, timestamps: [{ name: "REQUEST_END", ns: 1000 }] },
    ]);
    expect(await read("trace.json.1")).toHaveLength(3);
  });

  it("[TRACE-7] without log_frequency it is written at the end, or when tracing ends", async () => {
    const { tracer, sampled } = setUp(settings({}));
    sampled(3);
    expect(await readdir(directory)).toEqual([]);
    tracer.update("", { trace_level: ["OFF"] });
    await tracer.close();
    expect(await readdir(directory)).toEqual(["trace.json"]);
    expect(await read("trace.json")).toHaveLength(9);
  });

  it("[TRACE-7] the last of trace_count writes the remaining traces", async () => {
    const { tracer, sampled } = setUp(settings({ trace_count: 2 }));
    sampled(5);
    await tracer.close();
    expect(await readdir(directory)).toEqual(["trace.json.0"]);
    expect(await read("trace.json.0")).toHaveLength(6);
  });

  it("[TRACE-7] with TENSORS it contains their values", async () => {
    const { tracer } = setUp(settings({ trace_level: ["TENSORS"] }));
    const trace = tracer.start("m", "");
    const segments = [new Uint8Array(new Float32Array([1, -0.5]).buffer)];
    const tensor = { name: "x", datatype: "FP32", shape: [1, 2], segments };
    trace?.tensors?.("TENSOR_QUEUE_INPUT", [tensor]);
    segments[0]?.fill(0);
    trace?.stamp("REQUEST_END", 1);
    await tracer.close();
    expect(await read("trace.json")).toEqual([
      { id: 1, model_name: "m", model_version: -1 },
      {
        id: 1,
        activity: "TENSOR_QUEUE_INPUT",
        tensor: { name: "x", data: "1,-0.5", shape: "1,2", dtype: "FP32" },
      },
    ]);
  });

  it("[TRACE-8] in mode opentelemetry it has one OTLP document per line", async () => {
    const { tracer, sampled } = setUp(settings({ trace_mode: "opentelemetry", log_frequency: 1 }));
    sampled(2);
    await tracer.close();
    const lines = (await readFile(join(directory, "trace.json"), "utf8")).trimEnd().split("\n");
    const [first] = lines.map((line) => JSON.parse(line).resourceSpans[0]);
    expect(lines).toHaveLength(2);
    expect(first.resource.attributes[0]).toEqual({
      key: "service.name",
      value: { stringValue: "test" },
    });
  });

  it("[TRACE-9] one that can't be written is logged once, and traces are kept", async () => {
    const { tracer, sampled } = setUp(
      settings({ trace_file: join(directory, "no", "trace.json"), log_frequency: 1 }),
    );
    sampled(3);
    await tracer.close();
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/^Can't write trace files\. '.*' does not exist\./);
    expect(tracer.after(0)).toHaveLength(3);
  });

  it(
    "[TRACE-9] a full disk is logged once, with the file",
    withSmallDisk(64, async (disk) => {
      const file = join(disk.path, "trace.json");
      fillDisk(disk.path);
      const { tracer, sampled } = setUp(settings({ trace_file: file, log_frequency: 1 }));
      sampled(3);
      await tracer.close();
      expect(errors).toEqual([
        `Can't write trace files. The disk that holds '${file}' is full; free some space and try again.`,
      ]);
    }),
  );
});
