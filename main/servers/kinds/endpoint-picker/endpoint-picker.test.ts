import { describe, expect, it } from "vitest";
import { findFigure, listHints } from "../testing/figures.ts";
import { startProduct } from "../testing/product.ts";
import { endpointPicker } from "./index.ts";
import {
  type EndpointPickerOptions,
  MODEL,
  startEndpointPicker,
} from "./testing/endpoint-picker.ts";

async function observed(options: EndpointPickerOptions = {}) {
  await using server = await startEndpointPicker(options);
  return await endpointPicker.observe(server.reach);
}

describe("the endpoint picker", () => {
  it("[EPP-1] is recognised by its build, not where it asks for a token", async () => {
    await using server = await startEndpointPicker();
    expect(await endpointPicker.recognise(server.reach, () => {})).toEqual({ version: "v1.5.0" });
    await using closed = await startEndpointPicker({ asksForToken: true });
    expect(await endpointPicker.recognise(closed.reach, () => {})).toBeNull();
    await expect(endpointPicker.observe(closed.reach)).rejects.toThrow("401");
    await using other = await startProduct(() => ({ body: "# inference_extension_info\nup 1\n" }));
    expect(await endpointPicker.recognise(other.reach, () => {})).toBeNull();
  });

  it("[EPP-2] has the models that were requested, with pools and queues as facts", async () => {
    expect((await observed()).models).toEqual([
      {
        name: MODEL,
        versions: [],
        state: "ready",
        reason: null,
        facts: [
          ["Ready pods of vllm-qwen3-32b", "2"],
          ["Queue depth of pod-a", "4"],
          ["Queue depth of pod-b", "1"],
        ],
      },
    ]);
    expect((await observed({ readyPods: 0 })).models).toMatchObject([
      { state: "unavailable", reason: "The pool has no ready pods." },
    ]);
  });

  it("[EPP-3] reads requests, failures, running requests and tokens by model", async () => {
    const observation = await observed();
    expect(findFigure(observation, "requestsPerSecond", MODEL)).toMatchObject({ total: 100 });
    expect(findFigure(observation, "failuresPerSecond", MODEL)).toMatchObject({ total: 10 });
    expect(findFigure(observation, "running", MODEL)).toMatchObject({ value: 8 });
    expect(findFigure(observation, "promptTokensPerSecond", MODEL)).toMatchObject({
      total: 30_000,
    });
    expect(findFigure(observation, "generatedTokensPerSecond", MODEL)).toMatchObject({
      total: 9000,
    });
    expect(findFigure(observation, "prefixCacheHitRate", MODEL)).toMatchObject({
      part: 12_000,
      whole: 30_000,
    });
  });

  it("[EPP-4] [EPP-5] reads times by model, queue depth and KV cache of the pool", async () => {
    const observation = await observed();
    expect(findFigure(observation, "latencyP99Ms", MODEL)).toMatchObject({ sum: 180, count: 90 });
    expect(findFigure(observation, "ttftP50Ms", MODEL)).toMatchObject({ sum: 9 });
    expect(findFigure(observation, "itlMs", MODEL)).toMatchObject({ sum: 0.9 });
    expect(findFigure(observation, "queueMs", MODEL)).toMatchObject({ sum: 1.8 });
    expect(findFigure(observation, "waiting", "")).toMatchObject({ value: 5 });
    expect(findFigure(observation, "kvCacheUse", "")).toMatchObject({ value: 0.4 });
    expect(listHints(observation).get("computeMs")).toContain("does not compute");
  });
});
