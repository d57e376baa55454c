import { describe, expect, it } from "vitest";
import { findFigure, listHints } from "../testing/figures.ts";
import { startProduct } from "../testing/product.ts";
import { llamaCpp } from "./index.ts";
import { type LlamaCppOptions, MODEL, OLDER_METRICS, startLlamaCpp } from "./testing/llama-cpp.ts";

async function observed(options: LlamaCppOptions = {}) {
  await using server = await startLlamaCpp(options);
  return await llamaCpp.observe(server.reach);
}

describe("llama.cpp", () => {
  it("[LLAMACPP-1] is recognised by who owns its model, with its build as version", async () => {
    await using server = await startLlamaCpp();
    expect(await llamaCpp.recognise(server.reach, () => {})).toEqual({ version: "b6500-0123abcd" });
    expect(server.requests).not.toContain("GET /slots");
  });

  it("[LLAMACPP-1] is recognised while it loads its model", async () => {
    await using server = await startLlamaCpp({ loading: true });
    expect(await llamaCpp.recognise(server.reach, () => {})).toEqual({ version: null });
    expect(await llamaCpp.observe(server.reach)).toMatchObject({ models: [], exposition: null });
    await using gateway = await startProduct(() => ({ status: 503, body: "busy" }));
    expect(await llamaCpp.recognise(gateway.reach, () => {})).toBeNull();
  });

  it("[LLAMACPP-2] has one model with its context, weights and slots", async () => {
    const { models } = await observed({ sleeping: true });
    expect(models).toEqual([
      {
        name: MODEL,
        versions: [],
        state: "ready",
        reason: null,
        facts: [
          ["Context", "65536 tokens"],
          ["Weights as", "MXFP4 MoE"],
          ["Parameters", "20.91 billion"],
          ["Slots (--parallel)", "4"],
          ["Sleeps", "until the next request (--sleep-idle-seconds)"],
        ],
      },
    ]);
  });

  it("[LLAMACPP-3] [LLAMACPP-4] reads queue, tokens and time between tokens from gauges and counters", async () => {
    const observation = await observed();
    expect(findFigure(observation, "waiting", MODEL)).toMatchObject({ value: 2 });
    expect(findFigure(observation, "running", MODEL)).toMatchObject({ value: 3 });
    expect(findFigure(observation, "promptTokensPerSecond", MODEL)).toMatchObject({ total: 1200 });
    expect(findFigure(observation, "generatedTokensPerSecond", MODEL)).toMatchObject({
      total: 400,
    });
    expect(findFigure(observation, "itlMs", MODEL)).toMatchObject({
      part: 8,
      whole: 400,
      scale: 1000,
    });
  });

  it("[LLAMACPP-7] is another process if its start, a header of the metrics page, is another", async () => {
    expect(await observed({ start: "813604221907" })).toMatchObject({
      incarnation: "813604221907",
    });
    expect(await observed({ start: "5120044" })).toMatchObject({ incarnation: "5120044" });
    expect(await observed()).toMatchObject({ incarnation: null });
    expect(await observed({ start: "5120044", metrics: null })).toMatchObject({
      incarnation: null,
    });
  });

  it("[LLAMACPP-3] names --metrics where the page is off", async () => {
    const hints = listHints(await observed({ metrics: null }));
    expect(hints.get("waiting")).toContain("--metrics");
    expect(hints.get("generatedTokensPerSecond")).toContain("--metrics");
  });

  it("[LLAMACPP-6] reads hits of the prompt cache, and says where a version lacks them", async () => {
    expect(findFigure(await observed(), "prefixCacheHitRate", MODEL)).toMatchObject({
      part: 800,
      whole: 2000,
      source:
        "llamacpp:prompt_tokens_cached_total / (llamacpp:prompt_tokens_cached_total + llamacpp:prompt_tokens_total)",
    });
    const older = listHints(await observed({ metrics: OLDER_METRICS }));
    expect(older.get("prefixCacheHitRate")).toContain("This version of llama.cpp does not export");
    const off = listHints(await observed({ metrics: null }));
    expect(off.get("prefixCacheHitRate")).toContain("--metrics");
  });

  it("[LLAMACPP-5] reports which figures it does not export", async () => {
    const hints = listHints(await observed());
    expect(hints.get("kvCacheUse")).toContain("KV cache");
    expect(hints.get("ttftMs")).toContain("measure them with the lab");
    expect(hints.get("requestsPerSecond")).toContain("counts no requests");
  });
});
