import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EngineFixture } from "../testing/engine-fixture.ts";
import { executeDelay } from "../testing/repository.ts";
import type { Engine, InferRequest, InferResponse, SharedMemorySpan } from "../types.ts";
import { MAX_REGIONS, SharedMemory } from "./shared-memory.ts";
import { missingFolder, SharedObject } from "./testing/shared-object.ts";

const skipped = missingFolder === undefined ? "" : ` (skipped: ${missingFolder})`;

const span = (region: string, byteSize: number, offset = 0): SharedMemorySpan => ({
  region,
  offset,
  byteSize,
});
const floats = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);

interface Tensors {
  readonly model?: string;
  readonly input?: SharedMemorySpan | Uint8Array;
  readonly output?: SharedMemorySpan;
  readonly count?: number;
}

/** A request with an FP32 input, [1, count] for models that batch. */
function request({ model = "identity", input, output, count = 2 }: Tensors): InferRequest {
  const shared = input !== undefined && !(input instanceof Uint8Array);
  const data = input instanceof Uint8Array ? input : new Uint8Array(0);
  return {
    modelName: model,
    modelVersion: "",
    id: "",
    parameters: {},
    inputs: [
      {
        name: "INPUT0",
        datatype: "FP32",
        shape: [1, count],
        segments: shared ? [] : [data],
        byteLength: data.byteLength,
        ...(shared && { sharedMemory: input }),
      },
    ],
    outputs: output ? [{ name: "OUTPUT0", classification: 0, sharedMemory: output }] : [],
  };
}

function values({ outputs: [output] }: InferResponse): number[] {
  const data = Buffer.from(output?.data ?? []);
  return Array.from({ length: data.byteLength / 4 }, (_, i) => data.readFloatLE(4 * i));
}

const failure = (code: string, message: string | RegExp) =>
  expect.objectContaining({
    code,
    message: typeof message === "string" ? message : expect.stringMatching(message),
  });

