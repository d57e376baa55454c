import { describe, expect, it, vi } from "vitest";
import { ResponseMemory } from "./response-memory.ts";
import { SharedMemory } from "./shared-memory.ts";
import { sendTensors, TensorReader } from "./tensors.ts";

const payload = new Uint8Array(64);

describe("[PYTHON-PROC-9] tensors from a Python process", () => {
  it.each<[unknown, string]>([
    [undefined, "as a list of tensors"],
    [[7], "as a tensor"],
    [[["a", "FP32", [1]]], "as a tensor"],
    [[["a", "FP99", [1], 4]], "as a tensor"],
    [[["a", "FP32", [-1], 4]], "as a tensor"],
    [[["a", "FP32", [1.5], 4]], "as a tensor"],
    [[["a", "FP32", Array.from({ length: 65 }, () => 1), 4]], "as a tensor"],
    [[["a", "FP32", [1], 8]], "sent 8 bytes for tensor 'a' of FP32 [1], which has 4"],
    [[["a", "FP32", [100], 400]], "as a tensor's bytes"],
    [[["a", "FP32", [1], 4, 0]], "as a tensor's place"],
    [[["a", "BYTES", [1], 2]], "incomplete string length indicator"],
    [[["a", "BYTES", [2], 4]], "unexpected number of string elements"],
  ])("rejects %j", (entries, message) => {
    expect(() => new TensorReader(payload, undefined).read(entries)).toThrow(message);
  });

  it("reads those after the header in order", () => {
    const bytes = new Uint8Array(32);
    bytes[0] = 1;
    bytes[16] = 2;
    const tensors = new TensorReader(bytes, undefined).read([
      ["a", "INT8", [1], 1],
      ["b", "INT8", [1], 1],
    ]);
    expect(tensors.map(({ name, data }) => [name, ...data])).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
  });
});

describe.skipIf(process.platform !== "linux")("shared memory", () => {
  const large = { name: "x", datatype: "INT8", shape: [40_000], byteLength: 40_000 };

  it("reuses a slot once it was released", () => {
    const memory = SharedMemory.open();
    const sent = () => sendTensors([{ ...large, segments: [new Uint8Array(40_000)] }], memory);
    const first = sent();
    expect(first).toMatchObject({ slot: 0, entries: [["x", "INT8", [40_000], 40_000, 0]] });
    expect(sent().slot).toBe(65_536);
    memory?.give(0);
    memory?.give(0);
    memory?.give(1234);
    expect(sent().slot).toBe(0);
    expect(sent().slot).toBe(131_072);
    memory?.close();
  });

  it("puts slots of large tensors on huge pages", () => {
    const memory = SharedMemory.open();
    const slotFor = (byteLength: number) =>
      sendTensors([{ ...large, shape: [byteLength], byteLength, segments: [] }], memory).slot;
    expect(slotFor(40_000)).toBe(0);
    expect([slotFor(1 << 20), slotFor(1 << 20)].sort((a, b) => Number(a) - Number(b))).toEqual([
      2 << 20,
      3 << 20,
    ]);
    expect(slotFor(5 << 20)).toBe(4 << 20);
    expect(slotFor(40_000)).toBe(12 << 20);
    memory?.close();
  });

  it("rejects ranges beyond the end, and everything once it is closed", () => {
    const memory = SharedMemory.open();
    const read = (offset: number, byteLength: number, file: "inputs" | "outputs" = "outputs") =>
      memory?.read({ file, offset, byteLength });
    expect(() => read(0, 1)).toThrow("beyond its end");
    expect(() => read(-1, 1)).toThrow("beyond its end");
    sendTensors([{ ...large, segments: [new Uint8Array(40_000).fill(7)] }], memory);
    expect(read(0, 40_000, "inputs")).toEqual(Buffer.alloc(40_000, 7));
    expect(() => read(30_000, 40_000, "inputs")).toThrow("beyond its end");
    memory?.close();
    memory?.close();
    expect(() => read(0, 0)).not.toThrow();
    expect(() => read(0, 1, "inputs")).toThrow("beyond its end");
    expect(
      sendTensors([{ ...large, segments: [new Uint8Array(40_000)] }], memory).slot,
    ).toBeUndefined();
  });

  it("allocates nothing for a response beyond the end", () => {
    const memory = SharedMemory.open();
    const responses = new ResponseMemory();
    using take = vi.spyOn(responses, "take");
    const tensors = new TensorReader(payload, memory, responses);
    expect(() => tensors.read([["a", "INT8", [2 ** 40], 2 ** 40, 0]])).toThrow("beyond its end");
    expect(take).not.toHaveBeenCalled();
    memory?.close();
  });

  it("is not used if the folder is missing", () => {
    expect(SharedMemory.open("/nowhere")).toBeUndefined();
  });
});

describe("[PYTHON-TENSOR-7] memory for responses", () => {
  it("is reused by responses that need as many pages", () => {
    const responses = new ResponseMemory();
    const first = responses.take(40_000);
    expect(first.byteLength).toBe(40_000);
    expect(responses.take(40_000).buffer).not.toBe(first.buffer);
    responses.give(first);
    expect(responses.take(80_000).buffer).not.toBe(first.buffer);
    const again = responses.take(40_960);
    expect(again.buffer).toBe(first.buffer);
    expect(again.byteLength).toBe(40_960);
  });

  it("keeps at most 64 MiB", () => {
    const responses = new ResponseMemory();
    const large = responses.take(40 << 20);
    const other = responses.take(39 << 20);
    responses.give(large);
    responses.give(other);
    expect(responses.take(40 << 20).buffer).not.toBe(large.buffer);
    expect(responses.take(39 << 20).buffer).toBe(other.buffer);
    const huge = responses.take(65 << 20);
    responses.give(huge);
    expect(responses.take(65 << 20).buffer).not.toBe(huge.buffer);
  });
});
