import { describe, expect, it } from "vitest";
import { findFigure, listHints } from "../testing/figures.ts";
import { startProduct } from "../testing/product.ts";
import { openvino } from "./index.ts";
import { type OpenvinoOptions, startOpenvino } from "./testing/openvino.ts";

async function observed(options?: OpenvinoOptions) {
  await using server = await startOpenvino(options);
  return await openvino.observe(server.reach);
}

describe("OpenVINO Model Server", () => {
  it("[OPENVINO-1] is recognised by its name, and chats where it lists models as OpenAI does", async () => {
    await using plain = await startOpenvino();
    const version = "2025.4.0.68b0bfd8c";
    expect(await openvino.recognise(plain.reach, () => {})).toEqual({ version });
    await using chat = await startOpenvino({ chat: true });
    expect(await openvino.recognise(chat.reach, () => {})).toEqual({ version, beyond: ["chat"] });
  });

  it("[OPENVINO-2] reports all models with the states of their versions and what they run on", async () => {
    const { models } = await observed({ metrics: "listed" });
    expect(models).toMatchObject([
      {
        name: "resnet",
        versions: ["1", "2"],
        state: "ready",
        facts: [
          ["Streams", "4"],
          ["Inference requests (nireq)", "8"],
        ],
      },
      { name: "llm", versions: [], state: "loading", facts: [["Version 1", "LOADING"]] },
    ]);
  });

  it("[OPENVINO-3] counts inference calls only; graphs by accepted requests", async () => {
    const observation = await observed();
    expect(findFigure(observation, "requestsPerSecond", "resnet")).toMatchObject({ total: 148 });
    expect(findFigure(observation, "requestsPerSecond", "llm")).toMatchObject({
      total: 12,
      source: "ovms_requests_accepted",
    });
    expect(findFigure(observation, "failuresPerSecond", "resnet")).toMatchObject({ total: 2 });
  });

  it("[OPENVINO-4] computes waiting requests as those received less those in work", async () => {
    const observation = await observed({ metrics: "listed" });
    expect(findFigure(observation, "waiting", "resnet")).toMatchObject({
      value: 5,
      source: "ovms_current_requests − ovms_infer_req_active",
    });
    expect(findFigure(observation, "running", "resnet")).toMatchObject({ value: 5 });
    expect(findFigure(observation, "running", "llm")).toMatchObject({ value: 3 });
  });

  it("[OPENVINO-4] names --metrics_list for what the default list lacks", async () => {
    const hints = listHints(await observed());
    expect(hints.get("waiting")).toContain("--metrics_list, which replaces the default list");
    expect(hints.get("running")).toContain("--metrics_list");
  });

  it("[OPENVINO-5] reads times in µs, and queue times per inference", async () => {
    const observation = await observed();
    expect(findFigure(observation, "latencyP95Ms", "resnet")).toMatchObject({
      mean: "latencyMs",
      sum: 900_000,
      count: 148,
      scale: 0.001,
    });
    expect(findFigure(observation, "queueMs", "resnet")).toMatchObject({ sum: 74_000 });
    expect(findFigure(observation, "computeMs", "resnet")).toMatchObject({ sum: 740_000 });
    expect(findFigure(observation, "queueToCompute", "resnet")).toMatchObject({
      part: 74_000,
      whole: 740_000,
    });
  });

  it("[OPENVINO-6] reports that it has no batches and no cache", async () => {
    const hints = listHints(await observed());
    expect(hints.get("meanBatch")).toContain("parallel streams");
    expect(hints.get("cacheHitRate")).toContain("no response cache");
  });

  it.each([null, "{}", "ovms_requests_success{"])(
    "[OPENVINO-7] names --metrics_enable while there is %j in place of metrics",
    async (metrics) => {
      const observation = await observed({ metrics });
      expect(observation.models).toHaveLength(2);
      expect(observation.figures.every(({ form }) => form === "unavailable")).toBe(true);
      for (const hint of listHints(observation).values())
        expect(hint).toContain("--metrics_enable");
    },
  );

  it.each([
    { status: 500, body: { error: "busy" } },
    { status: 200, body: "<html>" },
  ])("[OPENVINO-2] is not without models where it answers %j", async (page) => {
    await using broken = await startProduct((_, path) =>
      path === "/v1/config" ? page : undefined,
    );
    await expect(openvino.observe(broken.reach)).rejects.toMatchObject({
      code: "UNAVAILABLE",
      message: expect.stringContaining(`/v1/config answers with status ${page.status}`),
    });
  });

  it("[OPEN-INFERENCE-5] reads shapes that are sent as text", async () => {
    await using server = await startOpenvino();
    expect(await openvino.modelDetail?.(server.reach, "s", "resnet")).toMatchObject({
      platform: "OpenVINO",
      inputs: [{ name: "data", shape: [1, 3, 224, 224] }],
    });
    await expect(openvino.modelDetail?.(server.reach, "s", "no")).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
