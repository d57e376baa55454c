import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { exposition } from "../../protocol/metrics/exposition.ts";
import { metricFamilies } from "../../protocol/metrics/families.ts";
import { floats, inferRequest } from "../../testing/requests.ts";
import type { Engine } from "../../types.ts";
import { isMissing, PythonFixture, missingReason } from "./testing/python-fixture.ts";

let fixture: PythonFixture;

beforeEach(async () => {
  fixture = await PythonFixture.create();
});
afterEach(() => fixture[Symbol.asyncDispose]());

const send = (engine: Engine, value: number, modelName = "m") =>
  engine.infer(inferRequest({ modelName, inputs: [floats("INPUT0", [1], [value])] }));

/** Lines of /metrics that models created. */
const lines = (engine: Engine) =>
  exposition(metricFamilies(engine, undefined))
    .split("\n")
    .filter((line) => line.includes("own_"));

const reporting = (initialize: string, execute: string) => `class TritonPythonModel:
    def initialize(self, args):
${initialize.replace(/^/gm, "        ")}
    def execute(self, requests):
        value = float(requests[0].inputs()[0].as_numpy()[0])
${execute.replace(/^/gm, "        ")}
        return [pb_utils.InferenceResponse([]) for _ in requests]`;

describe.skipIf(isMissing)(`metrics of a Python model${missingReason}`, () => {
  it("[PYTHON-METRIC-1] are exported with the server's metrics", async () => {
    await fixture.model(
      "m",
      reporting(
        `F = pb_utils.MetricFamily
self.families = [F(name="own_requests", description="Requests so far", kind=F.COUNTER), F("own_level", "How high", F.GAUGE), F("own_sizes", "Sizes", F.HISTOGRAM)]
requests, level, sizes = self.families
self.count = requests.Metric(labels={"model": "m", "a": 'x"y'})
self.level = level.Metric()
self.sizes = sizes.Metric(labels={"k": "v"}, buckets=[1, 10.5])`,
        `self.count.increment(value)
self.level.set(5)
self.level.increment(-2)
self.sizes.observe(value)
assert self.count.value() >= value and self.level.value() == 3`,
      ),
    );
    const engine = await fixture.start();
    await send(engine, 2);
    await send(engine, 20);
    await expect
      .poll(() => lines(engine))
      .toEqual([
        "# HELP own_requests Requests so far",
        "# TYPE own_requests counter",
        'own_requests{a="x\\"y",model="m"} 22',
        "# HELP own_level How high",
        "# TYPE own_level gauge",
        "own_level 3",
        "# HELP own_sizes Sizes",
        "# TYPE own_sizes histogram",
        'own_sizes_bucket{k="v",le="1"} 0',
        'own_sizes_bucket{k="v",le="10.5"} 1',
        'own_sizes_bucket{k="v",le="+Inf"} 2',
        'own_sizes_sum{k="v"} 22',
        'own_sizes_count{k="v"} 2',
      ]);
  });

  it("[PYTHON-METRIC-1] [PYTHON-METRIC-2] add up over instances and are removed with the model", async () => {
    const code = reporting(
      'self.family = pb_utils.MetricFamily("own_total", "All", pb_utils.MetricFamily.COUNTER)\nself.count = self.family.Metric({"k": "v"})',
      "self.count.increment(value)",
    );
    await fixture.model("a", code);
    await fixture.model("b", code);
    const engine = await fixture.start({ modelControlMode: "explicit", loadModels: ["a", "b"] });
    await send(engine, 2, "a");
    await send(engine, 3, "b");
    await expect.poll(() => lines(engine)).toContain('own_total{k="v"} 5');
    await engine.unloadModel("a", false);
    await send(engine, 1, "b");
    await expect.poll(() => lines(engine)).toContain('own_total{k="v"} 6');
    await engine.unloadModel("b", false);
    await expect.poll(() => lines(engine)).toEqual([]);
  });

  it("[PYTHON-METRIC-2] exist as long as their family's object", async () => {
    await fixture.model(
      "m",
      reporting(
        `self.family = pb_utils.MetricFamily("own_level", "L", pb_utils.MetricFamily.GAUGE)
self.level = self.family.Metric()
self.family.Metric({"k": "v"}).set(2)`,
        `assert self.family.Metric({"k": "v"}).value() == 2
self.family = None
self.level.set(1)`,
      ),
    );
    const engine = await fixture.start();
    expect(lines(engine)).toEqual(expect.arrayContaining(["own_level 0", 'own_level{k="v"} 2']));
    await expect(send(engine, 1)).rejects.toThrow("the metric's MetricFamily was deleted");
    await expect.poll(() => lines(engine)).toEqual([]);
  });

  it("[PYTHON-METRIC-4] take numbers that aren't finite", async () => {
    await fixture.model(
      "m",
      reporting(
        `self.family = pb_utils.MetricFamily("own_level", "L", pb_utils.MetricFamily.GAUGE)
self.level = self.family.Metric()`,
        `self.level.set(float("-inf"))
assert self.level.value() == float("-inf")
self.level.increment(float("inf"))
assert str(self.level.value()) == "nan"
self.level.set(float("inf"))`,
      ),
    );
    const engine = await fixture.start();
    await send(engine, 1);
    expect(lines(engine)).toContain("own_level +Inf");
  });

  it.each([
    ['F("nv_own", "x", F.COUNTER)', "can't be the name of a metric family"],
    ['F("1x", "x", F.COUNTER)', "can't be the name of a metric family"],
    ['F("own_x", "x", F.COUNTER).Metric({"le": "x"})', "can't be the name of a label"],
    ['F("own_x", "x", F.COUNTER).Metric({}, [1])', "Unexpected buckets"],
    ['F("own_x", "x", F.HISTOGRAM).Metric({})', "Missing required buckets"],
    ['F("own_x", "x", F.HISTOGRAM).Metric({}, [2, 1])', "rising numbers"],
    ['F("own_x", "x", F.COUNTER); F("own_x", "x", F.GAUGE)', "is a counter already, not a gauge"],
    [
      'f = F("own_x", "x", F.COUNTER); f.Metric().increment(-1)',
      "a counter can't be incremented by -1",
    ],
    ['F("own_x", "x", F.COUNTER).Metric().set(1)', "set is only supported by a gauge"],
    ['F("own_x", "x", F.GAUGE).Metric().observe(1)', "observe is only supported by a histogram"],
    ['F("own_x", "x", F.COUNTER).Metric(["k"])', "Labels must be a dictionary, not list"],
    ['F("own_x", "x", F.COUNTER).Metric({"k": 3})', "Label 'k' is int, expected str"],
    ['F("own_x", "x", F.HISTOGRAM).Metric({}, (1, 2))', "Buckets must be a list, not tuple"],
    ['F("own_x", "x", 0)', "kind is int, expected MetricKind"],
  ])("[PYTHON-METRIC-3] reject %s", async (statement, message) => {
    await fixture.model("m", reporting(`F = pb_utils.MetricFamily\n${statement}`, "pass"));
    const engine = await fixture.start({ modelControlMode: "explicit", loadModels: [] });
    await expect(engine.loadModel("m", {})).rejects.toThrow(message);
  });
});
