import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ReceivedMemory } from "./received-memory.ts";

const MIB = 1024 * 1024;

function recordingHeap() {
  const calls: string[] = [];
  const heap = {
    collector: () => {
      calls.push("collector");
      return ({ type }: { type: string }) => void calls.push(type);
    },
    compact: () => void calls.push("compact"),
  };
  return { calls, heap };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("the young generation is collected after every 4 MiB, not while chunks are being read", () => {
  const { calls, heap } = recordingHeap();
  const memory = new ReceivedMemory(heap);
  memory.add(4 * MIB - 1);
  vi.advanceTimersByTime(0);
  expect(calls).toEqual([]);
  memory.add(1);
  memory.add(9 * MIB);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(0);
  expect(calls).toEqual(["collector", "minor"]);
  memory.add(4 * MIB);
  vi.advanceTimersByTime(0);
  expect(calls).toEqual(["collector", "minor", "minor"]);
});

test("the heap is compacted once, 30 s after the last collection", () => {
  const { calls, heap } = recordingHeap();
  const memory = new ReceivedMemory(heap);
  for (let second = 0; second < 40; second++) {
    memory.add(4 * MIB);
    vi.advanceTimersByTime(1000);
  }
  expect(calls).not.toContain("compact");
  vi.advanceTimersByTime(120_000);
  expect(calls.filter((call) => call === "compact")).toHaveLength(1);
});

test("the heap is compacted 30 s after the start if nothing is received", () => {
  const { calls, heap } = recordingHeap();
  const memory = new ReceivedMemory(heap);
  memory.compactWhenIdle();
  vi.advanceTimersByTime(29_000);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(60_000);
  expect(calls).toEqual(["compact"]);
});

test("a runtime without a callable collector collects as it likes", () => {
  const memory = new ReceivedMemory({ collector: () => undefined, compact: () => {} });
  memory.add(4 * MIB);
  expect(() => vi.advanceTimersByTime(0)).not.toThrow();
});

test("V8 frees the memory of received chunks", async () => {
  vi.useRealTimers();
  const memory = new ReceivedMemory();
  const before = process.memoryUsage().arrayBuffers;
  for (let i = 0; i < 256; i++) {
    new Uint8Array(MIB).fill(1);
    memory.add(MIB);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * MIB);
});
