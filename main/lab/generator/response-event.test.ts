import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statusOfHttp } from "./http-lane.ts";
import { TokenStream } from "./token-stream.ts";

type Event = readonly [at: number, type: string, members?: object];

/** Events at their instants, ms, as `event:` and `data:` lines. */
function streamed(events: readonly (Event | readonly [number, "[DONE]"])[]): TokenStream {
  let now = 0;
  const stream = new TokenStream(() => now, statusOfHttp);
  stream.begin(true);
  for (const [at, type, members] of events) {
    now = at;
    const data = type === "[DONE]" ? type : JSON.stringify({ type, ...members });
    const bytes = Buffer.from(`event: ${type}\ndata: ${data}\n\n`);
    stream.push(bytes, 0, bytes.length);
  }
  return stream;
}

const PREAMBLE: readonly Event[] = [
  [5, "response.created", { response: { status: "in_progress", usage: null } }],
  [6, "response.in_progress", { response: { status: "in_progress" } }],
  [7, "response.output_item.added", { item: { type: "message", content: [] } }],
  [8, "response.content_part.added", { part: { type: "output_text", text: "" } }],
];
const delta = (at: number, text: string): Event => [
  at,
  "response.output_text.delta",
  { delta: text },
];
const usage = { input_tokens: 12, output_tokens: 4 };
const end = (at: number, type = "completed", members: object = {}): Event => [
  at,
  `response.${type}`,
  { response: { status: type, usage, ...members } },
];

describe("a streamed response", () => {
  it("[LAB-RESP-3] has its first token at the first delta, and its usage in the last event", () => {
    const stream = streamed([
      ...PREAMBLE,
      [20, "response.reasoning_text.delta", { delta: "hm" }],
      delta(30, "a b"),
      delta(34, " c"),
      [35, "response.output_text.done", { text: "a b c" }],
      [36, "response.output_item.done", { item: { type: "message" } }],
      end(40),
    ]);
    expect(stream.failure).toBeNull();
    expect(stream.figures).toMatchObject({
      firstAt: 20,
      lastAt: 34,
      promptTokens: 12,
      outputTokens: 4,
      response: { text: "a b c", calls: [] },
    });
    expect([...stream.figures.gaps.each()]).toEqual([
      [10_000, 1],
      [4000, 1],
    ]);
  });

  it("[LAB-RESP-3] begins with a call's name, and has summaries, refusals and arguments as tokens", () => {
    const call = { item: { type: "function_call", name: "f", arguments: "" } };
    const of = (...events: Event[]) => streamed([...PREAMBLE, ...events, end(90)]).figures;
    expect(
      of(
        [20, "response.output_item.added", call],
        [24, "response.function_call_arguments.delta", { delta: "{}" }],
      ),
    ).toMatchObject({ firstAt: 20, lastAt: 24, response: { text: "" } });
    for (const type of ["reasoning_summary_text", "refusal", "function_call_arguments"])
      expect(of([20, `response.${type}.delta`, { delta: "x" }]).firstAt).toBe(20);
  });

  it.each([
    ["response.completed with the status incomplete, as vLLM has it", "completed"],
    ["response.incomplete, as OpenAI has it", "incomplete"],
  ])("[LAB-RESP-4] succeeds at its limit of tokens: %s", (_, type) => {
    const details = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    expect(streamed([...PREAMBLE, delta(10, "a"), end(11, type, details)]).failure).toBeNull();
  });

  it.each<[string, Event[], string, string]>([
    [
      "response.failed",
      [end(9, "failed", { error: { code: "server_error", message: "it broke" } })],
      "INTERNAL",
      "it broke",
    ],
    [
      "a limit of requests",
      [end(9, "failed", { error: { code: "rate_limit_exceeded", message: "slower" } })],
      "RESOURCE_EXHAUSTED",
      "slower",
    ],
    ["a failure without words", [[9, "response.failed"]], "UNKNOWN", "an error without words"],
    [
      "an answer cut by a filter",
      [end(9, "incomplete", { incomplete_details: { reason: "content_filter" } })],
      "INTERNAL",
      "the response is incomplete: content_filter",
    ],
    [
      "an answer cut for no reason",
      [end(9, "incomplete", { incomplete_details: null })],
      "INTERNAL",
      "the response is incomplete: no reason given",
    ],
    [
      "a cancelled one",
      [end(9, "completed", { status: "cancelled" })],
      "CANCELLED",
      "the server cancelled the response",
    ],
    [
      "an error event, whatever follows",
      [[9, "error", { code: "invalid_prompt", message: "no" }], end(10)],
      "INVALID_ARGUMENT",
      "no",
    ],
    [
      "an error event with a member of its own",
      [[9, "error", { error: { code: 429, message: "full" } }]],
      "RESOURCE_EXHAUSTED",
      "full",
    ],
    [
      "no end",
      [],
      "DATA_LOSS",
      "the stream ended after its first token, without response.completed",
    ],
    [
      "[DONE] alone",
      [[9, "[DONE]"]],
      "DATA_LOSS",
      "the stream ended after its first token, without response.completed",
    ],
  ])("[LAB-RESP-5] fails: %s", (_, events, status, message) => {
    expect(streamed([...PREAMBLE, delta(8, "a"), ...events]).failure).toEqual({ status, message });
  });

  it("[LAB-RESP-3] may be followed by [DONE], and has to hold tokens", () => {
    expect(streamed([...PREAMBLE, delta(8, "a"), end(9), [10, "[DONE]"]]).failure).toBeNull();
    expect(streamed([...PREAMBLE, end(9)]).failure?.message).toBe(
      "the response contains no tokens",
    );
  });

  it("[LAB-RESP-5] loses at most figures to fields absent, null or of another type", () => {
    const any = fc.option(fc.oneof(fc.string(), fc.integer(), fc.constant({}), fc.constant([])), {
      nil: null,
    });
    const event = fc.record(
      { delta: any, item: any, response: any, error: any, message: any, code: any },
      { requiredKeys: [] },
    );
    const type = fc.constantFrom(
      "response.output_text.delta",
      "response.output_item.added",
      "response.completed",
      "response.incomplete",
      "response.failed",
      "error",
      "response.unknown",
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(type, event)), (events) => {
        const stream = streamed(events.map(([name, members], i) => [i, name, members] as const));
        expect(typeof (stream.failure?.message ?? "")).toBe("string");
      }),
    );
  });
});
