import fs from "node:fs";
import { expect, it } from "vitest";
import { TestRepository } from "../../../../engine/testing/repository.ts";
import { startServing } from "../../../../engine/testing/serving-process.ts";
import type { ModelIndexEntry, ModelStatistics } from "../../../../engine/types.ts";
import { GrpcClient } from "../../../wire/transport/index.ts";
import { startRecordedTritonHttp } from "../../testing/recorded-triton-http.ts";
import { TritonOverGrpc, TritonOverHttp } from "../../triton/index.ts";
import { TritonSession } from "../../triton-session.ts";
import { versionFigure } from "../../version-figure.ts";
import { Exposition } from "../exposition/index.ts";
import { findFigure, listHints } from "../testing/figures.ts";
import { httpTo, startProduct } from "../testing/product.ts";
import { toObservation } from "./to-observation.ts";

const fixture = (name: string) =>
  fs.readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), "utf8");

/** Recorded from Triton 2.64.0 at the same moment as the metrics. */
const { model_stats: statistics }: { model_stats: ModelStatistics[] } = JSON.parse(
  fixture("triton-statistics.json"),
);
const metrics = fixture("triton-metrics.txt");
const recorded = toObservation({ index: [], statistics, snapshot: null }, new Exposition(metrics));

it("[TRITON-1] combines what the statistics and the metrics of a recorded Triton report alike", () => {
  const counters = [
    ["requestsPerSecond", "nv_inference_request_success"],
    ["inferencesPerSecond", "nv_inference_count"],
  ] as const;
  for (const [figure, metric] of counters) {
    for (const { name } of statistics) {
      const line = new RegExp(`^${metric}\\{model="${name}",version="\\d+"\\} (\\d+)`, "m");
      expect(findFigure(recorded, figure, name), name).toMatchObject({
        total: Number(line.exec(metrics)?.[1]),
      });
    }
  }
});

it("[TRITON-2] reports means and shares by counters, so that intervals and replicas can be summed", () => {
  expect(findFigure(recorded, "meanBatch", "id_cached")).toMatchObject({ part: 4, whole: 4 });
  expect(findFigure(recorded, "cacheHitRate", "id_cached")).toMatchObject({ part: 5, whole: 9 });
  expect(findFigure(recorded, "queueMs", "id_cached")).toMatchObject({
    part: 7_483_515,
    whole: 9,
    scale: 1e-6,
  });
  expect(findFigure(recorded, "queueToCompute", "id_cached")).toMatchObject({
    part: 7_483_515,
    whole: 1_650_343,
  });
  expect(findFigure(recorded, "cacheHitRate", "id_plain")).toMatchObject({
    form: "unavailable",
    hint: expect.stringContaining("--cache-config"),
  });
});

it("[TRITON-2] sums the versions of a model, and reports those that serve together separately", () => {
  const one = statistics.find(({ name }) => name === "id_plain");
  if (!one) throw new Error("not recorded");
  const two = toObservation(
    { index: [], statistics: [one, { ...one, version: "2" }], snapshot: null },
    null,
  );
  expect(findFigure(two, "inferencesPerSecond", "id_plain")).toMatchObject({
    total: 2 * one.inference_count,
  });
  const figure = versionFigure("inferencesPerSecond", "2");
  expect(findFigure(two, figure, "id_plain")).toMatchObject({ total: one.inference_count });
  expect(recorded.figures.filter((each) => "figure" in each && each.figure === figure)).toEqual([]);
});

it("[TRITON-3] reads the metrics that statistics lack, and names what would export the others", () => {
  expect(findFigure(recorded, "waiting", "id_plain")).toMatchObject({ value: 0, across: "sum" });
  expect(findFigure(recorded, "rejectedPerSecond", "id_plain")).toMatchObject({ total: 0 });
  expect(findFigure(recorded, "cpuUse")).toMatchObject({ value: 0.5208333333333334 });
  const hints = listHints(recorded);
  expect(hints.get("latencyP99Ms")).toContain("--metrics-config summary_latencies=true");
  expect(hints.get("ttftMs")).toContain("histogram_latencies=true");
  expect(hints.get("gpuUse")).toContain("--allow-gpu-metrics");
  const gpus = toObservation(
    { index: [], statistics: [], snapshot: null },
    new Exposition(fixture("gpu-metrics.txt")),
  );
  expect(findFigure(gpus, "gpuUse")).toMatchObject({ value: 0.37, across: "most" });
  expect(findFigure(gpus, "gpuMemoryUsed")).toMatchObject({ value: 8_589_934_592 + 1_048_576 });
});

it("[TRITON-3] counts a model's failures by the reasons that the metrics report", () => {
  const failure = (model: string, reason: string, count: number) =>
    `nv_inference_request_failure{model="${model}",version="1",reason="${reason}"} ${count}`;
  const text = [failure("m", "REJECTED", 3), failure("m", "BACKEND", 2), failure("n", "OTHER", 1)];
  const [first] = statistics;
  if (!first) throw new Error("no statistics");
  const models = ["m", "n", "unreported"].map((name) => ({ ...first, name }));
  const observation = toObservation(
    { index: [], statistics: models, snapshot: null },
    new Exposition(text.join("\n")),
  );
  const reasons = (model: string) => findFigure(observation, "failuresPerSecond", model);
  expect(reasons("m")).toMatchObject({
    by: [
      [0, 3],
      [1, 0],
      [2, 2],
      [3, 0],
    ],
  });
  expect(reasons("n")).toMatchObject({
    by: [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 1],
    ],
  });
  expect(reasons("unreported")).not.toHaveProperty("by");
});

