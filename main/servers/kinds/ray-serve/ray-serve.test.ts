import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { findFigure, listHints } from "../testing/figures.ts";
import { startProduct } from "../testing/product.ts";
import { rayServe } from "./index.ts";
import { type RayServeOptions, startRayProxy, startRayServe } from "./testing/ray-serve.ts";

const MODEL = "text/Translator";

async function observed(options?: RayServeOptions) {
  await using server = await startRayServe(options);
  return await rayServe.observe(server.reach);
}

describe("Ray Serve", () => {
  it("[RAY-SERVE-1] is recognised at the dashboard by its version and its applications", async () => {
    await using server = await startRayServe();
    expect(await rayServe.recognise(server.reach, () => {})).toEqual({ version: "2.44.0" });
    await using bare = await startProduct((_, path) =>
      path === "/api/version" ? { body: { ray_version: "2.44.0" } } : undefined,
    );
    expect(await rayServe.recognise(bare.reach, () => {})).toBeNull();
  });

  it("[RAY-SERVE-2] shows what was seen at the port of its proxies", async () => {
    await using proxy = await startRayProxy();
    const spoke: string[] = [];
    const found = await rayServe.recognise(proxy.reach, (question, _, each) => {
      if (each) spoke.push(question);
    });
    expect(found).toBeNull();
    expect(spoke).toEqual([`GET http://${proxy.address}/-/routes`]);
  });

  it("[RAY-SERVE-3] reports each deployment of each application as a model", async () => {
    const { models, figures } = await observed();
    expect(models).toEqual([
      {
        name: MODEL,
        versions: [],
        state: "ready",
        reason: null,
        facts: [
          ["Replicas", "2 of 3"],
          ["Status", "UPSCALING"],
          ["Application", "RUNNING"],
          ["Route", "/"],
        ],
      },
      expect.objectContaining({
        name: "text/Summarizer",
        state: "unavailable",
        reason: "ImportError: no module named torch",
      }),
    ]);
    expect(figures).toContainEqual(
      expect.objectContaining({ figure: "workers", model: MODEL, value: 2 }),
    );
  });

  it.each(["2.6", "2.44", "next"] as const)(
    "[RAY-SERVE-4] sums replicas, whatever the metrics are called in %s",
    async (release) => {
      const observation = await observed({ release });
      expect(findFigure(observation, "requestsPerSecond", MODEL)).toMatchObject({ total: 40 });
      // The name that the first failure will be exported under.
      const counter = `ray_serve_deployment_error_counter${release === "2.6" ? "" : "_total"}`;
      expect(findFigure(observation, "failuresPerSecond", MODEL)).toMatchObject({
        total: 0,
        source: counter,
      });
      expect(findFigure(observation, "waiting", MODEL)).toMatchObject({ value: 5 });
      expect(findFigure(observation, "running", MODEL)).toMatchObject({ value: 3 });
      expect(findFigure(observation, "latencyP99Ms", MODEL)).toMatchObject({
        sum: 2000,
        count: 40,
      });
      expect(findFigure(observation, "queueMs", MODEL)).toMatchObject({ sum: 200, count: 40 });
      expect(findFigure(observation, "queueToCompute", MODEL)).toMatchObject({
        part: 200,
        whole: 2000,
      });
    },
  );

  it("[RAY-SERVE-5] reports batch sizes if the version exports them", async () => {
    expect(findFigure(await observed({ release: "next" }), "meanBatch", MODEL)).toMatchObject({
      sum: 20,
      count: 5,
    });
    expect(listHints(await observed()).get("meanBatch")).toContain("@serve.batch");
  });

  it("[RAY-SERVE-6] explains that every node exports its own part if no metrics address is given", async () => {
    const observation = await observed({ metrics: null });
    expect(findFigure(observation, "workers", MODEL)).toMatchObject({ value: 2 });
    for (const hint of listHints(observation).values())
      expect(hint).toContain("--metrics-export-port=8080");
    expect((await observed({ metrics: "\u0000garbage" })).models).toHaveLength(2);
  });

  it("[RAY-SERVE-6] reports the node's machine, and GPUs one by one", async () => {
    const observation = await observed();
    expect(findFigure(observation, "cpuUse")).toMatchObject({ value: 0.4, across: "most" });
    expect(findFigure(observation, "memoryUsed")).toMatchObject({ value: 2 ** 30 });
    expect(findFigure(observation, "gpuUse")).toMatchObject({
      value: expect.closeTo(0.7),
    });
    expect(findFigure(await observed({ release: "2.6" }), "gpuUse")).toBeUndefined();
  });

  it("[RAY-SERVE-7] detects a restarted cluster by its session", async () => {
    expect((await observed({ session: "a" })).incarnation).toBe("a");
    expect((await observed({ session: "b" })).incarnation).toBe("b");
  });

  it("[RAY-SERVE-8] reads what Ray 2.60.0 exported after seven requests, of which one failed", async () => {
    await using server = await startRecorded();
    expect(await rayServe.recognise(server.reach, () => {})).toEqual({ version: "2.60.0" });
    const observation = await rayServe.observe(server.reach);
    expect(observation.models).toMatchObject([{ name: "echo/Echo", state: "ready" }]);
    const figure = (id: Parameters<typeof findFigure>[1]) =>
      findFigure(observation, id, "echo/Echo");
    expect(figure("requestsPerSecond")).toMatchObject({ total: 6 });
    expect(figure("failuresPerSecond")).toMatchObject({
      total: 1,
      source: "ray_serve_deployment_error_counter_total",
    });
    expect(figure("latencyMs")).toMatchObject({
      source: "ray_serve_deployment_processing_latency_ms (estimated from its buckets)",
      count: 7,
    });
    expect(figure("meanBatch")).toMatchObject({ part: 6, whole: 6 });
    expect(figure("queueToCompute")).toMatchObject({ source: expect.stringMatching(/estimated/) });
  });

  it.each([
    [401, "Unauthorized: Missing authentication token", "UNAUTHENTICATED"],
    [403, "Forbidden: Invalid authentication token", "PERMISSION_DENIED"],
  ])("[RAY-SERVE-9] names the token that a cluster wants: %i", async (status, body, code) => {
    await using server = await startProduct(() => ({ status, body }));
    const refusal = { code, message: expect.stringContaining("ray get-auth-token") };
    await expect(rayServe.recognise(server.reach, () => {})).rejects.toMatchObject(refusal);
    await expect(rayServe.observe(server.reach)).rejects.toMatchObject(refusal);
  });

  it("[RAY-SERVE-1] observes nothing but Ray Serve", async () => {
    await using other = await startProduct(() => ({ body: { hello: 1 } }));
    await expect(rayServe.observe(other.reach)).rejects.toMatchObject({ code: "UNAVAILABLE" });
  });
});

/** Documents of Ray Serve 2.60.0, each cut to the parts that are read. */
function startRecorded() {
  const recorded = (name: string) =>
    fs.readFileSync(new URL(`testing/recorded/${name}`, import.meta.url), "utf8");
  const pages: Record<string, string> = {
    "/api/version": JSON.stringify({ version: "4", ray_version: "2.60.0", session_name: "s" }),
    "/api/serve/applications/": recorded("applications-2.60.0.json"),
    "/metrics": recorded("metrics-2.60.0.txt"),
  };
  return startProduct((_, path) => (pages[path] ? { body: pages[path] } : undefined));
}
