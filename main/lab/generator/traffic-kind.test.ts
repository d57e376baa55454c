import { describe, expect, it } from "vitest";
import { inference } from "../../../assets/proto/index.ts";
import { seededRandom } from "../../wire/index.ts";
import { MOONCAKE, TraceFiles } from "../../wire/inputs/chat/traces/testing/trace-files.ts";
import { runSpec, trafficSpec } from "../testing/run-spec.ts";
import type { TrafficSpec } from "./messages.ts";
import { encodeTraffic } from "./traffic-kind.ts";

const encode = (wire: "http" | "grpc", traffic: readonly TrafficSpec[]) =>
  encodeTraffic(runSpec("host:1", { wire, traffic }));

function httpParts(bytes: Buffer) {
  const headEnd = bytes.indexOf("\r\n\r\n") + 4;
  const head = bytes.toString("latin1", 0, headEnd);
  const length = (name: string) => Number(new RegExp(`\r\n${name}: (\\d+)`, "i").exec(head)?.[1]);
  const jsonBytes = length("Inference-Header-Content-Length");
  expect(length("Content-Length")).toBe(bytes.length - headEnd);
  return {
    json: JSON.parse(bytes.toString("utf8", headEnd, headEnd + jsonBytes)),
    tensors: bytes.subarray(headEnd + jsonBytes),
  };
}

const CHAT = {
  kind: "chat",
  endpoint: "chat",
  prompts: { kind: "words", lengths: { kind: "fixed", tokens: 8 } },
  prefixes: null,
  outputs: { kind: "fixed", tokens: 4 },
  ignoreEos: false,
  temperature: 0,
} as const;

const flags = { id: 2 ** 50 + 1, start: true, end: false };
const scheduled = trafficSpec({ priority: 2, timeoutMicros: 5000 });
const inSequence = { ...scheduled, sequence: { shortest: 1, longest: 2 } };

