import { expect, test } from "vitest";
import {
  applyEdits,
  checkText,
  configFromJson,
  parseConfig,
} from "../../../engine/config/index.ts";
import { bottleneck } from "./bottleneck.ts";
import { type Ensemble, toEnsemble, freshName } from "./ensemble.ts";
import { ensembleFindings } from "./ensemble-findings.ts";
import { addStep, connect, disconnect, removeStep, renameTensor } from "./ensemble-edits.ts";
import { place } from "./layout.ts";
import { placeFindings } from "./placed-findings.ts";
import { type Known, type KnownModels, linkText, findLinkTypes } from "./tensor-types.ts";

const text = `# Two steps, one after the other.
name: "both"
platform: "ensemble"
max_batch_size: 8
input [ { name: "IN" data_type: TYPE_FP32 dims: [ 128 ] } ]
output [ { name: "OUT" data_type: TYPE_FP32 dims: [ 10 ] } ]
ensemble_scheduling {
  step [
    {
      model_name: "first"   # reads the input
      model_version: -1
      input_map { key: "x" value: "IN" }
      output_map { key: "y" value: "mid" }
    },
    {
      model_name: "second"
      model_version: 2
      input_map { key: "x" value: "mid" }
      output_map { key: "y" value: "OUT" }
    }
  ]
}
`;

const read = (source: string) => toEnsemble(parseConfig(source).config) as Ensemble;
const model = (name: string, from: number, to: number, batch = 8) =>
  ({
    state: "known",
    config: configFromJson({
      name,
      max_batch_size: batch,
      input: [{ name: "x", data_type: "TYPE_FP32", dims: [from] }],
      output: [{ name: "y", data_type: "TYPE_FP32", dims: [to] }],
    }),
  }) as const;

test("inputs, steps, outputs and the tensors between them come from the text", () => {
  const { inputs, outputs, steps, links } = read(text);
  expect([inputs, outputs]).toEqual([["IN"], ["OUT"]]);
  expect(steps.map((step) => [step.model, step.version])).toEqual([
    ["first", -1],
    ["second", 2],
  ]);
  expect(links).toEqual([
    {
      tensor: "IN",
      from: { kind: "input", tensor: "IN" },
      to: { kind: "step", step: 0, port: "x" },
    },
    {
      tensor: "mid",
      from: { kind: "step", step: 0, port: "y" },
      to: { kind: "step", step: 1, port: "x" },
    },
    {
      tensor: "OUT",
      from: { kind: "step", step: 1, port: "y" },
      to: { kind: "output", tensor: "OUT" },
    },
  ]);
  expect(toEnsemble(parseConfig('backend: "onnxruntime"').config)).toBeNull();
});

test("the types on a link are those of its ends; what is not loaded is not known", () => {
  const { config } = parseConfig(text);
  const ensemble = read(text);
  const on = (index: number, models: KnownModels) => {
    const types = findLinkTypes(ensemble.links[index]!, { ensemble, config, models });
    return [types.agree, linkText(types)];
  };
  const good: KnownModels = new Map([
    ["first", model("first", 128, 16)],
    ["second", model("second", 16, 10)],
  ]);
  expect([0, 1, 2].map((index) => on(index, good))).toEqual([
    [true, "FP32 [−1, 128]"],
    [true, "FP32 [−1, 16]"],
    [true, "FP32 [−1, 10]"],
  ]);
  const bad: KnownModels = new Map(good).set("second", model("second", 17, 10));
  expect(on(1, bad)).toEqual([false, "FP32 [−1, 16] into FP32 [−1, 17]"]);
  expect(on(1, new Map([["first", { state: "not loaded" }]]))).toEqual([null, "type not known"]);
});

test("a change of the graph is the smallest change of the text", () => {
  const removed = applyEdits(text, removeStep(text, 1));
  expect(removed).toContain("# reads the input");
  expect(read(removed).steps).toHaveLength(1);

  const renamed = applyEdits(text, renameTensor(text, "mid", "hidden"));
  expect(renamed).toBe(text.replaceAll('"mid"', '"hidden"'));
  expect(renameTensor(text, "mid", "OUT")).toEqual([]);
  expect(applyEdits(text, renameTensor(text, "IN", "image"))).toBe(
    text.replaceAll('"IN"', '"image"'),
  );

  const added = applyEdits(
    text,
    addStep(text, {
      model: "third",
      version: -1,
      inputs: [{ name: "a", tensor: "mid" }],
      outputs: [{ name: "b", tensor: "more" }],
    }),
  );
  expect(read(added).steps[2]).toMatchObject({
    model: "third",
    inputs: [{ name: "a", tensor: "mid" }],
  });
  expect(added.startsWith(text.slice(0, text.indexOf('value: "OUT"')))).toBe(true);

  const emptied = 'platform: "ensemble"\n';
  const first = addStep(emptied, { model: "m", version: 1, inputs: [], outputs: [] });
  expect(read(applyEdits(emptied, first)).steps).toMatchObject([{ model: "m", version: 1 }]);
});

