import { afterAll, describe, expect, it } from "vitest";
import type { ChatSource } from "../../contract/index.ts";
import {
  AIPERF_BODIES,
  AIPERF_SINGLE_TURN,
  TraceFiles,
} from "../../wire/inputs/chat/traces/testing/trace-files.ts";
import { prepareRequests, readTrace } from "../../wire/index.ts";
import { HeldConversations } from "./held-conversations.ts";

const files = new TraceFiles();
afterAll(() => files[Symbol.dispose]());

const RECORDED = { turns: null, laterLengths: null, think: { kind: "recorded" } } as const;

async function prepare(text: string, more: Partial<ChatSource> = {}) {
  const path = files.write("requests.jsonl", text);
  const source: ChatSource = {
    kind: "chat",
    endpoint: "chat",
    prompts: { kind: "trace", path, format: "aiperf", from: 0, until: null, read: null },
    prefixes: null,
    outputs: { kind: "fixed", tokens: 7 },
    ignoreEos: false,
    temperature: 0,
    ...more,
  };
  return await prepareRequests({
    model: "tiny",
    modelVersion: "",
    inputs: [],
    batchSize: 1,
    source,
    distinctInputs: 1,
    reuse: { kind: "turns" },
    checkOutputs: false,
    seed: 1,
  });
}

type Body = Readonly<Record<string, unknown>>;
const parse = (bytes: Uint8Array | undefined): Body =>
  JSON.parse(Buffer.from(bytes ?? []).toString());

/** The bodies of conversation `n`, each of whose responses is "Hello"; and the ms before each but the first. */
async function converse(text: string, n: number, more: Partial<ChatSource> = {}) {
  const { conversations } = await prepare(text, { conversation: RECORDED, ...more });
  if (!conversations) throw new Error("no conversations");
  const held = new HeldConversations(conversations, 1);
  const bodies: Body[] = [];
  const waits: unknown[] = [];
  for (let k = 0; k < conversations.turns(n); k++) {
    bodies.push(parse(held.next({ input: n, id: 0 }).body));
    waits.push(held.answered({ input: n, id: 0 }, { text: "Hello", calls: [], elapsedMs: 100 }));
  }
  return { bodies, waits: waits.slice(0, -1) };
}

const alone = async (text: string, more?: Partial<ChatSource>) => {
  const prepared = await prepare(text, more);
  return {
    bodies: Array.from({ length: prepared.count }, (_, n) => parse(prepared.contentsFor(n)[0])),
    instants: [...(prepared.onDemand?.instants ?? [])],
  };
};

