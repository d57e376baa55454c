import { describe, expect, it } from "vitest";
import { prepareBody } from "./body.ts";
import { sampleChat } from "./testing/samples.ts";

const bodyOf = (...[more]: Parameters<typeof sampleChat>) =>
  prepareBody(sampleChat(more), "vllm").body;
const complaint = (...[more]: Parameters<typeof sampleChat>) => {
  try {
    prepareBody(sampleChat(more), "vllm");
  } catch (error) {
    return error;
  }
  return null;
};

describe("[CHAT-1] the body", () => {
  it("has what was set, and leaves the rest to the server", () => {
    expect(bodyOf()).toEqual({
      model: "m",
      messages: [{ role: "user", content: "Hello?" }],
      max_tokens: 8,
      stream: true,
      stream_options: { include_usage: true },
    });
    const whole = { temperature: 0, topP: 0.5, seed: 7, stop: ["\n"], stream: false };
    expect(bodyOf({ ...whole, maxTokens: null })).toEqual({
      model: "m",
      messages: [{ role: "user", content: "Hello?" }],
      temperature: 0,
      top_p: 0.5,
      seed: 7,
      stop: ["\n"],
      stream: false,
    });
  });

  it("goes to the path of its endpoint, and of its product", () => {
    const completion = sampleChat({ endpoint: "completions", prompt: "Once", messages: [] });
    expect(prepareBody(completion, "vllm")).toMatchObject({
      path: "/v1/completions",
      body: { prompt: "Once" },
    });
    expect(prepareBody(sampleChat(), "vllm").path).toBe("/v1/chat/completions");
    for (const kind of ["sglang", "llamaCpp", "ollama", "tgi", "trtllm", "openai"] as const)
      expect(prepareBody(sampleChat(), kind).path).toBe("/v1/chat/completions");
    expect(prepareBody(sampleChat(), "openvino").path).toBe("/v3/chat/completions");
  });
});

describe("[CHAT-16] the body of a response", () => {
  it("has the messages as its input, and its own name for the length", () => {
    const response = sampleChat({ endpoint: "responses", topP: 0.5 });
    expect(prepareBody(response, "vllm")).toMatchObject({
      path: "/v1/responses",
      body: {
        model: "m",
        input: [{ role: "user", content: "Hello?" }],
        max_output_tokens: 8,
        top_p: 0.5,
        stream: true,
      },
    });
    expect(prepareBody(response, "openvino").path).toBe("/v3/responses");
    expect(bodyOf({ endpoint: "responses" })).not.toHaveProperty("stream_options");
  });

  it("is rejected where the server has no Responses API", () => {
    expect(() => prepareBody(sampleChat({ endpoint: "responses" }), "tgi")).toThrow(
      "This server doesn't have the Responses API. Choose Chat.",
    );
  });
});

describe("[CHAT-2] a user's own JSON", () => {
  it("adds members, changes those of the form, and takes some away", () => {
    const more = JSON.stringify({
      top_k: 20,
      max_tokens: 3,
      stream_options: { continuous_usage_stats: true },
      messages: null,
    });
    const { body, changed } = prepareBody(sampleChat({ more }), "vllm");
    expect(body).toEqual({
      model: "m",
      max_tokens: 3,
      stream: true,
      stream_options: { include_usage: true, continuous_usage_stats: true },
      top_k: 20,
    });
    expect(changed).toEqual(["messages", "max_tokens", "stream_options"]);
  });

  it("makes no prototype of what is called one", () => {
    const body = bodyOf({ more: '{"__proto__": {"polluted": true}}' });
    expect(Object.keys(body)).toContain("__proto__");
    expect((body as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it.each([
    ["more", { more: "{" }, "no JSON"],
    ["more", { more: "[1]" }, "no object"],
    ["more", { more: '{"model": null}' }, "takes the model away"],
    ["messages", { messages: [] }, "no message"],
    ["prompt", { endpoint: "completions" }, "prompt is empty"],
  ] as const)("or a field '%s' that cannot be sent is named", (field, more, words) => {
    expect(complaint(more as Parameters<typeof sampleChat>[0])).toMatchObject({
      code: "INVALID_ARGUMENT",
      message: expect.stringContaining(words),
      details: { field },
    });
  });
});
