import type { ChatRequest } from "../../contract/index.ts";

/** A request as the form begins. */
export function sampleChat(more: Partial<ChatRequest> = {}): ChatRequest {
  return {
    serverId: "embedded",
    model: "m",
    endpoint: "chat",
    messages: [{ role: "user", content: "Hello?" }],
    prompt: "",
    texts: [],
    query: "",
    dimensions: null,
    topN: null,
    rerankPath: "versioned",
    maxTokens: 8,
    temperature: null,
    topP: null,
    seed: null,
    stop: [],
    stream: true,
    more: "",
    deadlineMs: 20_000,
    ...more,
  };
}
