import { describe, expect, it } from "vitest";
import { findFigure, listHints } from "../testing/figures.ts";
import { trtllm } from "./index.ts";
import { MODEL, startTrtllm } from "./testing/trtllm.ts";

describe("trtllm-serve", () => {
  it("[TRTLLM-1] is recognised by who owns its model", async () => {
    await using server = await startTrtllm();
    expect(await trtllm.recognise(server.reach, () => {})).toEqual({ version: "1.2.0" });
  });

  it("[TRTLLM-2] [TRTLLM-3] attributes all samples to its model without requesting /metrics", async () => {
    await using server = await startTrtllm();
    const observation = await trtllm.observe(server.reach);
    expect(observation.models).toMatchObject([{ name: MODEL, state: "ready", facts: [] }]);
    expect(new Set(observation.figures.map(({ model }) => model))).toEqual(new Set([MODEL, ""]));
    expect(server.requests).toContain("GET /prometheus/metrics");
    expect(server.requests).not.toContain("GET /metrics");
  });

  it("[TRTLLM-4] [TRTLLM-5] reads queue, cache, tokens and times", async () => {
    await using server = await startTrtllm();
    const observation = await trtllm.observe(server.reach);
    expect(findFigure(observation, "waiting", MODEL)).toMatchObject({ value: 2 });
    expect(findFigure(observation, "running", MODEL)).toMatchObject({ value: 4 });
    expect(findFigure(observation, "kvCacheUse", MODEL)).toMatchObject({ value: 0.25 });
    expect(findFigure(observation, "requestsPerSecond", MODEL)).toMatchObject({ total: 20 });
    expect(findFigure(observation, "failuresPerSecond", MODEL)).toMatchObject({ total: 1 });
    expect(findFigure(observation, "promptTokensPerSecond", MODEL)).toMatchObject({ total: 4000 });
    expect(findFigure(observation, "prefixCacheHitRate", MODEL)).toMatchObject({
      part: 1000,
      whole: 4000,
    });
    expect(findFigure(observation, "ttftP99Ms", MODEL)).toMatchObject({ sum: 2, count: 20 });
    expect(findFigure(observation, "itlMs", MODEL)).toMatchObject({ sum: 0.4 });
    expect(findFigure(observation, "latencyMs", MODEL)).toMatchObject({ sum: 40 });
    expect(findFigure(observation, "queueMs", MODEL)).toMatchObject({ sum: 1 });
    expect(findFigure(observation, "computeMs", MODEL)).toMatchObject({ sum: 39 });
  });

  it("[TRTLLM-3] names return_perf_metrics if there is no page", async () => {
    await using server = await startTrtllm({ metrics: null });
    const hints = listHints(await trtllm.observe(server.reach));
    expect(hints.get("ttftMs")).toContain("return_perf_metrics: true");
    expect(hints.get("preemptionsPerSecond")).toContain("no preemptions");
  });
});
