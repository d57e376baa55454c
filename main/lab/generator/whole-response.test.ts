import { describe, expect, it } from "vitest";
import type { ChatSource } from "../../contract/index.ts";
import { statusOfHttp } from "./http-lane.ts";
import { readWholeResponse } from "./whole-response.ts";

const read = (endpoint: ChatSource["endpoint"], body: unknown) =>
  readWholeResponse(
    Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    endpoint,
    statusOfHttp,
  );
const usage = { prompt_tokens: 7, completion_tokens: 3 };
const chat = (message: unknown, more: object = {}) => ({ choices: [{ message }], usage, ...more });

describe("[LAB-WHOLE-2] [LAB-WHOLE-3] an answer that isn't streamed", () => {
  it.each([
    ["content", { content: "yes" }],
    ["reasoning", { content: null, reasoning_content: "so" }],
    ["a call", { content: null, tool_calls: [{ id: "1", function: { name: "search" } }] }],
  ])("of a chat succeeds with %s, and has the tokens of its usage", (_, message) => {
    expect(read("chat", chat(message))).toEqual({
      failure: null,
      wrong: null,
      inputTokens: 7,
      outputTokens: 3,
    });
  });

  it("of a completion has a text", () => {
    const answer = read("completions", { choices: [{ text: "yes" }] });
    expect(answer).toMatchObject({ wrong: null, inputTokens: null, outputTokens: null });
  });

  it.each([
    ["a message", { type: "message", content: [{ type: "output_text", text: "yes" }] }],
    ["a call", { type: "function_call", name: "search", arguments: "{}" }],
    ["a reasoning", { type: "reasoning", summary: [], content: [{ text: "so" }] }],
  ])("of a response succeeds with %s, cut at its length or not", (_, item) => {
    const spent = { input_tokens: 7, output_tokens: 3 };
    const cut = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    for (const state of [{ status: "completed" }, cut]) {
      const answer = read("responses", { ...state, output: [null, item], usage: spent });
      expect(answer).toEqual({ failure: null, wrong: null, inputTokens: 7, outputTokens: 3 });
    }
  });

  it("without tokens, or that is no JSON object, is wrong", () => {
    const none = "the response contains no tokens";
    expect(read("chat", chat({ content: "" })).wrong).toBe(none);
    expect(read("chat", { choices: [null] }).wrong).toBe(none);
    expect(read("chat", { choices: "x" }).wrong).toBe(none);
    expect(read("completions", {}).wrong).toBe(none);
    expect(read("responses", { status: "completed", output: "x" }).wrong).toBe(none);
    for (const text of ["", "data: {}", "7", "null"])
      expect(read("chat", text).wrong).toBe("the response is not a JSON object");
  });

  it("fails by its error, its reason to end and its status", () => {
    const error = { message: "the engine failed", code: 503 };
    expect(read("chat", { error }).failure).toEqual({
      status: "UNAVAILABLE",
      message: "the engine failed",
    });
    const aborted = { choices: [{ message: { content: "y" }, finish_reason: "abort" }] };
    expect(read("chat", aborted).failure?.status).toBe("CANCELLED");
    const failed = { status: "failed", error: { code: "server_error", message: "no" } };
    expect(read("responses", failed).failure).toEqual({ status: "INTERNAL", message: "no" });
    expect(read("responses", { status: "cancelled" }).failure?.status).toBe("CANCELLED");
  });
});
