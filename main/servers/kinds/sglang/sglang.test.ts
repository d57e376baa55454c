import { describe, expect, it } from "vitest";
import { findFigure, listHints } from "../testing/figures.ts";
import { sglang } from "./index.ts";
import { MODEL, type SglangOptions, startSglang } from "./testing/sglang.ts";

async function observed(options: SglangOptions = {}) {
  await using server = await startSglang(options);
  return await sglang.observe(server.reach);
}

describe("SGLang", () => {
  it.each([false, true])(
    "[SGLANG-1] is recognised by who owns its models (old: %s), and shows none of its arguments",
    async (old) => {
      await using server = await startSglang({ old });
      const asked: string[] = [];
      const hear = (question: string, answer: string) => void asked.push(`${question}: ${answer}`);
      expect(await sglang.recognise(server.reach, hear)).toEqual({ version: "0.5.3" });
      expect(asked.join("\n")).toContain("200 0.5.3");
      expect(asked.join("\n")).not.toContain("sk-secret");
    },
  );

  it("[SGLANG-2] lists its models and adapters without requesting /health", async () => {
    await using server = await startSglang();
    expect((await sglang.observe(server.reach)).models).toMatchObject([
      { name: MODEL, state: "ready", facts: [["Context", "40960 tokens"]] },
      {
        name: "sql",
        facts: [
          ["Adapter of", MODEL],
          ["Weights", "adapters/sql"],
        ],
      },
    ]);
    expect(server.requests).not.toContain("GET /health");
  });

  it("[SGLANG-3] reads queue, cache, tokens and requests by model", async () => {
    const observation = await observed();
    expect(findFigure(observation, "waiting", MODEL)).toMatchObject({ value: 3 });
    expect(findFigure(observation, "running", MODEL)).toMatchObject({ value: 6 });
    expect(findFigure(observation, "kvCacheUse", MODEL)).toMatchObject({
      value: 0.4,
      across: "most",
    });
    expect(findFigure(observation, "promptTokensPerSecond", MODEL)).toMatchObject({
      total: 10_000,
    });
    expect(findFigure(observation, "generatedTokensPerSecond", MODEL)).toMatchObject({
      total: 5000,
    });
    expect(findFigure(observation, "requestsPerSecond", MODEL)).toMatchObject({ total: 50 });
    expect(findFigure(observation, "failuresPerSecond", MODEL)).toMatchObject({ total: 2 });
    expect(findFigure(observation, "preemptionsPerSecond", MODEL)).toMatchObject({ total: 0 });
  });

  it("[SGLANG-4] divides prefix cache hits of all sources by prompt tokens", async () => {
    expect(findFigure(await observed(), "prefixCacheHitRate", MODEL)).toMatchObject({
      part: 4000,
      whole: 10_000,
    });
  });

  it("[SGLANG-5] reads times; time to first token only for streamed requests", async () => {
    const observation = await observed();
    expect(findFigure(observation, "ttftMs", MODEL)).toMatchObject({
      sum: 4,
      count: 40,
      scale: 1000,
    });
    expect(findFigure(observation, "itlP99Ms", MODEL)).toMatchObject({ count: 5000 });
    expect(findFigure(observation, "latencyMs", MODEL)).toMatchObject({ sum: 170, count: 50 });
    expect(findFigure(observation, "queueMs", MODEL)).toMatchObject({ sum: 2.5 });
  });

  it("[SGLANG-3] names --enable-metrics if there is no page", async () => {
    const hints = listHints(await observed({ metrics: null }));
    for (const figure of ["waiting", "ttftMs", "prefixCacheHitRate"] as const)
      expect(hints.get(figure)).toContain("--enable-metrics");
  });
});
