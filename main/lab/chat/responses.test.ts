import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Experiment } from "../../contract/index.ts";
import { toInputItems } from "../../wire/inputs/chat/responses-input.ts";
import { exportExperiment } from "../export/export.ts";
import { importExperiment } from "../import/index.ts";
import { CHAT_MODEL, TEMPLATE_TOKENS } from "../testing/chat-server.ts";
import { type ChatFixture, createChatFixture } from "../testing/chat-fixture.ts";

let fixture: ChatFixture;

beforeAll(async () => {
  fixture = await createChatFixture({ prefillMs: 30, decodeMs: 10 });
});
afterAll(() => fixture[Symbol.asyncDispose]());

const RESPONSES = { endpoint: "responses" } as const;

async function measured(source: object = {}): Promise<Experiment> {
  fixture.chat.bodies.length = 0;
  fixture.chat.paths.length = 0;
  return await fixture.run(fixture.plan({}, { ...RESPONSES, ...source }));
}

describe("load with the Responses API", () => {
  it("[LAB-RESP-1] is sent to /v1/responses, and has tokens and times as chats have them", async () => {
    const { steps } = await measured();
    const [step] = steps;
    const chat = step?.chat;
    expect(step?.failures).toEqual([]);
    expect(new Set(fixture.chat.paths)).toEqual(new Set(["/v1/responses"]));
    expect(fixture.chat.bodies.at(-1)).toEqual({
      model: CHAT_MODEL,
      input: expect.stringMatching(/^\w+( \w+)+$/),
      max_output_tokens: 5,
      store: false,
      temperature: 0,
      ignore_eos: true,
      stream: true,
    });
    const successes = step?.successes ?? 0;
    expect(chat).toMatchObject({
      outputTokens: successes * 5,
      promptTokens: successes * 64,
      pieces: successes * 5,
      counted: 0,
    });
    expect(chat?.firstToken.min).toBeGreaterThan(29);
    expect(chat?.perToken.count).toBe(successes);
  });

  it("[LAB-RESP-6] measures words in tokens with answers of 16, which OpenAI takes", async () => {
    const { steps } = await measured();
    expect(
      fixture.chat.bodies.slice(0, 2).map(({ max_output_tokens: most, stream }) => [most, stream]),
    ).toEqual([
      [16, undefined],
      [16, undefined],
    ]);
    expect(steps[0]?.chat?.tokensPerWord).toEqual({
      value: 1,
      overhead: TEMPLATE_TOKENS,
      measured: true,
    });
  });

  it("[LAB-RESP-5] counts failures within a stream", async () => {
    fixture.chat.faults.push({ kind: "event", code: 429 }, { kind: "event", code: 500 });
    const plan = fixture.plan({ warmup: { kind: "fixed", seconds: 0 } }, RESPONSES);
    const { steps } = await fixture.run(plan);
    const failures = steps[0]?.failures.map(({ status, count }) => [status, count]);
    expect(failures?.toSorted()).toEqual([
      ["INTERNAL", 1],
      ["RESOURCE_EXHAUSTED", 1],
    ]);
  });

  it("[LAB-RESP-1] offers tools that are not nested, and has images as input_image", async () => {
    await measured({
      tools: { count: 1, choice: "required" },
      images: { count: 1, width: 8, height: 8 },
    });
    const body = fixture.chat.bodies.at(-1);
    expect(body?.tools).toEqual([
      expect.objectContaining({
        type: "function",
        name: "search_1",
        parameters: expect.anything(),
      }),
    ]);
    expect(body?.input).toEqual([
      {
        role: "user",
        content: [
          { type: "input_text", text: expect.any(String) },
          {
            type: "input_image",
            image_url: expect.stringMatching(/^data:image\/png;base64,/),
            detail: "auto",
          },
        ],
      },
    ]);
  });

  it("[LAB-RESP-2] sends the former turns of a conversation as input items", async () => {
    const turns = { kind: "fixed", turns: 3 } as const;
    const think = { kind: "fixed", ms: 0 } as const;
    const experiment = await measured({ conversation: { turns, laterLengths: null, think } });
    const [step] = experiment.steps;
    expect(step?.failures).toEqual([]);
    expect(step?.chat?.conversations?.turns).toHaveLength(3);
    const longest = fixture.chat.bodies.find(({ input }) => input?.length === 5);
    const items = longest?.input as unknown as { role: string; content: string }[] | undefined;
    expect(items?.[1]).toEqual({
      role: "assistant",
      content: " word word word word word",
    });
  });

  it("[LAB-RESP-7] is named in other tools' results as they name it", async () => {
    const experiment = await measured();
    const document = (format: "vllm-bench" | "aiperf" | "guidellm") => {
      const [file] = exportExperiment(experiment, format);
      return { ...file, json: JSON.parse(file?.content ?? "") };
    };
    expect(document("vllm-bench").json.backend).toBe("openai-responses");
    expect(document("aiperf").json.input_config.endpoint.type).toBe("responses");
    expect(document("guidellm").json.config.spec.backend.request_format).toBe("/v1/responses");
    for (const format of ["vllm-bench", "aiperf", "guidellm"] as const) {
      const { fileName = "", content = "" } = document(format);
      const inputs = importExperiment(fileName, content, 0).plan.traffic[0]?.inputs;
      expect(inputs).toMatchObject(RESPONSES);
    }
  });
});

describe("[LAB-RESP-2] messages as input items", () => {
  it("have calls of tools and their answers as items of their own", () => {
    const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };
    expect(
      toInputItems([
        { role: "system", content: "s" },
        { role: "user", content: [{ type: "text", text: "u" }] },
        { role: "assistant", content: null, tool_calls: [call] },
        { role: "tool", tool_call_id: "c1", content: "42" },
        { role: "assistant", content: [{ type: "text", text: "a" }] },
      ]),
    ).toEqual([
      { role: "system", content: "s" },
      { role: "user", content: [{ type: "input_text", text: "u" }] },
      { type: "function_call", call_id: "c1", name: "f", arguments: "{}" },
      { type: "function_call_output", call_id: "c1", output: "42" },
      { role: "assistant", content: "a" },
    ]);
  });

  it("pass on what they don't know", () => {
    const file = { type: "input_file", file_id: "f" };
    expect(toInputItems([{ role: "user", content: [file, null] }, null])).toEqual([
      { role: "user", content: [file, null] },
      { role: undefined, content: undefined },
    ]);
  });
});
