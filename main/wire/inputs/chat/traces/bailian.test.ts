import { afterAll, describe, expect, it } from "vitest";
import { readTrace } from "./read-trace.ts";
import { TraceFiles } from "./testing/trace-files.ts";

const files = new TraceFiles();
afterAll(() => files[Symbol.dispose]());

const read = async (...lines: readonly object[]) => {
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  return await readTrace({ path: files.write("bailian.jsonl", text), format: null });
};

const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);
const request = (chat_id: number, more: object = {}) => ({
  chat_id,
  parent_chat_id: -1,
  timestamp: chat_id + 0.5,
  input_length: 2000,
  output_length: 10,
  type: "text",
  turn: 1,
  hash_ids: [],
  ...more,
});

describe("Bailian's traces", () => {
  it("[LAB-TRACE-21] have instants in seconds, lengths, and conversations by their parents", async () => {
    const trace = await read(
      request(1),
      request(2),
      request(3, { parent_chat_id: 1, turn: 2, input_length: 2500 }),
      request(4, { parent_chat_id: 3, turn: 3, input_length: 3000 }),
      request(5, { parent_chat_id: 99, turn: 2 }),
    );
    expect(trace.format).toBe("bailian");
    expect([...(trace.at ?? [])]).toEqual([0, 1000, 2000, 3000, 4000]);
    expect([...trace.inputTokens]).toEqual([2000, 2000, 2500, 3000, 2000]);
    expect([...(trace.sessions?.of ?? [])]).toEqual([0, 1, 0, 0, 2]);
    expect(trace.sessions?.lengths).toBe("detect");
  });

  it("[LAB-TRACE-21] share blocks of 512 tokens where 32 ids are the same", async () => {
    const { blocks } = await read(
      request(1, { hash_ids: ids(0, 70) }),
      request(2, { hash_ids: [...ids(0, 63), 900] }),
      request(3, { hash_ids: ids(0, 31) }),
    );
    expect([...(blocks?.starts ?? [])]).toEqual([0, 2, 4, 4]);
    const [a, b, c, d] = blocks?.ids ?? [];
    expect(c).toBe(a);
    expect(d).not.toBe(b);
  });

  it.each([
    [{ chat_id: "a" }, 'chat_id is "a"; it must be a whole number of at least -1'],
    [{ parent_chat_id: 1.5 }, "parent_chat_id is 1.5"],
    [{ timestamp: null }, "timestamp is null; it must be a number of s"],
    [{ hash_ids: ids(0, 126) }, "hash_ids has 126 blocks, but input_length, 2000, makes 125 of 16"],
    [{ hash_ids: [-1] }, "hash_ids[0] is -1"],
    [{ input_length: "9" }, "input_length is"],
  ])("[LAB-TRACE-21, LAB-TRACE-7] with %j are rejected with the line", async (more, words) => {
    await expect(read(request(1), request(2, more))).rejects.toThrow(words);
    await expect(read(request(1), request(2, more))).rejects.toThrow("line 2");
  });
});