it("[TRITON-3] reads pending requests of a recorded Triton", () => {
  expect(findFigure(recorded, "waiting", "id_plain")).toMatchObject({ form: "gauge", value: 0 });
});

it("[TRITON-3] points to the metrics address without metrics, and treats garbage as none", () => {
  const hints = listHints(toObservation({ index: [], statistics, snapshot: null }, null));
  expect(hints.get("waiting")).toContain("port 8002");
  expect(hints.get("latencyP99Ms")).toContain("port 8002");
  expect(
    listHints(
      toObservation({ index: [], statistics: [], snapshot: null }, new Exposition("garbage{{\n")),
    ).get("waiting"),
  ).toContain("does not export");
});

it.each([
  [{ body: "<html>Sign in</html>" }, "answers with something other than metrics"],
  [{ status: 403, body: "" }, "/metrics answers with status 403"],
])(
  "[TRITON-3] [SERVER-M1] says what came from an address that was given: %j",
  async (page, words) => {
    await using triton = await startRecordedTritonHttp();
    await using exporter = await startProduct(() => page);
    using http = httpTo(triton.address);
    using metrics = httpTo(exporter.address);
    using session = new TritonSession(
      "t",
      "triton",
      { name: "triton", version: "2.64.0", extensions: ["statistics"] },
      {
        client: new TritonOverHttp(http),
        grpc: null,
        metrics,
        connections: { [Symbol.dispose]: () => {} },
      },
    );
    const observation = await session.observe();
    expect(observation.exposition).toBeNull();
    const hints = listHints(observation);
    for (const figure of ["waiting", "rejectedPerSecond", "latencyP99Ms", "cpuUse"] as const)
      expect(hints.get(figure), figure).toContain(words);
    expect(hints.get("waiting")).toContain("--allow-metrics=false");
  },
);

it("[TRITON-4] reads summaries as percentiles that combine with no others", () => {
  const summary = (version: number, quantile: number, us: number | string) =>
    `nv_inference_request_summary_us{model="m",version="${version}",quantile="${quantile}"} ${us}`;
  const text = [summary(1, 0.5, 1000), summary(2, 0.5, 3000), summary(1, 0.99, "NaN")].join("\n");
  const observation = toObservation(
    { index: [], statistics: [], snapshot: null },
    new Exposition(text),
  );
  expect(findFigure(observation, "latencyP50Ms", "m")).toMatchObject({ value: 3, across: "none" });
  expect(findFigure(observation, "latencyP99Ms", "m")).toBeUndefined();
});

it("[TRITON-5] reports each model once, ready while a version is", () => {
  const index: ModelIndexEntry[] = [
    { name: "a", version: "1", state: "UNAVAILABLE", reason: "unloaded" },
    { name: "a", version: "2", state: "READY" },
    { name: "b", version: "1", state: "UNAVAILABLE", reason: "no such file" },
    { name: "c" },
  ];
  const { models } = toObservation({ index, statistics: [], snapshot: null }, null);
  expect(models).toEqual([
    { name: "a", versions: ["2"], state: "ready", reason: null, facts: [] },
    { name: "b", versions: [], state: "unavailable", reason: "no such file", facts: [] },
    { name: "c", versions: [], state: "unavailable", reason: null, facts: [] },
  ]);
});

it("[TRITON-6] reports the embedded engine like a Triton, with percentiles of its own", async () => {
  await using repository = await TestRepository.create();
  await repository.identity("echo", "max_batch_size: 4\ndynamic_batching {}");
  const engine = await startServing(repository.path);
  const grpc = new GrpcClient(engine.grpc);
  using metrics = httpTo(engine.metrics);
  try {
    const client = new TritonOverGrpc(grpc);
    const metadata = await client.serverMetadata({});
    const connections = { [Symbol.dispose]: () => grpc.close() };
    using session = new TritonSession("e", "triton", metadata, {
      client,
      grpc,
      metrics,
      connections,
    });
    const body = { inputs: [{ name: "INPUT0", datatype: "FP32", shape: [1, 2], data: [1, 2] }] };
    using http = httpTo(engine.http);
    for (let i = 0; i < 3; i += 1)
      expect(await http.send("POST", "/v2/models/echo/infer", body)).toMatchObject({ status: 200 });
    const observation = await session.observe();
    expect(observation.models).toMatchObject([{ name: "echo", versions: ["1"], state: "ready" }]);
    expect(findFigure(observation, "requestsPerSecond", "echo")).toMatchObject({ total: 3 });
    expect(findFigure(observation, "meanBatch", "echo")).toMatchObject({ part: 3, whole: 3 });
    expect(findFigure(observation, "waiting", "echo")).toMatchObject({ value: 0 });
    expect(findFigure(observation, "rejectedPerSecond", "echo")).toMatchObject({ total: 0 });
    const reported = findFigure(observation, "latencyP99Ms", "echo");
    expect(
      reported?.form === "latency" && reported.latency.counts.reduce((sum, n) => sum + n),
    ).toBe(3);
    expect(findFigure(observation, "failuresPerSecond", "echo")).toMatchObject({ total: 0 });
    expect(findFigure(observation, "running", "echo")).toMatchObject({ value: 0, across: "sum" });
    expect(listHints(observation).get("latencyP99Ms")).toBeUndefined();
    expect(observation.incarnation).toBe(observation.triton?.snapshot?.engineId);
  } finally {
    engine.child.kill();
    await engine.exit;
  }
});
