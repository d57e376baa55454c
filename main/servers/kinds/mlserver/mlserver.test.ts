import { describe, expect, it } from "vitest";
import { ObservedSession } from "../../observed-session.ts";
import { startGrpc } from "../open-inference/testing/grpc-server.ts";
import { findFigure, listHints } from "../testing/figures.ts";
import { startProduct } from "../testing/product.ts";
import { mlserver } from "./index.ts";
import { type MlserverOptions, startMlserver } from "./testing/mlserver.ts";

async function observed(options?: MlserverOptions) {
  await using server = await startMlserver(options);
  return await mlserver.observe(server.reach);
}

describe("MLServer", () => {
  it("[MLSERVER-1] is recognised by its name, with its version", async () => {
    await using server = await startMlserver();
    expect(await mlserver.recognise(server.reach, () => {})).toEqual({
      version: "1.7.1",
      beyond: ["load"],
    });
  });

  it("[MLSERVER-2] reports models by the repository's index, several versions as one model", async () => {
    const { models } = await observed();
    expect(models).toEqual([
      { name: "iris", versions: ["v1", "v2"], state: "ready", reason: null, facts: [] },
      { name: "loading", versions: [], state: "loading", reason: null, facts: [] },
      { name: "broken", versions: [], state: "unavailable", reason: "no model.joblib", facts: [] },
    ]);
  });

  it.each([false, true])(
    "[MLSERVER-3] counts by model whatever the labels are called, old: %s",
    async (old) => {
      const observation = await observed({ old });
      expect(findFigure(observation, "requestsPerSecond", "iris")).toMatchObject({ total: 25 });
      expect(findFigure(observation, "failuresPerSecond", "iris")).toMatchObject({ total: 1 });
      expect(findFigure(observation, "latencyMs", "iris")).toMatchObject({
        part: 0.42,
        whole: 21,
        scale: 1000,
      });
      expect(observation.incarnation).toBe("1763400000");
    },
  );

  it("[MLSERVER-4] takes quantiles from inferences over REST: by model where paths are reported, else of the server", async () => {
    const quantiles = { latencyP50Ms: 0.5, latencyP95Ms: 0.95, latencyP99Ms: 0.99 };
    expect(findFigure(await observed({ old: true }), "latencyP99Ms", "iris")).toMatchObject({
      quantiles,
      count: 20,
    });
    expect(findFigure(await observed(), "latencyP99Ms")).toMatchObject({ quantiles, count: 20 });
  });

  it("[MLSERVER-5] reports the mean queue that requests met, and how to enable batching", async () => {
    const observation = await observed();
    expect(findFigure(observation, "waiting", "iris")).toMatchObject({
      form: "ratio",
      part: 25,
      whole: 10,
    });
    expect(findFigure(observation, "running")).toMatchObject({
      form: "ratio",
      part: 30,
      whole: 15,
    });
    expect(listHints(await observed({ old: true })).get("waiting")).toContain(
      "max_batch_size above 1",
    );
    expect(listHints(observation).get("meanBatch")).toContain("off by default");
  });

  it("[MLSERVER-5] gives no advice on batching without inference workers", async () => {
    const hints = listHints(
      await observed({ metrics: 'model_infer_request_success_total{model_name="iris"} 2\n' }),
    );
    for (const figure of ["waiting", "running"] as const)
      expect(hints.get(figure)).toContain("(parallel_workers 0)");
  });

  it("[MLSERVER-6] says where metrics are if they can't be read", async () => {
    const observation = await observed({ metrics: null });
    expect(observation.models).toHaveLength(3);
    for (const hint of listHints(observation).values()) expect(hint).toContain("8082");
    expect(await observed({ metrics: "garbage {{{ 1e" })).toMatchObject({ incarnation: null });
  });

  it("[MLSERVER-7] unloads a model, all its versions, and loads it again", async () => {
    await using server = await startMlserver();
    const iris = async () => (await mlserver.observe(server.reach)).models[0];
    await mlserver.control?.unload(server.reach, "iris");
    expect(await iris()).toMatchObject({ name: "iris", versions: [], state: "unavailable" });
    await mlserver.control?.load(server.reach, "iris");
    expect(await iris()).toMatchObject({ versions: ["v1", "v2"], state: "ready" });
    expect(server.requests).toContain("POST /v2/repository/models/iris/unload");
  });

  it("[MLSERVER-7] neither offers nor performs loads over gRPC alone", async () => {
    await using server = await startGrpc({
      ServerMetadata: () => ({ name: "mlserver", version: "1.7.1" }),
    });
    expect(await mlserver.recognise(server.reach, () => {})).toEqual({
      version: "1.7.1",
      beyond: [],
    });
    await expect(mlserver.control?.load(server.reach, "iris")).rejects.toMatchObject({
      code: "FAILED_PRECONDITION",
    });
  });

  it("[MLSERVER-7] rejects a configuration with a load", async () => {
    await using server = await startMlserver();
    const reach = { ...server.reach, [Symbol.dispose]: () => {} };
    using session = new ObservedSession(
      "s",
      mlserver,
      { version: "1.7.1", beyond: ["load"] },
      reach,
    );
    expect(session.capabilities).toEqual(["inference", "load"]);
    await session.unload("iris");
    await expect(session.load("iris", "{}")).rejects.toMatchObject({
      code: "UNIMPLEMENTED",
      message: "MLServer takes no configuration with a load.",
    });
    await session.load("iris");
    expect(server.requests.filter((each) => each.includes("/models/"))).toEqual([
      "POST /v2/repository/models/iris/unload",
      "POST /v2/repository/models/iris/load",
    ]);
  });

  it.each([
    ["absent", "NOT_FOUND", "Model absent not found"],
    ["broken", "FAILED_PRECONDITION", "Invalid URI specified for model broken (./model.joblib)"],
    [
      "loading",
      "INTERNAL",
      "MLServer could not load 'loading' and answered with status 500; its log says why.",
    ],
    ["a/b", "NOT_FOUND", "Model a%2Fb not found"],
  ])("[MLSERVER-8] a load of '%s' is rejected with its message", async (model, code, message) => {
    await using server = await startMlserver();
    const loading = mlserver.control?.load(server.reach, model);
    await expect(loading).rejects.toMatchObject({ code, message });
  });

  it.each([
    [
      200,
      "<html>Sign in</html>",
      "UNAVAILABLE",
      "responds with HTTP 200 and a body that isn't MLServer's",
    ],
    [502, "Bad Gateway", "UNAVAILABLE", "a gateway there responds with HTTP 502"],
  ])(
    "[MLSERVER-8] a gateway's %s is no answer of MLServer's",
    async (status, body, code, words) => {
      await using gateway = await startProduct(() => ({ status, body }));
      await expect(mlserver.control?.load(gateway.reach, "iris")).rejects.toMatchObject({
        code,
        message: expect.stringContaining(words),
      });
    },
  );

  it("[MLSERVER-8] says so if nothing accepts the call", async () => {
    await using server = await startProduct(() => undefined, { detail: "Not Found" });
    await expect(mlserver.control?.load(server.reach, "iris")).rejects.toMatchObject({
      code: "UNIMPLEMENTED",
      message: expect.stringContaining("/v2/repository/models/iris/load"),
    });
  });

  it("[OPEN-INFERENCE-5] reports a model's inputs and outputs", async () => {
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
