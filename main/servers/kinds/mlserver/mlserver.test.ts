import { describe, expect, it } from "vitest";
import { figureOf, hintsOf } from "../testing/figures.ts";
import { mlserver } from "./index.ts";
import { type MlserverOptions, startMlserver } from "./testing/mlserver.ts";

async function observed(options?: MlserverOptions) {
  await using server = await startMlserver(options);
  return await mlserver.observe(server.reach);
}

describe("MLServer", () => {
  it("[ML1] is recognised by its name, with its version", async () => {
    await using server = await startMlserver();
    expect(await mlserver.recognise(server.reach, () => {})).toEqual({ version: "1.7.1" });
  });

  it("[ML2] tells models by the repository's index, several versions as one model", async () => {
    const { models } = await observed();
    expect(models).toEqual([
      { name: "iris", versions: ["v1", "v2"], state: "ready", reason: null, facts: [] },
      { name: "loading", versions: [], state: "loading", reason: null, facts: [] },
      { name: "broken", versions: [], state: "unavailable", reason: "no model.joblib", facts: [] },
    ]);
  });

  it.each([false, true])(
    "[ML3] counts by model whatever the labels are called, old: %s",
    async (old) => {
      const observation = await observed({ old });
      expect(figureOf(observation, "requestsPerSecond", "iris")).toMatchObject({ total: 25 });
      expect(figureOf(observation, "failuresPerSecond", "iris")).toMatchObject({ total: 1 });
      expect(figureOf(observation, "latencyMs", "iris")).toMatchObject({
        part: 0.42,
        whole: 21,
        scale: 1000,
      });
      expect(observation.incarnation).toBe("1763400000");
    },
  );

  it("[ML4] takes quantiles from inferences over REST: by model where paths are told, else of the server", async () => {
    const quantiles = { latencyP50Ms: 0.5, latencyP95Ms: 0.95, latencyP99Ms: 0.99 };
    expect(figureOf(await observed({ old: true }), "latencyP99Ms", "iris")).toMatchObject({
      quantiles,
      count: 20,
    });
    expect(figureOf(await observed(), "latencyP99Ms")).toMatchObject({ quantiles, count: 20 });
  });

  it("[ML5] tells the mean queue that requests met, and what switches batching on", async () => {
    const observation = await observed();
    expect(figureOf(observation, "waiting", "iris")).toMatchObject({
      form: "ratio",
      part: 25,
      whole: 10,
    });
    expect(figureOf(observation, "running")).toMatchObject({ form: "ratio", part: 30, whole: 15 });
    expect(hintsOf(await observed({ old: true })).get("waiting")).toContain(
      "max_batch_size above 1",
    );
    expect(hintsOf(observation).get("meanBatch")).toContain("off by default");
  });

  it("[ML6] says where metrics are while they cannot be read", async () => {
    const observation = await observed({ metrics: null });
    expect(observation.models).toHaveLength(3);
    for (const hint of hintsOf(observation).values()) expect(hint).toContain("8082");
    expect(await observed({ metrics: "garbage {{{ 1e" })).toMatchObject({ incarnation: null });
  });

  it("[OI5] tells what a model takes and gives", async () => {
    await using server = await startMlserver();
    expect(await mlserver.modelDetail?.(server.reach, "s", "iris")).toMatchObject({
      serverId: "s",
      versions: [{ version: "v1", state: "READY", reason: null }],
      inputs: [{ name: "predict", datatype: "FP32", shape: [-1, 4] }],
      config: null,
    });
    await expect(mlserver.modelDetail?.(server.reach, "s", "no")).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "Model no not found",
    });
  });
});
