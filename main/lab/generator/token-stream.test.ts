import { describe, expect, it } from "vitest";
import { statusOfHttp } from "./http-lane.ts";
import { TokenStream } from "./token-stream.ts";

/** Events at their instants, ms. */
function streamed(
  events: readonly (readonly [at: number, data: unknown])[],
  keepsText = false,
): TokenStream {
  let now = 0;
  const stream = new TokenStream(() => now, statusOfHttp);
  stream.begin(keepsText);
  for (const [at, data] of events) {
    now = at;
    const bytes = Buffer.from(
      `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`,
    );
    stream.push(bytes, 0, bytes.length);
  }
  return stream;
}

const content = (text: string) => ({
  choices: [{ index: 0, delta: { content: text } }],
  usage: null,
});
const role = { choices: [{ index: 0, delta: { role: "assistant", content: "" } }] };
const usage = { choices: [], usage: { prompt_tokens: 12, completion_tokens: 4 } };

describe("a stream of tokens", () => {
  it("[LAB-CONV-1] keeps the response's text on request, without reasoning", () => {
    const events = [
      [10, role],
      [20, { choices: [{ delta: { reasoning_content: "hm" } }] }],
      [30, content("a")],
      [34, content(" b c")],
      [35, { choices: [{ index: 0, delta: null }] }],
      [46, "[DONE]"],
    ] as const;
    expect(streamed(events, true).figures.response?.text).toBe("a b c");
    expect(streamed(events).figures).not.toHaveProperty("answer");
    expect(streamed([[1, { choices: [{ text: "d" }] }]], true).figures.response?.text).toBe("d");
  });

  it("[LAB-CHAT-11, LAB-CHAT-12, LAB-CHAT-13] has its first token, the gaps between chunks and the server's usage", () => {
    const stream = streamed([
      [10, role],
      [30, content("a")],
      [34, content("b c")],
      [44, content("d")],
      [45, { choices: [{ delta: {}, finish_reason: "length" }] }],
      [46, usage],
      [46, "[DONE]"],
    ]);
    expect(stream.failure).toBeNull();
    expect(stream.figures).toMatchObject({
      firstAt: 30,
      lastAt: 44,
      outputTokens: 4,
      promptTokens: 12,
    });
    expect([...stream.figures.gaps.each()]).toEqual([
      [4000, 1],
      [10_000, 1],
    ]);
  });

  it("[LAB-CHAT-11] treats completions' text, reasoning and tool calls as tokens", () => {
    for (const choice of [
      { text: "a" },
      { delta: { reasoning: "a" } },
      { delta: { reasoning_content: "a" } },
      { delta: { tool_calls: [{}] } },
    ])
      expect(streamed([[5, { choices: [choice] }]]).began).toBe(true);
  });

  it("[LAB-CHAT-13] reports no tokens if the server does not", () => {
    const stream = streamed([
      [1, content("a")],
      [2, "[DONE]"],
    ]);
    expect(stream.figures).toMatchObject({ outputTokens: null, promptTokens: null });
  });

  it.each([
    [
      "an error event, whatever follows",
      [
        [1, content("a")],
        [2, { error: { message: "full", code: 429 } }],
        [3, "[DONE]"],
      ],
      "RESOURCE_EXHAUSTED",
      "full",
    ],
    [
      "an error without a code",
      [
        [1, { error: "no" }],
        [2, "[DONE]"],
      ],
      "UNKNOWN",
      "no",
    ],
    [
      "an abort by the server, whatever follows",
      [
        [1, content("a")],
        [2, { choices: [{ delta: {}, finish_reason: "abort" }] }],
        [3, usage],
        [4, "[DONE]"],
      ],
      "CANCELLED",
      "the server ended the response: abort",
    ],
    [
      "no [DONE] after a token",
      [[1, content("a")]],
      "DATA_LOSS",
      "the stream ended after its first token, without [DONE]",
    ],
    [
      "no [DONE] before one",
      [[1, role]],
      "DATA_LOSS",
      "the stream ended before its first token, without [DONE]",
    ],
    [
      "no tokens",
      [
        [1, role],
        [2, "[DONE]"],
      ],
      "DATA_LOSS",
      "the response contains no tokens",
    ],
    ["no events", [], "DATA_LOSS", "the response is not a stream of events"],
    [
      "no JSON",
      [
        [1, "{"],
        [2, "[DONE]"],
      ],
      "DATA_LOSS",
      "an event of the stream is no JSON object",
    ],
  ] as const)("[LAB-CHAT-14] fails with %s", (_, events, status, message) => {
    expect(streamed(events).failure).toEqual({ status, message });
  });

  it("forgets the previous response", () => {
    const stream = streamed([[1, { error: { message: "full", code: 429 } }]]);
    stream.begin();
    expect(stream.began).toBe(false);
    expect(stream.failure?.message).toBe("the response is not a stream of events");
  });
});