function thrown(act: () => void): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe.skipIf(missingFolder !== undefined)(`shared memory of clients${skipped}`, () => {
  let fixture: EngineFixture;
  let engine: Engine;
  let object: SharedObject;

  beforeEach(async () => {
    fixture = await EngineFixture.create({ allowClientSharedMemory: true, cacheBytes: 1 << 20 });
    await fixture.repository.identity("identity", "max_batch_size: 8");
    engine = await fixture.start();
    object = new SharedObject(8192);
  });
  afterEach(async () => {
    object[Symbol.dispose]();
    await fixture[Symbol.asyncDispose]();
  });

  const register = (name: string, offset = 0, byteSize = 4096, key = object.key) =>
    engine.sharedMemory.register({ name, key, offset, byteSize });
  const put = (byteOffset: number, ...data: number[]) => object.write(floats(...data), byteOffset);

  it("[SHM-1] regions are registered, listed and unregistered, one or all", () => {
    const region = (name: string, offset: number, byteSize: number) => ({
      name,
      key: object.key,
      offset,
      byteSize,
    });
    register("a");
    register("b", 4096, 64);
    expect(engine.sharedMemory.status("")).toEqual([region("a", 0, 4096), region("b", 4096, 64)]);
    expect(engine.sharedMemory.status("b")).toEqual([region("b", 4096, 64)]);
    engine.sharedMemory.unregister("a");
    engine.sharedMemory.unregister("nosuch");
    expect(engine.sharedMemory.status("")).toEqual([region("b", 4096, 64)]);
    register("a");
    engine.sharedMemory.unregister("");
    expect(engine.sharedMemory.status("")).toEqual([]);
    expect(thrown(() => engine.sharedMemory.status("a"))).toEqual(
      failure("NOT_FOUND", "Unable to find system shared memory region: 'a'"),
    );
  });

  it("[SHM-2] a name can be registered once", () => {
    register("a");
    expect(thrown(() => register("a", 4096))).toEqual(
      failure("ALREADY_EXISTS", "shared memory region 'a' already in manager"),
    );
  });

  it("[SHM-3] keys name an object of the folder, nothing else", () => {
    const outside = mkdtempSync(join(tmpdir(), "outside-"));
    const link = new SharedObject(0);
    const fifo = new SharedObject(0);
    try {
      writeFileSync(join(outside, "secret"), "secret");
      rmSync(link.path);
      symlinkSync(join(outside, "secret"), link.path);
      rmSync(fifo.path);
      execFileSync("mkfifo", [fifo.path]);
      const missing = "/batchdeck-test-no-such-object";
      const up = `/../..${outside}/secret`;
      const long = "k".repeat(256);
      for (const key of [link.key, fifo.key, missing, up, "/.", "..", "a/b", "a\0b", long]) {
        expect(thrown(() => register("a", 0, 1, key))).toEqual(
          failure("INTERNAL", `Unable to open shared memory region: '${key}'`),
        );
      }
      for (const key of ["", "/", "///"]) {
        expect(thrown(() => register("a", 0, 1, key))).toEqual(
          failure(
            "INVALID_ARGUMENT",
            `cannot register shared memory region 'a' - invalid shm key '${key}'`,
          ),
        );
      }
      const reserved = "//triton_python_backend_shm_region_1";
      expect(thrown(() => register("a", 0, 1, reserved))).toEqual(
        failure(
          "INVALID_ARGUMENT",
          `cannot register shared memory region 'a' with key '${reserved}' as the key contains the reserved prefix 'triton_python_backend_shm_region_'`,
        ),
      );
      expect(engine.sharedMemory.status("")).toEqual([]);
    } finally {
      link[Symbol.dispose]();
      fifo[Symbol.dispose]();
      rmSync(outside, { recursive: true });
    }
  });

  it.each([
    [0, 8193, "invalid args"],
    [8192, 1, "invalid args"],
    [2 ** 64, 2 ** 64, "invalid args"],
    [0, 0, "unable to process address spaceInvalid argument"],
    [8, 8, "unable to process address spaceInvalid argument"],
  ])("[SHM-4] offset %d with %d bytes: %s", (offset, byteSize, reason) => {
    expect(thrown(() => register("a", offset, byteSize))).toEqual(
      failure("INVALID_ARGUMENT", `failed to register shared memory region 'a': ${reason}`),
    );
  });

  it("[SHM-5] regions, names and keys have limits", () => {
    for (let i = 0; i < MAX_REGIONS; i++) register(`r${i}`);
    expect(thrown(() => register("more"))).toEqual(
      failure("RESOURCE_EXHAUSTED", /region 'more': 1024 regions are registered/),
    );
    engine.sharedMemory.unregister("r0");
    register("more");
    engine.sharedMemory.unregister("");
    expect(thrown(() => register("n".repeat(1025)))).toEqual(
      failure("INVALID_ARGUMENT", /its name has 1025 characters, at most 1024 are allowed$/),
    );
    expect(thrown(() => register("a", 0, 1, "/".repeat(1025)))).toEqual(
      failure("INVALID_ARGUMENT", /its key has 1025 characters, at most 1024 are allowed$/),
    );
  });

  it("[SHM-6] without the flag nothing is registered and no request may use a region", async () => {
    const closed = await fixture.start({ allowClientSharedMemory: false });
    const disabled = failure(
      "UNIMPLEMENTED",
      "Client shared memory is disabled. Start the server with '--allow-client-shm=true' to enable.",
    );
    const region = { name: "a", key: object.key, offset: 0, byteSize: 8 };
    expect(thrown(() => closed.sharedMemory.register(region))).toEqual(disabled);
    expect(thrown(() => closed.sharedMemory.unregister(""))).toEqual(disabled);
    expect(closed.sharedMemory.status("")).toEqual([]);
    await expect(closed.infer(request({ input: span("a", 8) }))).rejects.toEqual(disabled);
    await expect(
      closed.infer(request({ input: floats(1, 2), output: span("a", 8) })),
    ).rejects.toEqual(disabled);
    expect(closed.serverMetadata().extensions).not.toContain("system_shared_memory");
    expect(engine.serverMetadata().extensions).toContain("system_shared_memory");
  });

  it("[SHM-7] a system without the folder reports that", () => {
    const elsewhere = new SharedMemory(true, join(tmpdir(), "batchdeck-no-such-folder"));
    const region = { name: "a", key: "/k", offset: 0, byteSize: 8 };
    expect(thrown(() => elsewhere.register(region))).toEqual(
      failure("UNIMPLEMENTED", /system shared memory needs .*no-such-folder, which this system/),
    );
  });

  it("[SHM-9] inputs are read from a region, outputs written to one", async () => {
    register("in", 4096, 64);
    register("out", 0, 64);
    put(4096 + 16, 1.5, 2.5);
    const answer = await engine.infer(
      request({ input: span("in", 8, 16), output: span("out", 32, 24) }),
    );
    expect(answer.outputs).toEqual([
      {
        name: "OUTPUT0",
        datatype: "FP32",
        shape: [1, 2],
        data: new Uint8Array(0),
        inSharedMemory: true,
      },
    ]);
    expect(object.floats(24, 2)).toEqual([1.5, 2.5]);
    const read = await engine.infer(request({ input: span("in", 8, 16) }));
    expect(values(read)).toEqual([1.5, 2.5]);
    await engine.infer(request({ input: floats(7, 8), output: span("out", 8) }));
    expect(object.floats(0, 2)).toEqual([7, 8]);
  });

  it("[SHM-9] a region may be in an object whose name was removed", async () => {
    register("a");
    put(0, 3, 4);
    rmSync(object.path);
    expect(values(await engine.infer(request({ input: span("a", 8) })))).toEqual([3, 4]);
  });

  it.each([
    [span("nosuch", 8), "NOT_FOUND", "Unable to find shared memory region: 'nosuch'"],
    [span("a", 8, 64), "INVALID_ARGUMENT", "Invalid offset for shared memory region: 'a'"],
    [
      span("a", 8, 60),
      "INVALID_ARGUMENT",
      "Invalid offset + byte size for shared memory region: 'a'",
    ],
    [
      span("a", 2 ** 64),
      "INVALID_ARGUMENT",
      "Invalid offset + byte size for shared memory region: 'a'",
    ],
  ])("[SHM-10] %j of an input or output: %s", async (wrong, code, message) => {
    register("a", 0, 64);
    for (const tensors of [{ input: wrong }, { input: floats(1, 2), output: wrong }]) {
      await expect(engine.infer(request(tensors))).rejects.toEqual(failure(code, message));
    }
    await expect(engine.infer(request({ input: span("a", 4) }))).rejects.toEqual(
      failure("INVALID_ARGUMENT", /input byte size mismatch .*Expected 8, got 4$/),
    );
  });

  it("[SHM-11] an output that does not fit is an error, and nothing is written", async () => {
    register("a", 0, 64);
    await expect(
      engine.infer(request({ input: floats(1, 2), output: span("a", 4) })),
    ).rejects.toEqual(
      failure(
        "INTERNAL",
        "shared memory size specified with the request for output 'OUTPUT0' (4 bytes) should be at least 8 bytes to hold the results",
      ),
    );
    expect(object.bytes.every((byte) => byte === 0)).toBe(true);
  });

  it("[SHM-12] a truncated object is an error, and isn't extended", async () => {
    register("a");
    truncateSync(object.path, 4);
    const cut = failure("FAILED_PRECONDITION", /^shared memory region 'a' .* is shorter than/);
    await expect(engine.infer(request({ input: span("a", 8) }))).rejects.toEqual(cut);
    await expect(
      engine.infer(request({ input: floats(1, 2), output: span("a", 8) })),
    ).rejects.toEqual(cut);
    expect(object.bytes).toHaveLength(4);
  });

  it("[SHM-13] a region that is unregistered while requests use it stays for them", async () => {
    await fixture.repository.identity("slow", `max_batch_size: 8\n${executeDelay(100)}`);
    engine = await fixture.start();
    register("a");
    const answer = engine.infer(
      request({ model: "slow", input: floats(5, 6), output: span("a", 8) }),
    );
    engine.sharedMemory.unregister("a");
    expect(engine.sharedMemory.status("")).toHaveLength(1);
    await answer;
    expect(object.floats(0, 2)).toEqual([5, 6]);
    expect(engine.sharedMemory.status("")).toEqual([]);
    register("a");
  });

  it("[SHM-13] later writes to a region don't affect active requests", async () => {
    await fixture.repository.identity("slow", `max_batch_size: 8\n${executeDelay(50)}`);
    engine = await fixture.start();
    register("a");
    put(0, 1, 2);
    const answer = engine.infer(request({ model: "slow", input: span("a", 8) }));
    put(0, 8, 9);
    expect(values(await answer)).toEqual([1, 2]);
  });

  it("[SHM-14] the inputs of all active requests have a limit", async () => {
    const memory = new SharedMemory(true, undefined, 20);
    memory.register({ name: "a", key: object.key, offset: 0, byteSize: 4096 });
    put(0, 1, 2);
    const run = (asked: InferRequest) => engine.infer(asked);
    const twelve = request({ input: span("a", 12), count: 3 });
    const both = [memory.infer(twelve, run), memory.infer(twelve, run)];
    expect(await Promise.allSettled(both)).toMatchObject([
      { status: "fulfilled" },
      {
        status: "rejected",
        reason: failure("RESOURCE_EXHAUSTED", /of all requests under way have more than 20 bytes/),
      },
    ]);
    await expect(memory.infer(request({ input: span("a", 16) }), run)).rejects.toEqual(
      failure("INVALID_ARGUMENT", /input byte size mismatch/),
    );
    expect(values(await memory.infer(request({ input: span("a", 8) }), run))).toEqual([1, 2]);
    memory.close();
  });

  it("[SHM-9] cached responses are written too, and ensembles accept regions", async () => {
    await fixture.repository.identity(
      "cached",
      "max_batch_size: 8 dynamic_batching { } response_cache { enable: true }",
    );
    await fixture.repository.write("ensemble/1/.keep", "");
    await fixture.repository.write(
      "ensemble/config.pbtxt",
      `platform: "ensemble" max_batch_size: 8
input [ { name: "INPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
output [ { name: "OUTPUT0" data_type: TYPE_FP32 dims: [ -1 ] } ]
ensemble_scheduling { step [ { model_name: "cached" model_version: -1
  input_map { key: "INPUT0" value: "INPUT0" } output_map { key: "OUTPUT0" value: "OUTPUT0" } } ] }`,
    );
    engine = await fixture.start();
    register("a");
    for (const [i, model] of ["cached", "cached", "ensemble"].entries()) {
      put(0, 3, 4);
      await engine.infer(
        request({ model, input: span("a", 8), output: span("a", 8, 64 * (i + 1)) }),
      );
      expect(object.floats(64 * (i + 1), 2)).toEqual([3, 4]);
    }
    expect(engine.modelStatistics("cached", "")[0]?.inference_stats).toMatchObject({
      cache_hit: { count: 2 },
      cache_miss: { count: 1 },
    });
  });

  it("[SHM-11] each response of a stream replaces the previous one; one that doesn't fit ends it", async () => {
    await fixture.repository.repeat("repeat", "INT32");
    engine = await fixture.start();
    register("a");
    const u32 = (name: string, datatype: string, ...data: number[]) => ({
      name,
      datatype,
      shape: [data.length],
      segments: [new Uint8Array(Uint32Array.from(data).buffer)],
      byteLength: 4 * data.length,
    });
    const stream = (byteSize: number): InferRequest => ({
      ...request({}),
      modelName: "repeat",
      inputs: [
        u32("IN", "INT32", 4, 5, 6),
        u32("DELAY", "UINT32", 0, 0, 0),
        u32("WAIT", "UINT32", 0),
      ],
      outputs: [{ name: "OUT", classification: 0, sharedMemory: span("a", byteSize) }],
    });
    const seen: number[] = [];
    await engine.inferStream(stream(4), (response) => {
      if (response !== undefined) seen.push(object.bytes.readInt32LE(0));
    });
    expect(seen).toEqual([4, 5, 6]);
    const none: unknown[] = [];
    await expect(
      engine.inferStream(stream(2), (response) => void none.push(response)),
    ).rejects.toEqual(failure("INTERNAL", /^shared memory size specified .*'OUT' \(2 bytes\)/));
    expect(none).toEqual([]);
    engine.sharedMemory.unregister("");
    expect(engine.sharedMemory.status("")).toEqual([]);
  });
});