test("tensors are connected and taken away; an output is the tensor of its name", () => {
  const input = { kind: "input", tensor: "IN" } as const;
  const to = (step: number) => ({ kind: "step", step, port: "x" }) as const;
  expect(applyEdits(text, connect(text, input, to(1)))).toBe(
    text.replace('{ key: "x" value: "mid" }', '{ key: "x" value: "IN" }'),
  );
  expect(read(applyEdits(text, disconnect(text, "mid", to(1)))).steps[1]?.inputs).toEqual([]);

  const out = { kind: "output", tensor: "OUT" } as const;
  const open = applyEdits(text, disconnect(text, "OUT", out));
  expect(read(open).steps[1]?.outputs).toEqual([{ name: "y", tensor: "OUT_kept" }]);
  expect(applyEdits(open, connect(open, { kind: "step", step: 1, port: "y" }, out))).toBe(text);
  expect(connect(text, input, out)).toEqual([]);

  const fresh = applyEdits(text, connect(text, { kind: "step", step: 0, port: "z" }, to(1)));
  expect(read(fresh).steps[0]?.outputs.at(-1)).toEqual({ name: "z", tensor: "first_z" });
  expect(read(fresh).steps[1]?.inputs).toEqual([{ name: "x", tensor: "first_z" }]);
});

test("findings are at the step, port or tensor that they speak of", () => {
  const twice = text.replace('key: "y" value: "OUT"', 'key: "y" value: "mid"');
  const findings = checkText(twice, { modelName: "both" });
  const placed = placeFindings(findings, twice, read(twice));
  const ids = (key: string) => placed.get(key)?.map(({ id }) => id);
  expect(ids("step:1:y")).toEqual(["ensemble-written-twice"]);
  expect(ids("step:1")).toEqual(["ensemble-written-twice"]);
  expect(ids("output:OUT")).toEqual(["ensemble-not-written"]);
});

test("the ensemble is compared with the models that the server has; what is not loaded is not judged", () => {
  const parsed = parseConfig(text);
  const ids = (models: KnownModels) => {
    const findings = ensembleFindings("both", parsed, models);
    const placed = placeFindings(findings, text, read(text));
    return [...placed].map(([key, found]) => `${key} ${found.map(({ id }) => id).join()}`);
  };
  const first = ["first", model("first", 128, 16)] as const;
  expect(ids(new Map([first, ["second", model("second", 16, 10)]]))).toEqual([]);
  expect(ids(new Map<string, Known>([first, ["second", { state: "not loaded" }]]))).toEqual([]);
  expect(ids(new Map<string, Known>([first, ["second", { state: "missing" }]]))).toEqual([
    "step:1 ensemble-model-missing",
  ]);
  expect(ids(new Map([first, ["second", model("second", 17, 10)]]))).toEqual([
    "step:1 ensemble-shape",
    "step:1:x ensemble-shape",
  ]);
  expect(ids(new Map([first, ["second", model("second", 16, 10, 4)]]))).toEqual([
    "step:1 ensemble-batch-size",
  ]);
});

test("a fresh name is one that no tensor has", () => {
  expect(freshName(read(text), "mid")).toBe("mid_2");
  expect(freshName(read(text), "new")).toBe("new");
});

test("the bottleneck is the model in which requests spend most time", () => {
  const sample = (queueMs: number, computeMs: number | null) => (figure: string) =>
    figure === "queueMs" ? queueMs : figure === "computeMs" ? computeMs : null;
  const samples = new Map([
    ["a", sample(9, 1)],
    ["b", sample(0, 4)],
    ["c", sample(50, null)],
  ]);
  expect(bottleneck(["a", "b", "c"], samples)).toBe("a");
  expect(bottleneck(["b", "c"], samples)).toBeNull();
});

test("boxes do not overlap and follow each other along the direction", () => {
  const boxes = ["in", "a", "b", "out"].map((id) => ({ id, width: 100, height: 50 }));
  const line = (from: string, to: string) => ({
    id: `${from}-${to}`,
    from,
    to,
    width: 80,
    height: 20,
  });
  const lines = [line("in", "a"), line("in", "b"), line("a", "out"), line("b", "out")];
  const down = place(boxes, lines, "down").boxes;
  expect(down.get("a")!.y).toBeGreaterThan(down.get("in")!.y + 50);
  expect(Math.abs(down.get("a")!.x - down.get("b")!.x)).toBeGreaterThanOrEqual(100);
  const right = place(boxes, lines, "right");
  expect(right.boxes.get("out")!.x).toBeGreaterThan(right.boxes.get("b")!.x + 100);
  expect(right.labels.get("in-a")!.x).toBeGreaterThan(right.boxes.get("in")!.x + 100);
});
