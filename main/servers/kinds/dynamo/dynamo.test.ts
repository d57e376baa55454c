import { describe, expect, it } from "vitest";
import { findFigure, listHints } from "../testing/figures.ts";
import { startProduct } from "../testing/product.ts";
import { dynamo } from "./index.ts";
import { type DynamoOptions, MODEL, startDynamo } from "./testing/dynamo.ts";

async function observed(options: DynamoOptions = {}) {
  await using server = await startDynamo(options);
  return await dynamo.observe(server.reach);
}

describe("NVIDIA Dynamo", () => {
  it("[DYNAMO-1] is recognised by its health, while it starts too", async () => {
    for (const starting of [false, true]) {
      await using server = await startDynamo({ starting });
      expect(await dynamo.recognise(server.reach, () => {})).toEqual({ version: null });
    }
    await using other = await startProduct(() => ({ body: { status: "healthy" } }));
    expect(await dynamo.recognise(other.reach, () => {})).toBeNull();
  });

  it("[DYNAMO-2] lists its models, unavailable with its reason until they are discovered", async () => {
    expect((await observed()).models).toEqual([
      {
        name: MODEL,
        versions: [],
        state: "ready",
        reason: null,
        facts: [["Registered instances", "1"]],
      },
    ]);
    expect((await observed({ starting: true })).models).toMatchObject([
      { state: "unavailable", reason: "Initial model discovery in progress" },
    ]);
  });

  it("[DYNAMO-3] [DYNAMO-5] reads queue, requests, failures, rejections and tokens of the listed model", async () => {
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
    expect(findFigure(observation, "prefixCacheHitRate", MODEL)).toMatchObject({
      part: 12_000,
      whole: 30_000,
    });
  });

  it("[DYNAMO-4] [DYNAMO-6] reads times, and reports what the frontend does not export", async () => {
    const observation = await observed();
    expect(findFigure(observation, "ttftP99Ms", MODEL)).toMatchObject({ sum: 9, count: 90 });
    expect(findFigure(observation, "itlMs", MODEL)).toMatchObject({ sum: 89.1, count: 8910 });
    expect(findFigure(observation, "latencyP99Ms", MODEL)).toMatchObject({ sum: 180, count: 90 });
    const hints = listHints(observation);
    expect(hints.get("kvCacheUse")).toContain("DYN_SYSTEM_PORT");
    expect(hints.get("queueMs")).toContain("no time in the queue");
    expect(hints.get("preemptionsPerSecond")).toContain("no preemptions");
  });
});
