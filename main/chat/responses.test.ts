import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../base/clock.ts";
import type { ChatTrial } from "../contract/index.ts";
import { FakeServer } from "../lab/testing/fake-server.ts";
import { serverDirectory } from "../servers/index.ts";
import { ChatResponse } from "./chat-response.ts";
import { startChat } from "./index.ts";
import { sampleChat } from "./testing/samples.ts";
import {
  type Call,
  type ScriptedServer,
  startScripted,
  stream,
} from "./testing/scripted-server.ts";

let scripted: ScriptedServer;
let domain: ReturnType<typeof startChat>;
beforeEach(async () => {
  scripted = await startScripted();
  const server = new FakeServer(scripted.address, () => 0);
  server.capabilities = ["chat"];
  server.setStatus({ kind: "vllm", name: "vLLM", capabilities: ["chat"] });
  domain = startChat({ servers: serverDirectory([server]), clock: systemClock });
});
afterEach(() => scripted[Symbol.asyncDispose]());

async function exchanged(give: (call: Call) => void, isStreamed = true): Promise<ChatTrial> {
  const request = sampleChat({ endpoint: "responses", stream: isStreamed });
  const sent = domain.requests["chat.send"](request, new AbortController().signal);
  give(await scripted.next());
  return await sent;
}

const streamedResponse = (...events: (object | string)[]) =>
  exchanged((call) => {
    const send = stream(call);
    for (const event of events) send(event);
    call.response.end();
  });

const usage = {
  input_tokens: 12,
  input_tokens_details: { cached_tokens: 8 },
  output_tokens: 4,
  output_tokens_details: { reasoning_tokens: 1 },
};
const end = (status: string, members: object = {}) => ({
  type: `response.${status}`,
  response: { status, model: "m-1", usage, error: null, ...members },
});
const call = { id: "fc_1", call_id: "call_1", type: "function_call", name: "f", arguments: "" };

describe("a response in Try it", () => {
  it("[CHAT-17, CHAT-18] is read as it comes, with its usage and its end", async () => {
    const trial = await streamedResponse(
      { type: "response.created", response: { status: "in_progress", model: "m-1" } },
      { type: "response.output_item.added", item: { type: "message", content: [] } },
      { type: "response.reasoning_text.delta", delta: "hm" },
      { type: "response.output_text.delta", delta: "Hel" },
      { type: "response.output_text.delta", delta: "lo" },
      { type: "response.output_text.done", text: "Hello" },
      end("completed"),
    );
    expect(trial).toMatchObject({
      path: "/v1/responses",
      status: { ok: true, code: "HTTP 200" },
      model: "m-1",
      choices: [{ text: "Hello", reasoning: "hm", finishReason: "completed" }],
      usage: { promptTokens: 12, completionTokens: 4, cachedTokens: 8, reasoningTokens: 1 },
      pieces: 3,
      streamed: true,
    });
  });

  it("[CHAT-18] ends at its limit of tokens", async () => {
    const details = { incomplete_details: { reason: "max_output_tokens" } };
    const trial = await streamedResponse(
      { type: "response.output_text.delta", delta: "a" },
      end("incomplete", details),
    );
    expect(trial.status?.ok).toBe(true);
    expect(trial.choices[0]?.finishReason).toBe("max_output_tokens");
  });

  it.each([
    ["by the item's id", "fc_1"],
    ["by the call's, as llama.cpp names it", "call_1"],
  ])("[CHAT-17] has calls with their arguments, %s", async (_, id) => {
    const other = { ...call, id: "fc_2", call_id: "call_2", name: "g", arguments: "{}" };
    const trial = await streamedResponse(
      { type: "response.output_item.added", item: call },
      { type: "response.output_item.added", item: { ...other, arguments: "" } },
      { type: "response.function_call_arguments.delta", item_id: id, delta: '{"a":' },
      { type: "response.function_call_arguments.delta", item_id: id, delta: "1}" },
      { type: "response.output_item.done", item: { ...call, arguments: '{"a":1}' } },
      { type: "response.output_item.done", item: other },
      end("completed"),
    );
    expect(trial.choices[0]?.calls).toEqual([
      { name: "f", arguments: '{"a":1}' },
      { name: "g", arguments: "{}" },
    ]);
  });

  it.each<[string, object[], string, string]>([
    [
      "a failed response",
      [end("failed", { error: { code: "server_error", message: "it broke" } })],
      "server_error",
      "it broke",
    ],
    ["a failure without words", [{ type: "response.failed" }], "error", "gives no reason"],
    [
      "an error event, whatever follows",
      [{ type: "error", code: "rate_limit_exceeded", message: "slower" }, end("completed")],
      "rate_limit_exceeded",
      "slower",
    ],
    ["no end", [], "DATA_LOSS", "after its first token, without response.completed"],
  ])("[CHAT-18] fails by %s", async (_, events, code, message) => {
    const trial = await streamedResponse(
      { type: "response.output_text.delta", delta: "a" },
      ...events,
    );
    expect(trial.status).toEqual({ ok: false, code, message: expect.stringContaining(message) });
    expect(trial.choices[0]?.text).toBe("a");
  });

  it("[CHAT-17] is read whole where it isn't streamed", async () => {
    const output = [
      { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] },
      { type: "message", content: [{ type: "output_text", text: "Hello" }] },
      { ...call, arguments: "{}" },
    ];
    const trial = await exchanged(
      ({ response }) =>
        response.end(
          JSON.stringify({ object: "response", status: "completed", output, usage, model: "m-1" }),
        ),
      false,
    );
    expect(trial).toMatchObject({
      status: { ok: true },
      choices: [
        {
          text: "Hello",
          reasoning: "hm",
          calls: [{ name: "f", arguments: "{}" }],
          finishReason: "completed",
        },
      ],
      usage: { promptTokens: 12, completionTokens: 4 },
    });
  });

  it("[CHAT-18] loses at most figures to fields absent, null or of another type", () => {
    const any = fc.jsonValue({ maxDepth: 2 });
    const event = fc.record(
      {
        type: fc.constantFrom(
          "response.output_text.delta",
          "response.output_item.added",
          "response.output_item.done",
          "response.function_call_arguments.delta",
          "response.completed",
          "response.failed",
          "error",
        ),
        delta: any,
        item: fc.oneof(any, fc.record({ type: fc.constant("function_call"), id: any })),
        item_id: any,
        response: fc.oneof(any, fc.record({ output: any, usage: any, error: any, status: any })),
        error: any,
      },
      { requiredKeys: ["type"] },
    );
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const response = new ChatResponse(
          sampleChat({ endpoint: "responses" }),
          () => 0,
          () => undefined,
        );
        response.begin(200, { "content-type": "text/event-stream" });
        for (const each of events) response.push(Buffer.from(`data: ${JSON.stringify(each)}\n\n`));
        expect(typeof response.end().message).toBe("string");
      }),
    );
  });
});
