import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CHAT_MODEL, type ChatServer, startChatServer } from "../lab/testing/chat-server.ts";
import { FakeServer } from "../lab/testing/fake-server.ts";
import { systemClock } from "../../base/clock.ts";
import type { ChatRequest } from "../contract/index.ts";
import { serverDirectory } from "../servers/index.ts";
import { prepareBody } from "./body.ts";
import { startChat } from "./index.ts";
import { readPooling } from "./pooling.ts";
import { sampleChat } from "./testing/samples.ts";

let chat: ChatServer;
beforeAll(async () => {
  chat = await startChatServer({ prefillMs: 1 });
});
afterAll(() => chat[Symbol.asyncDispose]());

async function send(more: Partial<ChatRequest>) {
  const server = new FakeServer(chat.address, () => 0);
  server.capabilities = ["chat"];
  server.setStatus({ kind: "vllm", name: "vLLM", capabilities: ["chat"] });
  const { requests } = startChat({ servers: serverDirectory([server]), clock: systemClock });
  const request = sampleChat({ model: CHAT_MODEL, ...more });
  return await requests["chat.send"](request, new AbortController().signal);
}
const texts = ["one", "two words", "three"];
const rerank = { endpoint: "rerank" as const, query: "q", texts };
const vectors = (...list: unknown[]) =>
  readPooling(
    { data: list.map((embedding, index) => ({ index, embedding })) },
    { endpoint: "embeddings" },
  );

describe("[CHAT-19] requests for embeddings and a rerank", () => {
  it("have only what was set", async () => {
    await send({ endpoint: "embeddings", texts: ["a", "b c"], dimensions: 4 });
    expect(chat.paths.at(-1)).toBe("/v1/embeddings");
    expect(chat.bodies.at(-1)).toEqual({
      model: CHAT_MODEL,
      input: ["a", "b c"],
      encoding_format: "float",
      dimensions: 4,
    });
    await send({ ...rerank, texts: ["a"], rerankPath: "bare" });
    expect(chat.paths.at(-1)).toBe("/rerank");
    expect(chat.bodies.at(-1)).toEqual({ model: CHAT_MODEL, query: "q", documents: ["a"] });
    expect(prepareBody(sampleChat(rerank), "openvino").path).toBe("/v3/rerank");
  });

  it.each([
    [{ endpoint: "embeddings" }, "texts"],
    [{ endpoint: "embeddings", texts: ["a", " "] }, "texts"],
    [{ ...rerank, query: "" }, "query"],
  ] as const)("are rejected before anything is sent: %j", async (more, field) => {
    await expect(send(more as unknown as Partial<ChatRequest>)).rejects.toMatchObject({
      details: { field },
    });
  });
});

describe("[CHAT-20] embeddings", () => {
  it("are shown by dimensions, norm and first values, with their tokens", async () => {
    expect(await send({ endpoint: "embeddings", texts: ["a", "b c"] })).toMatchObject({
      status: { ok: true },
      streamed: false,
      pooled: {
        kind: "embeddings",
        embeddings: [{ dimensions: 8, norm: Math.SQRT2 }, { first: Array(8).fill(0.5) }],
        similarity: [
          [expect.closeTo(1), expect.closeTo(1)],
          [expect.closeTo(1), expect.closeTo(1)],
        ],
      },
      usage: { promptTokens: 7, completionTokens: null },
    });
  });

  it("are compared by the cosine of their angle", () => {
    const base64 = Buffer.from(new Float32Array([0, 2]).buffer).toString("base64");
    expect(vectors([1, 0], base64, [-3, 0], [0, 0], [1])).toMatchObject({
      pooled: {
        similarity: [
          [1, 0, -1, null, null],
          [0, 1, 0, null, null],
          [-1, 0, 1, null, null],
          [null, null, null, null, null],
          [null, null, null, null, 1],
        ],
      },
    });
  });

  it("that are malformed are an error", async () => {
    chat.faults.push({ kind: "break" });
    const { status } = await send({ endpoint: "embeddings", texts: ["a"] });
    expect(status).toEqual({
      ok: false,
      code: "DATA_LOSS",
      message: "The response has no list 'data' of embeddings.",
    });
    expect(vectors(["1"])).toHaveProperty("wrong");
  });
});

describe("[CHAT-21] a rerank", () => {
  it("is a list of documents by score", async () => {
    expect(await send({ ...rerank, topN: 2 })).toMatchObject({
      status: { ok: true },
      pooled: {
        kind: "rerank",
        documents: [
          { index: 0, score: 1 },
          { index: 1, score: 0.5 },
        ],
      },
    });
  });

  it("is read as SGLang has it, a plain list", () => {
    const listed = [
      { score: 0.1, document: "a", index: 1, meta_info: {} },
      { score: 0.9, document: "b", index: 0, meta_info: {} },
    ];
    expect(readPooling(listed, rerank)).toMatchObject({
      pooled: {
        documents: [
          { index: 0, score: 0.9 },
          { index: 1, score: 0.1 },
        ],
      },
      usage: null,
    });
  });

  it.each([null, "text", {}, { results: null }, [{ index: 0 }], [{ score: 1 }], [null]])(
    "that is %j is an error",
    (response) => {
      expect(readPooling(response, rerank)).toHaveProperty("wrong");
    },
  );
});
