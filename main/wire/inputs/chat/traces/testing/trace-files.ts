import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** Files of a test in a folder of their own. */
export class TraceFiles implements Disposable {
  readonly #folder = fs.mkdtempSync(path.join(os.tmpdir(), "batchdeck-traces-"));

  write(name: string, text: string): string {
    const file = path.join(this.#folder, name);
    fs.writeFileSync(file, text);
    return file;
  }

  /** A new folder in that one. */
  folder(name: string): string {
    const folder = path.join(this.#folder, name);
    fs.mkdirSync(folder);
    return folder;
  }

  [Symbol.dispose](): void {
    fs.rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** The first lines of Mooncake's FAST25-release/traces/toolagent_trace.jsonl, with later instants. */
export const MOONCAKE = [
  '{"timestamp": 0, "input_length": 1300, "output_length": 5, "hash_ids": [0, 1, 2]}',
  '{"timestamp": 100, "input_length": 1500, "output_length": 3, "hash_ids": [0, 1, 3]}',
  '{"timestamp": 300, "input_length": 600, "output_length": 4, "hash_ids": [9, 10]}',
  '{"timestamp": 300, "input_length": 20, "output_length": 2, "hash_ids": [46]}',
].join("\n");

/** As HPMLL/BurstGPT's release 1.1 begins, and a request that failed. */
export const BURSTGPT = [
  "Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type",
  "5,ChatGPT,472,18,490,Conversation log",
  "45,ChatGPT,1087,230,1317,Conversation log",
  "118,GPT-4,417,276,693,Conversation log",
  "1106,ChatGPT,0,0,0,Conversation log",
].join("\n");

/** As AzureLLMInferenceTrace_code.csv of 2023 begins. */
export const AZURE = [
  "TIMESTAMP,ContextTokens,GeneratedTokens",
  "2023-11-16 18:17:03.9799600,4808,10",
  "2023-11-16 18:17:04.0319600,3180,8",
  "2023-11-16 18:17:04.0781490,110,27",
].join("\r\n");

export const SHAREGPT = JSON.stringify([
  {
    id: "QWJhYvA_0",
    conversations: [
      { from: "human", value: "Summarize the main ideas of Jeff Walker's Product Launch Formula" },
      { from: "gpt", value: "Here are the main ideas: first, second and third." },
      { from: "human", value: "And now shorter, please" },
      { from: "gpt", value: "Launch in sequences." },
    ],
  },
  { id: "i6IyJda_0", conversations: [{ from: "gpt", value: "An answer without a question" }] },
  {
    id: "A5AbcES_0",
    conversations: [
      { from: "system", value: "Be brief" },
      { from: "human", value: "How to tell if a customer segment is well segmented?" },
      { from: "gpt", value: "Yes." },
    ],
  },
]);

interface OtlpSpan {
  readonly at: string | number;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly operation?: string;
  readonly ended?: string;
  readonly conversation?: string;
  /** gen_ai.input.messages. */
  readonly messages?: string;
}

/** An ExportTraceServiceRequest in OTLP's JSON, as the collector's file exporter writes a line. */
export function otlpRequest(spans: readonly OtlpSpan[]): string {
  const attribute = (key: string, value: unknown) => ({ key, value });
  return JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [attribute("service.name", { stringValue: "shop" })] },
        scopeSpans: [
          {
            scope: { name: "opentelemetry.instrumentation.openai_v2" },
            spans: spans.map(({ at, input, output, operation, ended = at, ...texts }, i) => ({
              traceId: "5b8efff798038103d269b633813fc60c",
              spanId: `eee19b7ec3c1b17${i}`,
              name: "chat tiny-chat",
              kind: 3,
              startTimeUnixNano: at,
              endTimeUnixNano: ended,
              attributes: [
                ...(operation === undefined
                  ? []
                  : [attribute("gen_ai.operation.name", { stringValue: operation })]),
                ...(texts.conversation === undefined
                  ? []
                  : [attribute("gen_ai.conversation.id", { stringValue: texts.conversation })]),
                ...(texts.messages === undefined
                  ? []
                  : [attribute("gen_ai.input.messages", { stringValue: texts.messages })]),
                ...(input === undefined
                  ? []
                  : [attribute("gen_ai.usage.input_tokens", { intValue: input })]),
                ...(output === undefined
                  ? []
                  : [attribute("gen_ai.usage.output_tokens", { intValue: output })]),
              ],
            })),
          },
        ],
      },
    ],
  });
}

