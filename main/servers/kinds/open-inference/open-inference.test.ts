import { describe, expect, it } from "vitest";
import { findFigure, listHints } from "../testing/figures.ts";
import { httpTo, startProduct } from "../testing/product.ts";
import { openInference } from "./index.ts";
import { startGrpc } from "./testing/grpc-server.ts";
import { type KserveOptions, startKserve } from "./testing/kserve.ts";

async function observed(options?: KserveOptions) {
  await using server = await startKserve(options);
  return await openInference.observe(server.reach);
}

const metadata = { ServerMetadata: () => ({ name: "kserve", version: "0.15", extensions: [] }) };

describe("a server of the Open Inference Protocol", () => {
  it("[OPEN-INFERENCE-1] is recognised by its metadata over HTTP, or over gRPC alone", async () => {
    await using server = await startKserve();
    expect(await openInference.recognise(server.reach, () => {})).toEqual({ version: "0.15.2" });
    await using grpc = await startGrpc(metadata);
    expect(await openInference.recognise(grpc.reach, () => {})).toEqual({ version: "0.15" });
  });

  it("[OPEN-INFERENCE-1] is recognised over gRPC where the HTTP address is dead", async () => {
    await using grpc = await startGrpc(metadata);
    using http = httpTo("127.0.0.1:1");
    const asked: boolean[] = [];
    const found = await openInference.recognise({ ...grpc.reach, http }, (_, __, spoke) =>
      asked.push(spoke),
    );
    expect(found).toEqual({ version: "0.15" });
    expect(asked).toEqual([false, true]);
  });

  it.each([
    { name: "triton", version: "2.64.0", extensions: ["statistics"] },
    { name: "vendor", version: "1", extensions: ["statistics"] },
    { name: "MLServer", version: "1.7.1" },
    { title: "something else" },
    ["no", "object"],
    "<html>",
  ])("[OPEN-INFERENCE-1] is not %j", async (body) => {
    await using server = await startProduct((_, path) => (path === "/v2" ? { body } : undefined));
    expect(await openInference.recognise(server.reach, () => {})).toBeNull();
  });

  it("[OPEN-INFERENCE-2] lists models as KServe does, or by the repository extension", async () => {
    expect((await observed()).models).toEqual([
      { name: "iris", versions: [], state: "ready", reason: null, facts: [] },
      {
        name: "slow",
        versions: [],
        state: "unavailable",
        reason: "Model with name slow is not ready.",
        facts: [],
      },
    ]);
    await using grpc = await startGrpc({
      RepositoryIndex: () => ({ models: [{ name: "a", version: "1", state: "READY" }] }),
    });
    expect((await openInference.observe(grpc.reach)).models).toEqual([
      { name: "a", versions: ["1"], state: "ready", reason: null, facts: [] },
    ]);
  });

  it("[OPEN-INFERENCE-3] takes models from its metrics if it has no list, else says why they are missing", async () => {
    expect((await observed({ list: false })).models).toMatchObject([
      { name: "iris", state: "unknown" },
    ]);
    await using unlisted = await startKserve({ list: false });
    const named = { ...unlisted.reach, models: ["iris", "typo"] };
    expect((await openInference.observe(named)).models).toMatchObject([
      { name: "iris", state: "ready" },
      { name: "typo", state: "unavailable" },
    ]);
    const nothing = await observed({ list: false, metrics: null });
    expect(nothing.models).toEqual([]);
    expect(listHints(nothing).get("requestsPerSecond")).toContain("no call that lists its models");
    await using grpc = await startGrpc(metadata);
    expect((await openInference.observe(grpc.reach)).models).toEqual([]);
  });

  it("[OPEN-INFERENCE-4] reads what KServe's runtimes export, and the process", async () => {
    const observation = await observed({ started: 7 });
    expect(observation.incarnation).toBe("7");
    expect(findFigure(observation, "requestsPerSecond", "iris")).toMatchObject({ total: 30 });
    expect(findFigure(observation, "computeMs", "iris")).toMatchObject({ sum: 0.6, scale: 1000 });
    expect(findFigure(observation, "memoryUsed")).toMatchObject({ value: 104_857_600 });
    expect(listHints(observation).get("latencyMs")).toContain("Only the prediction time");
    expect((await observed({ started: 8 })).incarnation).toBe("8");
  });

  it("[OPEN-INFERENCE-4] says what is missing if metrics are off or garbage", async () => {
    for (const metrics of [null, "garbage\n", "request_predict_seconds_count{model_name= 3"]) {
      const observation = await observed({ metrics });
      expect(observation.models).toHaveLength(2);
      expect(listHints(observation).has("computeMs")).toBe(true);
    }
  });

  it("[OPEN-INFERENCE-5] reports a model's inputs and outputs, over HTTP or gRPC", async () => {
    await using server = await startKserve();
    expect(await openInference.modelDetail?.(server.reach, "s", "iris")).toMatchObject({
      name: "iris",
      inputs: [{ name: "input-0", datatype: "FP32", shape: [-1, 4] }],
      outputs: [],
      instances: [],
    });
    await expect(openInference.modelDetail?.(server.reach, "s", "absent")).rejects.toMatchObject({
      code: "NOT_FOUND",
      message: "Model with name absent does not exist.",
    });
    await using grpc = await startGrpc({
      ModelMetadata: (request) =>
        request.includes("iris")
          ? {
              name: "iris",
              versions: ["1"],
              platform: "p",
              inputs: [{ name: "x", datatype: "FP32", shape: [-1] }],
            }
          : null,
    });
    expect(await openInference.modelDetail?.(grpc.reach, "s", "iris")).toMatchObject({
      platform: "p",
      inputs: [{ name: "x", shape: [-1] }],
    });
    await expect(openInference.modelDetail?.(grpc.reach, "s", "b")).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("[OPEN-INFERENCE-6] rejects if nothing responds, and at once when aborted", async () => {
    using http = httpTo("127.0.0.1:1");
    const reach = { http, metrics: http, grpc: null };
    const unreachable = { code: "UNAVAILABLE", details: { unreachable: true } };
    await expect(openInference.recognise(reach, () => {})).rejects.toMatchObject(unreachable);
    await expect(openInference.observe(reach)).rejects.toMatchObject(unreachable);
    await using server = await startKserve();
    await expect(
      openInference.recognise(server.reach, () => {}, AbortSignal.abort()),
    ).rejects.toMatchObject({ code: "CANCELLED" });
  });
});
