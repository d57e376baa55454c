import { describe, expect, it } from "vitest";
import { findFigure, listHints } from "../testing/figures.ts";
import { httpTo } from "../testing/product.ts";
import { tensorflowServing } from "./index.ts";
import {
  startTensorflowServing,
  type TensorflowServingOptions,
} from "./testing/tensorflow-serving.ts";

async function observed(options?: TensorflowServingOptions) {
  await using server = await startTensorflowServing(options);
  return await tensorflowServing.observe(server.reach);
}

describe("TensorFlow Serving", () => {
  it("[TF-SERVING-1] is recognised by its rejection, or by its metrics if another port is given", async () => {
    await using server = await startTensorflowServing({ metrics: null });
    const asked: string[] = [];
    const note = (question: string, answer: string, spoke: boolean) =>
      asked.push(`${question} | ${answer} | ${spoke}`);
    expect(await tensorflowServing.recognise(server.reach, note)).toEqual({ version: null });
    expect(asked).toEqual([
      `GET http://${server.address}/v1/models/- | 404 {"error":"Could not find any versions of model -"} | true`,
    ]);
    await using other = await startTensorflowServing();
    const reach = { ...other.reach, http: null };
    expect(await tensorflowServing.recognise(reach, () => {})).toEqual({ version: null });
  });

  it("[TF-SERVING-1] rejects if nothing responds", async () => {
    using http = httpTo("127.0.0.1:1");
    await expect(
      tensorflowServing.recognise({ http, metrics: http, grpc: null }, () => {}),
    ).rejects.toMatchObject({ code: "UNAVAILABLE" });
    await expect(
      tensorflowServing.observe({ http, metrics: http, grpc: null }),
    ).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });

  it("[TF-SERVING-2] finds models by metric labels and by the folders of loaded files", async () => {
    const { models } = await observed();
    expect(models).toEqual([
      {
        name: "resnet",
        versions: ["3"],
        state: "ready",
        reason: null,
        facts: [["Version 4", "LOADING"]],
      },
      {
        name: "gone",
        versions: [],
        state: "unavailable",
        reason: "Failed to load",
        facts: [["Version 1", "END"]],
      },
      { name: "idle", versions: ["1"], state: "ready", reason: null, facts: [] },
    ]);
  });

  it("[TF-SERVING-2] reports models that the user listed if metrics are off", async () => {
    await using server = await startTensorflowServing({ metrics: null });
    const reach = { ...server.reach, models: ["idle", "typo"] };
    expect((await tensorflowServing.observe(reach)).models).toEqual([
      { name: "idle", versions: ["1"], state: "ready", reason: null, facts: [] },
      {
        name: "typo",
        versions: [],
        state: "unknown",
        reason: "Could not find any versions of model typo",
        facts: [],
      },
    ]);
  });

  it("[TF-SERVING-3] counts by status, and a full queue as rejected", async () => {
    const observation = await observed();
    expect(findFigure(observation, "requestsPerSecond", "resnet")).toEqual({
      form: "rate",
      figure: "requestsPerSecond",
      model: "resnet",
      source: ":tensorflow:serving:request_count",
      total: 40,
    });
    expect(findFigure(observation, "failuresPerSecond", "resnet")).toMatchObject({ total: 5 });
    expect(findFigure(observation, "rejectedPerSecond", "resnet")).toMatchObject({ total: 3 });
    expect(findFigure(observation, "failuresPerSecond", "gone")).toMatchObject({ total: 0 });
  });

  it.each([{ old: false }, { old: true }])(
    "[TF-SERVING-4] reads latencies in µs, %o",
    async (options) => {
      const observation = await observed(options);
      expect(findFigure(observation, "latencyP99Ms", "resnet")).toMatchObject({
        form: "histogram",
        mean: "latencyMs",
        sum: 50_000,
        count: 10,
        buckets: [
          [1000, 2],
          [10_000, 10],
          [Infinity, 10],
        ],
        scale: 0.001,
      });
      expect(findFigure(observation, "computeMs", "resnet")).toMatchObject({
        sum: 120_000,
        count: 40,
      });
    },
  );

  it("[TF-SERVING-5] reports batches of the whole server, or the flag that enables batching", async () => {
    const batching = await observed({ batching: true });
    expect(findFigure(batching, "meanBatch")).toMatchObject({ form: "ratio", part: 64, whole: 10 });
    expect(findFigure(batching, "inferencesPerSecond")).toMatchObject({ form: "rate", total: 60 });
    expect(findFigure(batching, "queueMs")).toMatchObject({ sum: 8000, count: 40, scale: 0.001 });
    expect(listHints(await observed()).get("meanBatch")).toContain("--enable_batching");
  });

  it("[TF-SERVING-6] names the flag that enables metrics, and still requests no model in vain", async () => {
    await using server = await startTensorflowServing({ metrics: null });
    const observation = await tensorflowServing.observe(server.reach);
    expect(observation).toMatchObject({ models: [], exposition: null, incarnation: null });
    expect(observation.figures.every(({ form }) => form === "unavailable")).toBe(true);
    for (const hint of listHints(observation).values())
      expect(hint).toMatch(/answers with status 404\. .*--monitoring_config_file/);
    expect(server.requests).toContain("GET /v1/models/-");
  });

  it("[TF-SERVING-7] reads metrics at the path that was given with the address", async () => {
    await using server = await startTensorflowServing();
    using metrics = httpTo(server.address, "/monitoring/prometheus/metrics");
    const observation = await tensorflowServing.observe({ ...server.reach, metrics });
    expect(observation.models.map(({ name }) => name)).toContain("resnet");
  });

  it.each([
    "<html>down</html>",
    ':tensorflow:serving:request_count{model_name="resnet" 1\n\u0000',
    "",
  ])("[TF-SERVING-6] is not upset by %j in place of metrics", async (metrics) => {
    const { models, figures } = await observed({ metrics });
    expect(models).toEqual([]);
    expect(figures.length).toBeGreaterThan(0);
  });
});