describe("traffic", () => {
  it("carries priority and timeout over gRPC, followed by a sequence's flags", async () => {
    const alone = await encode("grpc", [scheduled]);
    const plain = alone.request({ kind: 0, input: 1, sequence: null });
    expect(plain.bytes.readUInt32BE(1)).toBe(plain.bytes.length - 5);
    const { parameters } = inference.ModelInferRequest.decode(plain.bytes.subarray(5));
    expect(Object.keys(parameters)).toEqual(["priority", "timeout"]);
    const { bytes } = (await encode("grpc", [inSequence])).request({
      kind: 0,
      input: 1,
      sequence: flags,
    });
    expect(bytes.readUInt32BE(1)).toBe(bytes.length - 5);
    const message = inference.ModelInferRequest.decode(bytes.subarray(5));
    expect(Object.keys(message.parameters)).toHaveLength(5);
    expect(Number(message.parameters["sequence_id"]?.int64_param)).toBe(flags.id);
    expect(message.parameters["sequence_start"]?.bool_param).toBe(true);
    expect(message.parameters["sequence_end"]?.bool_param).toBe(false);
    expect(message.raw_input_contents).toHaveLength(1);
  });

  it("carries the same over HTTP", async () => {
    const alone = await encode("http", [scheduled]);
    const plain = httpParts(alone.request({ kind: 0, input: 1, sequence: null }).bytes);
    expect(plain.json.parameters).toMatchObject({ priority: 2, timeout: 5000 });
    const sequences = await encode("http", [inSequence]);
    const part = httpParts(sequences.request({ kind: 0, input: 1, sequence: flags }).bytes);
    expect(part.json.parameters).toEqual({
      priority: 2,
      timeout: 5000,
      sequence_id: flags.id,
      sequence_start: true,
      sequence_end: false,
      binary_data_output: true,
    });
    expect(part.tensors).toEqual(plain.tensors);
  });

  it("[LAB-GEN-7] encodes requests that do not vary once", async () => {
    const traffic = await encode("grpc", [trafficSpec()]);
    const planned = { kind: 0, input: 2, sequence: null };
    expect(traffic.request(planned)).toBe(traffic.request(planned));
    expect(traffic.distinct).toBe(3);
  });

  it("[LAB-GEN-12] takes the warm-up's requests from the other half if repeats are counted, however long it lasts", async () => {
    const reuse = { kind: "duplicates", share: 0 } as const;
    const { span, warmup } = await encode("grpc", [trafficSpec({ reuse, distinctInputs: 6 })]);
    const picks = (kinds: typeof span) => {
      const pick = kinds[0]?.picker(seededRandom(1)) ?? (() => -1);
      return Array.from({ length: 7 }, () => pick());
    };
    expect([picks(span), picks(warmup)]).toEqual([
      [0, 1, 2, 3, 4, 5, 0],
      [5, 4, 3, 5, 4, 3, 5],
    ]);
  });

  it("[LAB-TRACE-6] encodes a trace's requests one by one, the next ahead, and others for the warm-up", async () => {
    using files = new TraceFiles();
    const prompts = {
      kind: "trace",
      path: files.write("trace.jsonl", MOONCAKE),
      format: "mooncake",
      from: 0,
      until: null,
      read: null,
    } as const;
    const source = { ...CHAT, prompts };
    const chat = trafficSpec({ source, inputs: [] });
    const traffic = await encodeTraffic(runSpec("host:1", { wire: "openai", traffic: [chat] }));
    expect([...(traffic.instants ?? [])]).toEqual([0, 100, 300, 300]);
    const [span, warmup] = [traffic.span[0]?.picker, traffic.warmup[0]?.picker];
    const picks = (picker: typeof span) => {
      const pick = picker?.(seededRandom(1)) ?? (() => -1);
      return Array.from({ length: 5 }, () => pick());
    };
    expect([picks(span), picks(warmup)]).toEqual([
      [0, 1, 2, 3, 0],
      [4, 5, 6, 7, 4],
    ]);
    const request = (input: number) =>
      traffic.request({ kind: 0, input, sequence: null }).bytes.toString();
    const all = [0, 1, 2, 3].map(request);
    // Whatever was prepared ahead in the meantime, a request is the same.
    await new Promise((resolve) => setImmediate(resolve));
    expect([0, 1, 2, 3].map(request)).toEqual(all);
    expect(new Set([...all, request(4)]).size).toBe(5);
    expect(request(4).length).toBeGreaterThan(5000);
  });

  it("[LAB-CONV-1, LAB-CONV-4] sends a conversation's messages, keeps its answers and forgets it", async () => {
    const conversation = {
      turns: { kind: "fixed", turns: 3 },
      laterLengths: { kind: "fixed", tokens: 2 },
      think: { kind: "fixed", ms: 70 },
    } as const;
    const source = { ...CHAT, conversation };
    const chat = trafficSpec({ source, inputs: [] });
    const traffic = await encodeTraffic(runSpec("host:1", { wire: "openai", traffic: [chat] }));
    expect(traffic.span[0]?.turns?.(0)).toBe(3);
    const turn = (index: number) =>
      ({
        kind: 0,
        input: 1,
        sequence: null,
        turn: { conversation: 5, index, isLast: index === 2 },
      }) as const;
    const messages = (index: number) => {
      const { bytes, keepsText } = traffic.request(turn(index));
      expect(keepsText).toBe(true);
      const text = bytes.toString();
      return JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4)).messages;
    };
    const first = messages(0);
    expect(first).toHaveLength(1);
    expect(traffic.answered(turn(0), { text: "an answer", calls: [], elapsedMs: 5 })).toBe(70);
    const second = messages(1);
    expect(second.slice(0, 2)).toEqual([...first, { role: "assistant", content: "an answer" }]);
    expect(second).toHaveLength(3);
    const long = { text: "x".repeat(17 * 1024 * 1024), calls: [], elapsedMs: 5 };
    expect(traffic.answered(turn(1), long)).toMatchObject({
      status: "OUT_OF_RANGE",
      message: "the conversation has more than 16777216 characters",
    });
    traffic.forget(turn(1));
    expect(messages(0)).toEqual(first);
  });

  it("[LAB-CONV-20] answers calls in the turn, up to the last round, and is complete with the last turn", async () => {
    const conversation = {
      turns: { kind: "fixed", turns: 2 },
      laterLengths: { kind: "fixed", tokens: 2 },
      think: { kind: "fixed", ms: 70 },
    } as const;
    const answers = { lengths: { kind: "fixed", tokens: 3 }, delayMs: 30, rounds: 2 } as const;
    const tools = { count: 1, choice: "auto", answers } as const;
    const source = { ...CHAT, conversation, tools };
    const chat = trafficSpec({ source, inputs: [] });
    const traffic = await encodeTraffic(runSpec("host:1", { wire: "openai", traffic: [chat] }));
    expect(traffic.span[0]?.turns?.(0)).toBe(6);
    const turn = {
      kind: 0,
      input: 1,
      sequence: null,
      turn: { conversation: 5, index: 0, isLast: false },
    } as const;
    const next = () => {
      const { bytes, turn: position } = traffic.request(turn);
      const text = bytes.toString();
      return { position, ...JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4)) };
    };
    const call = { id: "c1", name: "search_1", arguments: "{}" };
    const calling = { text: "", calls: [call, { ...call, id: "" }], elapsedMs: 5 };
    const said = { text: "done", calls: [], elapsedMs: 5 };
    expect(next()).toMatchObject({
      position: { index: 0, isToolRound: false },
      tool_choice: "auto",
    });
    expect(traffic.answered(turn, calling)).toBe(30);
    const first = next();
    expect(first.position).toEqual({ index: 0, isToolRound: true });
    const named = { type: "function", function: { name: "search_1", arguments: "{}" } };
    expect(first.messages.slice(1)).toEqual([
      {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "c1", ...named },
          { id: "call_0_0_1", ...named },
        ],
      },
      { role: "tool", content: expect.stringMatching(/^\w+ \w+ \w+$/), tool_call_id: "c1" },
      { role: "tool", content: expect.any(String), tool_call_id: "call_0_0_1" },
    ]);
    expect(first.messages[3].content).not.toBe(first.messages[2].content);
    expect(traffic.answered(turn, calling)).toBe(30);
    expect(next()).toMatchObject({ tool_choice: "none" });
    // A server that calls all the same: the call has no answer, so it is left out.
    expect(traffic.answered(turn, { ...calling, text: "so" })).toBe(70);
    const later = next();
    expect(later.position).toEqual({ index: 1, isToolRound: false });
    expect(later.messages.at(-2)).toEqual({ role: "assistant", content: "so" });
    expect(traffic.answered(turn, said)).toBeNull();
  });

  it("reports what can't be generated", async () => {
    const byInput = { z: { kind: "zeros" } } as const;
    const wrong = trafficSpec({ source: { kind: "numpy", files: { x: "/nowhere/x.npy" } } });
    await expect(encode("grpc", [wrong])).rejects.toThrow("/nowhere/x.npy");
    await expect(
      encode("grpc", [
        trafficSpec({ distinctInputs: 3e9, source: { kind: "generated", byInput } }),
      ]),
    ).rejects.toThrow("distinctInputs is 3000000000");
  });
});