// What aiperf 0.13.0 sent for the same files, but for its name of max_tokens.
describe("AIPerf's recorded requests", () => {
  it("[LAB-TRACE-19] have their messages, tools, bodies and fields, at their instants", async () => {
    const { bodies, instants } = await alone(AIPERF_BODIES);
    expect(instants).toEqual([0, 400, 900, 1200, 1300, 1500]);
    const usual = { model: "tiny", stream: true, stream_options: { include_usage: true } };
    expect(bodies).toEqual([
      {
        ...usual,
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "One?" },
        ],
        max_tokens: 9,
        temperature: 0.5,
        vendor: { a: 1 },
      },
      {
        ...usual,
        messages: [{ role: "user", content: "Two?" }],
        max_tokens: 7,
        temperature: 0,
        tools: [{ type: "function", function: { name: "f" } }],
      },
      expect.objectContaining({ ...usual, max_tokens: 3, messages: expect.any(Array) }),
      { model: "own", messages: [{ role: "user", content: "Four?" }], max_tokens: 5, stream: true },
      expect.objectContaining({ messages: [{ role: "user", content: "Six?" }], seed: 3 }),
      { model: "own", prompt: "Five?", stream: true },
    ]);
  });

  it("[LAB-TRACE-19] of a session are sent one after the other, without the responses between them", async () => {
    const { bodies, waits } = await converse(AIPERF_BODIES, 1);
    expect(bodies.map(({ messages }) => messages)).toEqual([
      [{ role: "user", content: "Two?" }],
      [
        { role: "user", content: "Two?" },
        { role: "assistant", content: "Yes" },
        { role: "user", content: "Three?" },
      ],
    ]);
    expect(waits).toEqual([400]);
    const payloads = await converse(AIPERF_BODIES, 2);
    expect(payloads.bodies.map(({ model }) => model)).toEqual(["own", "own"]);
    expect(payloads.waits).toEqual([300]);
  });

  it("[LAB-TRACE-19] of message_mode delta have the turns before them", async () => {
    const line = (content: string) =>
      JSON.stringify({
        session_id: "d",
        message_mode: "delta",
        messages: [{ role: "user", content }],
      });
    const { bodies } = await converse([line("One?"), line("Two?")].join("\n"), 0);
    expect(bodies[1]?.["messages"]).toEqual([
      { role: "user", content: "One?" },
      { role: "assistant", content: "Hello" },
      { role: "user", content: "Two?" },
    ]);
  });

  const body = (content: string, more: object = {}) => ({
    model: "own",
    messages: [{ role: "user", content }],
    stream: true,
    ...more,
  });

  it("[LAB-TRACE-20] of raw_payload are whole bodies, each by itself", async () => {
    const lines = [body("One?", { top_k: 3 }), body("Two?", { max_tokens: 5 })];
    const { bodies } = await alone(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(bodies).toEqual(lines);
  });

  it("[LAB-TRACE-20] of a folder of raw_payload are sessions, a file each, in the order of their names", async () => {
    const folder = files.folder("payloads");
    const sessions = { "b.jsonl": ["Three?"], "a.jsonl": ["One?", "Two?"], "notes.txt": ["no"] };
    for (const [name, contents] of Object.entries(sessions))
      files.write(
        `payloads/${name}`,
        contents.map((content) => JSON.stringify(body(content))).join("\n"),
      );
    const prompts = {
      kind: "trace",
      path: folder,
      format: null,
      from: 0,
      until: null,
      read: null,
    } as unknown as Partial<ChatSource["prompts"]>;
    const more = { prompts } as Partial<ChatSource>;
    const contents = async (n: number) =>
      (await converse("", n, more)).bodies.map(({ messages }) => messages);
    expect(await contents(0)).toEqual([body("One?").messages, body("Two?").messages]);
    expect(await contents(1)).toEqual([body("Three?").messages]);
    const { format, sha256 } = await readTrace({ path: folder, format: null });
    expect(format).toBe("aiperf");
    files.write("payloads/b.jsonl", JSON.stringify({ model: "own" }));
    await expect(readTrace({ path: folder, format: null })).rejects.toThrow(
      /b\.jsonl', line 1: messages is missing, or no list/,
    );
    files.write("payloads/b.jsonl", JSON.stringify(body("Four?")));
    expect((await readTrace({ path: folder, format: null })).sha256).not.toBe(sha256);
  });

  it("[LAB-TRACE-20] a folder without such files, or of another format, is rejected", async () => {
    const folder = files.folder("empty");
    const path = files.write("empty/a.json", "{}").slice(0, -"/a.json".length);
    await expect(readTrace({ path, format: null })).rejects.toThrow("it holds no .jsonl file");
    await expect(readTrace({ path: folder, format: "azure" })).rejects.toThrow(
      "which AIPerf's raw_payload alone can be",
    );
  });

  it.each([0, 2])(
    "[LAB-TRACE-20] of inputs.json with an indent of %d are its sessions' bodies in their order",
    async (indent) => {
      const data = [
        { session_id: "a", payloads: [body("One?"), body("Two?", { seed: 1 })] },
        { session_id: "b", payloads: [body("Three?")] },
      ];
      const text = JSON.stringify({ data }, null, indent);
      expect((await converse(text, 0)).bodies).toEqual(data[0]?.payloads);
      expect((await converse(text, 1)).bodies).toEqual(data[1]?.payloads);
      const path = files.write(`inputs-${indent}.json`, text);
      const { format, inputTokens } = await readTrace({ path, format: null });
      expect([format, inputTokens.length]).toEqual(["aiperf", 3]);
    },
  );

  it.each([
    [[{ payloads: [{}] }], "data[0]: session_id is missing"],
    [[{ session_id: "a", payloads: [] }], "data[0]: payloads is empty"],
    [[{ session_id: "a", payloads: [{}] }], "data[0], payloads[0]: payload is empty"],
    [
      [
        { session_id: "a", payloads: [body("One?")] },
        { session_id: "a", payloads: [body("Two?")] },
      ],
      'data[1]: session_id is "a", which an earlier entry has',
    ],
  ])("[LAB-TRACE-20] inputs.json with %j is rejected with its place", async (data, words) => {
    for (const indent of [0, 2])
      await expect(prepare(JSON.stringify({ data }, null, indent))).rejects.toThrow(words);
  });

  it("[LAB-TRACE-19] of single_turn have their schedule, and none of a session holds another", async () => {
    const { bodies, instants } = await alone(AIPERF_SINGLE_TURN);
    expect(instants).toEqual([0, 500, 800, 1000]);
    expect(bodies[0]).toMatchObject({ max_tokens: 5, top_k: 3 });
    const { bodies: turns, waits } = await converse(AIPERF_SINGLE_TURN, 1);
    expect(waits).toEqual([300]);
    expect(turns.map(({ messages }) => messages)).toEqual([
      [{ role: "user", content: "Two?" }],
      [
        {
          role: "user",
          content: [
            { type: "text", text: "Three?" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
          ],
        },
      ],
    ]);
  });

  it("[LAB-TRACE-19] of Mooncake's lengths have their fields with the words", async () => {
    const path = files.write(
      "lengths.jsonl",
      '{"timestamp":0,"input_length":3,"output_length":2}\n{"timestamp":5,"input_length":3,"output_length":2,"extra":{"seed":3}}',
    );
    const prompts = { kind: "trace", path, format: "mooncake", from: 0, until: null, read: null };
    const { bodies } = await alone("", { prompts } as Partial<ChatSource>);
    expect(bodies).toMatchObject([
      { messages: [{ content: expect.stringMatching(/^\w+( \w+){2}$/) }] },
      { messages: [{ content: expect.stringMatching(/^\w+( \w+){2}$/) }], seed: 3 },
    ]);
  });

  it.each([
    [{ messages: [], output_length: 1 }, {}, "messages: "],
    [{ messages: [{ content: "a" }] }, {}, "messages.0.role: "],
    [
      { messages: [{ role: "user" }], payload: { a: 1 } },
      {},
      "it has messages and payload; give one",
    ],
    [{ payload: {} }, {}, "payload is empty; it must be a request's body"],
    [{ payload: { prompt: "a" }, tools: [{}] }, {}, "it has tools, which only messages have"],
    [{ payload: { prompt: "a" } }, {}, 'no "stream": true, but the plan measures streams'],
    [
      { payload: { prompt: "a", stream: true } },
      { streamed: false },
      'has "stream": true, but the plan',
    ],
    [
      { text: "a", extra: { stream: false } },
      {},
      'no "stream": true, but the plan measures streams',
    ],
    [{ text: "a", extra: 3 }, {}, "extra: "],
    [{ messages: [{ role: "user" }] }, { endpoint: "completions" }, "'completions' doesn't take"],
    [
      { message_mode: "delta", messages: [{ role: "user" }], extra: { messages: [] } },
      {},
      "extra has messages, which would replace",
    ],
    [{ text: "a", role: "assistant" }, {}, 'role is "assistant"'],
    [{ payload: "a" }, {}, "payload: "],
  ] as const)(
    "[LAB-TRACE-19, LAB-TRACE-7] %j with %j is rejected with its place",
    async (line, more, words) => {
      await expect(prepare(JSON.stringify(line), more as Partial<ChatSource>)).rejects.toThrow(
        words,
      );
    },
  );

  it("[LAB-TRACE-18] have lines with input_length among them, whose prompts are generated", async () => {
    const lengths = { timestamp: 0, input_length: 3, output_length: 2 };
    const body = { timestamp: 1, messages: [{ role: "user", content: "a" }] };
    const both = (...lines: object[]) => lines.map((line) => JSON.stringify(line)).join("\n");
    const { bodies, instants } = await alone(both(body, { ...lengths, timestamp: 501 }));
    expect(bodies[0]).toMatchObject({ messages: body.messages, max_tokens: 7 });
    expect(bodies[1]).toMatchObject({
      messages: [{ role: "user", content: expect.stringMatching(/./) }],
      max_tokens: 2,
    });
    expect(instants).toEqual([0, 500]);
    await expect(prepare(both(body, { ...lengths, ...body }))).rejects.toThrow(
      "line 2: it has input_length, and a text or messages of its own",
    );
  });

  it("[LAB-TRACE-1] are rejected in Mooncake's format", async () => {
    const lengths = { timestamp: 0, input_length: 3, output_length: 2 };
    const body = { timestamp: 1, messages: [{ role: "user", content: "a" }] };
    const both = (...lines: object[]) => lines.map((line) => JSON.stringify(line)).join("\n");
    const path = files.write("mixed.jsonl", both(lengths, body));
    const prompts = { kind: "trace", path, format: "mooncake", from: 0, until: null, read: null };
    await expect(prepare("", { prompts } as Partial<ChatSource>)).rejects.toThrow(
      "line 2: it has messages, which is AIPerf's; choose the format AIPerf",
    );
  });
});