/** As BurstGPT_3.csv of release 2.0 begins (its columns), with two sessions and a request of the API. */
export const BURSTGPT_SESSIONS = [
  "Timestamp,Session ID,Elapsed time,Model,Request tokens,Response tokens,Total tokens,Log Type",
  "19440110.0,1722ac82-0a46-4bf0-aa08-89794e7a2b3f,4,GPT-4,100,30,130,Conversation log",
  "19440120.0,d5983bf9-4b48-497b-892b-a58995247443,2,ChatGPT,60,29,89,Conversation log",
  "19440130.0,,1,ChatGPT,20,10,30,API log",
  "19440140.0,1722ac82-0a46-4bf0-aa08-89794e7a2b3f,5,GPT-4,180,20,200,Conversation log",
  "19440145.0,d5983bf9-4b48-497b-892b-a58995247443,2,ChatGPT,40,10,50,Conversation log",
].join("\n");

/** As in AIPerf's src/aiperf/dataset/loader/mooncake_trace.py, and a request of text. */
export const AIPERF_SESSIONS = [
  '{"session_id": "abc-123", "input_length": 300, "output_length": 40}',
  '{"session_id": "abc-123", "delay": 2, "input_length": 150, "output_length": 20}',
  '{"session_id": "def-456", "text_input": "What is it?", "output_length": 20}',
].join("\n");

/** Lines of `MooncakeTrace` (aiperf 0.13.0, dataset/loader/models.py) with messages, a body, a text, and fields of their own. */
export const AIPERF_BODIES = [
  JSON.stringify({
    timestamp: 0,
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "One?" },
    ],
    output_length: 9,
    extra: { temperature: 0.5, vendor: { a: 1 } },
  }),
  JSON.stringify({
    timestamp: 400,
    session_id: "s",
    messages: [{ role: "user", content: "Two?" }],
    tools: [{ type: "function", function: { name: "f" } }],
  }),
  JSON.stringify({
    timestamp: 900,
    session_id: "s",
    messages: [
      { role: "user", content: "Two?" },
      { role: "assistant", content: "Yes" },
      { role: "user", content: "Three?" },
    ],
    output_length: 3,
  }),
  JSON.stringify({
    timestamp: 1200,
    session_id: "p",
    payload: {
      model: "own",
      messages: [{ role: "user", content: "Four?" }],
      max_tokens: 5,
      stream: true,
    },
    extra: { top_p: 0.1 },
  }),
  JSON.stringify({
    session_id: "p",
    delay: 300,
    payload: { model: "own", prompt: "Five?", stream: true },
  }),
  JSON.stringify({ timestamp: 1300, text_input: "Six?", output_length: 4, extra: { seed: 3 } }),
].join("\n");

/** As in AIPerf's src/aiperf/dataset/loader/single_turn.py (aiperf 0.13.0): a schedule, and a session whose lines don't hold each other. */
export const AIPERF_SINGLE_TURN = [
  JSON.stringify({ timestamp: 0, text: "One?", output_length: 5, extra: { top_k: 3 } }),
  JSON.stringify({ timestamp: 500, session_id: "s", text: "Two?" }),
  JSON.stringify({
    session_id: "s",
    delay: 300,
    text: "Three?",
    image: "data:image/png;base64,AAAA",
  }),
  JSON.stringify({ timestamp: 1000, texts: ["Four?", "Five?"] }),
].join("\n");

/** As in AIPerf's src/aiperf/dataset/loader/multi_turn.py (aiperf 0.13.0): a system prompt, delays, images, and a session in two lines. */
export const AIPERF_MULTI_TURN = [
  JSON.stringify({
    session_id: "session_123",
    turns: [
      { role: "system", text: "You are a helpful assistant." },
      { text: "What is deep learning?", output_length: 40 },
      { text: "Explain it for a five year old.", delay: 1000 },
    ],
  }),
  JSON.stringify({
    type: "multi_turn",
    turns: [
      { texts: ["Who are you?", "Hello world"], images: ["data:image/png;base64,AAAA"] },
      { texts: [{ name: "field_a", contents: ["And now?"] }], delay: 20 },
    ],
  }),
  JSON.stringify({ session_id: "session_123", turns: [{ text: "Thanks", delay: 2000 }] }),
].join("\n");
