import type { ChatRequest } from "../../../main/contract/index.ts";

/** Where the form begins: a short answer, streamed, that begins the same every time. */
export function firstChat(serverId: string, model: string): ChatRequest {
  return {
    serverId,
    model,
    endpoint: "chat",
    messages: [{ role: "user", content: "Say in one sentence what a language model does." }],
    prompt: "",
    texts: [
      "A language model predicts the next token.",
      "A server combines requests into batches.",
    ],
    query: "What does a language model do?",
    dimensions: null,
    topN: null,
    rerankPath: "versioned",
    maxTokens: 128,
    temperature: 0,
    topP: null,
    seed: null,
    stop: [],
    stream: true,
    more: "",
    deadlineMs: 60_000,
  };
}
