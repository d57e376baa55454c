import { describe, expect, test } from "vitest";
import { applyEdits } from "./edit.ts";
import { checkRepository, type RepositoryModel } from "./repository.ts";
import { mlpSignature } from "./testing/fixtures.ts";

const tensor = (name: string, type = "FP32", dims = "4") =>
  `{ name: "${name}" data_type: TYPE_${type} dims: [${dims}] }`;
const model = (name: string, more = "", input = tensor("x"), output = tensor("y")) => ({
  name,
  text: `backend: "identity" max_batch_size: 8 input ${input} output ${output} ${more}`,
});
const step = (name: string, from: string, to: string, [input, output] = ["x", "y"]) =>
  `step { model_name: "${name}" input_map { key: "${input}" value: "${from}" } output_map { key: "${output}" value: "${to}" } }`;
const ensemble = (name: string, steps: string, more = "max_batch_size: 8") => ({
  name,
  text: `platform: "ensemble" ${more} input ${tensor("in")} output ${tensor("out")}\nensemble_scheduling { ${steps} }`,
});
const TWO_STEPS = step("a", "in", "mid") + step("b", "mid", "out");
const DECOUPLED = "model_transaction_policy { decoupled: true }";

/** Findings as `model id: message @ the text they mark`. */
function found(models: readonly RepositoryModel[]): string[] {
  return [...checkRepository(models)].flatMap(([name, findings]) => {
    const text = models.find((each) => each.name === name)?.text ?? "";
    return findings.map(({ id, message, stage, severity, from, to }) => {
      expect([stage, severity]).toEqual(["ensemble", "error"]);
      return `${name} ${id}: ${message} @ ${text.slice(from, to)}`;
    });
  });
}

