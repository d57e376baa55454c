import { describe, expect, it } from "vitest";
import { findFigure, listHints } from "../testing/figures.ts";
import { startProduct } from "../testing/product.ts";
import { tgi } from "./index.ts";
import { IDLE, MODEL, startTgi, type TgiOptions } from "./testing/tgi.ts";

async function observed(options: TgiOptions = {}) {
  await using server = await startTgi(options);
  return await tgi.observe(server.reach);
}

describe("Text Generation Inference", () => {
  it("[TGI-1] is recognised by its router", async () => {
    await using server = await startTgi();
    expect(await tgi.recognise(server.reach, () => {})).toEqual({ version: "3.3.7" });
    await using embeddings = await startProduct(() => ({
      body: { model_id: "m", version: "1.8" },
    }));
    expect(await tgi.recognise(embeddings.reach, () => {})).toBeNull();
  });

  it("[TGI-2] has one model, unavailable while it is unhealthy", async () => {
    expect((await observed()).models).toEqual([
      {
        name: MODEL,
        versions: [],
        state: "ready",
        reason: null,
        facts: [
          ["Concurrent requests, at most", "128"],
          ["Tokens of a prompt, at most", "4095"],
          ["Context", "4096 tokens"],
        ],
      },
    ]);
    expect((await observed({ unhealthy: true })).models).toMatchObject([
      { state: "unavailable", reason: expect.stringContaining("503") },
    ]);
  });

  it("[TGI-3] reads queue, batch, requests, failures, rejections and tokens", async () => {
    const observation = await observed();
    expect(findFigure(observation, "waiting", MODEL)).toMatchObject({ value: 5 });
    expect(findFigure(observation, "running", MODEL)).toMatchObject({ value: 8 });
    expect(findFigure(observation, "requestsPerSecond", MODEL)).toMatchObject({ total: 90 });
    expect(findFigure(observation, "failuresPerSecond", MODEL)).toMatchObject({ total: 10 });
    expect(findFigure(observation, "rejectedPerSecond", MODEL)).toMatchObject({ total: 4 });
    expect(findFigure(observation, "promptTokensPerSecond", MODEL)).toMatchObject({
      total: 30_000,
    });
    expect(findFigure(observation, "generatedTokensPerSecond", MODEL)).toMatchObject({
      total: 9000,
    });
  });

  it("[TGI-3] is at 0 before the first request", async () => {
    const observation = await observed({ metrics: IDLE });
    expect(findFigure(observation, "requestsPerSecond", MODEL)).toMatchObject({ total: 0 });
    expect(findFigure(observation, "failuresPerSecond", MODEL)).toMatchObject({ total: 0 });
    expect(listHints(observation).get("waiting")).toContain("with the first request");
  });

  it("[TGI-4] [TGI-5] reads times, of tokens the mean alone, and reports what is missing", async () => {
    const observation = await observed();
    expect(findFigure(observation, "latencyP99Ms", MODEL)).toMatchObject({ sum: 180, count: 90 });
    expect(findFigure(observation, "queueMs", MODEL)).toMatchObject({ sum: 9 });
    expect(findFigure(observation, "computeMs", MODEL)).toMatchObject({ sum: 170 });
    expect(findFigure(observation, "itlMs", MODEL)).toMatchObject({ part: 1.8, whole: 90 });
    const hints = listHints(observation);
    expect(hints.get("itlP99Ms")).toContain("mean of each request");
    expect(hints.get("ttftP50Ms")).toContain("no time to the first token");
    expect(hints.get("kvCacheUse")).toContain("KV cache");
  });
});