describe("ensembles and the models of their steps", () => {
  test("fit", () => {
    expect(found([ensemble("e", TWO_STEPS), model("a"), model("b")])).toEqual([]);
    const any = tensor("x", "FP32", "-1");
    expect(found([ensemble("e", TWO_STEPS), model("a"), model("b", "", any)])).toEqual([]);
  });

  test("[CFG-M1] exist", () => {
    expect(found([ensemble("e", TWO_STEPS), model("a")])).toEqual([
      'e ensemble-model-missing: ensemble e contains models that are not available or ambiguous: b @ "b"',
    ]);
  });

  test("[CFG-M1] are valid", () => {
    const broken = { name: "b", text: "max_batch_size: x" };
    const outer = ensemble("outer", step("e", "in", "out", ["in", "out"]));
    const [first, second] = found([ensemble("e", TWO_STEPS), model("a"), broken, outer]);
    expect(first).toMatch(
      /^e ensemble-model-invalid: ensemble 'e' depends on 'b' which has no loaded version\. Model 'b' loading failed with error: max_batch_size .* @ "b"$/,
    );
    expect(second).toMatch(
      /^outer ensemble-model-invalid: ensemble 'outer' depends on 'e' which is not valid\. Model 'e' failed with error: ensemble 'e' depends/,
    );
  });

  test("[CFG-M1] have the requested version", () => {
    const text = TWO_STEPS.replace('model_name: "a"', 'model_name: "a" model_version: 2');
    const has = (...versions: number[]) => [
      ensemble("e", text),
      { ...model("a"), versions },
      model("b"),
    ];
    expect(found(has(1, 2))).toEqual([]);
    expect(found(has(1, 3))).toEqual([
      "e ensemble-model-invalid: ensemble 'e' depends on 'a' whose required version 2 is not loaded. @ \"a\"",
    ]);
  });

  test("[CFG-M1] don't form a cycle", () => {
    const inner = (name: string, other: string) =>
      ensemble(name, step(other, "in", "out", ["in", "out"]));
    expect(found([inner("e", "f"), inner("f", "e"), inner("g", "e")])).toEqual([
      'e ensemble-model-cycle: circular dependency between ensembles: e -> ... -> f -> e @ "f"',
      'f ensemble-model-cycle: circular dependency between ensembles: f -> ... -> e -> f @ "e"',
      expect.stringContaining("g ensemble-model-invalid: ensemble 'g' depends on 'e' which is not"),
    ]);
  });

  test("[CFG-M2] map existing tensors, and all required ones", () => {
    const wrong = step("a", "in", "mid", ["X", "y"]) + step("b", "mid", "out", ["x", "Y"]);
    expect(found([ensemble("e", wrong), model("a"), model("b")])).toEqual([
      "e ensemble-unmapped: in ensemble e, input x in model a is not mapped to any ensemble tensors @ step",
      expect.stringMatching(
        /^e ensemble-tensor-unknown: in ensemble e, ensemble tensor in is mapping to non-existing input X in model a/,
      ),
      expect.stringMatching(
        /^e ensemble-tensor-unknown: in ensemble e, ensemble tensor out is mapped from non-existing output Y in model b/,
      ),
    ]);
    const optional = tensor("x").replace(" }", " optional: true }");
    const two = model("a", `input ${optional.replace('"x"', '"z"')}`);
    expect(found([ensemble("e", TWO_STEPS), two, model("b")])).toEqual([]);
  });

  test("[CFG-M3] agree on types and shapes", () => {
    const other = (type: string, dims: string) =>
      found([ensemble("e", TWO_STEPS), model("a"), model("b", "", tensor("x", type, dims))]);
    expect(other("INT8", "4")).toEqual([
      expect.stringContaining(
        "e ensemble-data-type: in ensemble e, ensemble tensor mid: inconsistent data type: TYPE_FP32 is inferred from model a while TYPE_INT8 is inferred from model b",
      ),
    ]);
    expect(other("FP32", "5")).toEqual([
      expect.stringContaining(
        "e ensemble-shape: in ensemble e, ensemble tensor mid: inconsistent shape: [-1,4] is inferred from model a while [-1,5] is inferred from model b",
      ),
    ]);
  });

  test("[CFG-M3] accept batches as large as the ensemble's, or don't batch", () => {
    const models = [ensemble("e", TWO_STEPS, "max_batch_size: 16"), model("a"), model("b")];
    expect(found(models)).toHaveLength(2);
    expect(found(models)[0]).toBe(
      'e ensemble-batch-size: ensemble e allows maximum batch size 16, but it contains model a which only allows maximum batch size to be 8 @ "a"',
    );
    const [finding] = checkRepository(models).get("e")!;
    const text = applyEdits(models[0]!.text, finding!.fix!.edits);
    expect(found([{ name: "e", text }, ...models.slice(1)])).toEqual([]);
  });

  test("[CFG-M4] don't join streams of different decoupled models, including those of inner ensembles", () => {
    const join = `step { model_name: "c" input_map { key: "x" value: "p" } input_map { key: "w" value: "q" } output_map { key: "y" value: "out" } }`;
    const models = (first: string) => [
      ensemble("e", step("a", "in", "p") + step("b", "in", "q") + join),
      model("a", first),
      model("b"),
      model("c", `input ${tensor("w")}`),
    ];
    expect(found(models(""))).toEqual([]);
    expect(found(models(DECOUPLED))).toEqual([
      "e ensemble-streams: in ensemble e, step of model 'c' receives inputs originated from different decoupled models @ \"c\"",
    ]);
    const inner = ensemble("inner", step("a", "in", "out"));
    const outer = ensemble(
      "e",
      step("inner", "in", "p", ["in", "out"]) + step("b", "in", "q") + join,
    );
    const [, a, b, c] = models(DECOUPLED);
    expect(found([outer, inner, a!, b!, c!]).map((line) => line.split(":")[0])).toEqual([
      "e ensemble-streams",
    ]);
  });

  test("are completed from their files, and not checked if their tensors are unknown", () => {
    const steps = step("mlp", "in", "out", ["x", "nonsense"]);
    const mlp = { name: "mlp", text: "", signature: mlpSignature };
    expect(found([ensemble("e", steps), { name: "mlp", text: "" }])).toEqual([]);
    expect(found([ensemble("e", steps), mlp]).map((line) => line.split(":")[0])).toEqual([
      "e ensemble-batch-size",
      "e ensemble-shape",
      "e ensemble-tensor-unknown",
    ]);
  });

  test("[CFG-M2] are mapped correctly by the fix", () => {
    const models = [
      ensemble("e", step("a", "in", "mid", ["X", "y"]) + step("b", "mid", "out")),
      model("a"),
      model("b"),
    ];
    const finding = checkRepository(models)
      .get("e")!
      .find(({ fix }) => fix !== undefined);
    expect(finding!.fix!.title).toBe("Map 'x' instead of 'X'");
    const text = applyEdits(models[0]!.text, finding!.fix!.edits);
    expect(found([{ name: "e", text }, ...models.slice(1)])).toEqual([]);
  });
});
