import fs from "node:fs";
import { expect, test } from "vitest";
import { applyEdits, setValue } from "../../../engine/config/edit.ts";
import {
  checkText,
  type CheckTextOptions,
  newWarnings,
  quietChange,
} from "../../../engine/config/index.ts";
import { load, traffic } from "../../contract/index.ts";
import { fires, judge } from "../testing/cases.ts";
import { MODEL_RULES, SERVER_RULES } from "./index.ts";

const tensors = `input [ { name: "x" data_type: TYPE_FP32 dims: [ 4 ] } ]
output [ { name: "y" data_type: TYPE_FP32 dims: [ 4 ] } ]
`;
const plain = `name: "m" # kept
backend: "onnxruntime"
max_batch_size: 8
${tensors}`;
const ensemble = `name: "m"
platform: "ensemble"
${tensors}ensemble_scheduling {
  step [
    { model_name: "first" model_version: -1 input_map { key: "x" value: "x" } output_map { key: "z" value: "z" } },
    { model_name: "second" model_version: -1 input_map { key: "z" value: "z" } output_map { key: "y" value: "y" } }
  ]
}
`;
const sequences = `${plain}sequence_batching {
  direct { }
  control_input [ { name: "start" control [ { kind: CONTROL_SEQUENCE_START int32_false_true: [ 0, 1 ] } ] } ]
}
`;

/** A configuration that the rule's remedies apply to. */
function textFor(rule: string): string {
  if (rule === "S1") return sequences;
  if (rule === "E1") return ensemble;
  return plain;
}

const remedies = fires.flatMap((each) => {
  const verdict = judge(each);
  return typeof verdict === "string"
    ? []
    : verdict.remedies.map((remedy) => ({ rule: each.rule, what: each.what, remedy }));
});
const changes = remedies.filter(({ remedy }) => remedy.changes.length > 0);

test.each(changes)("[ADVISOR-10] $rule, $what: $remedy.title", ({ rule, remedy }) => {
  const text = remedy.model === "second" ? plain : textFor(rule);
  const changed = remedy.changes.reduce(
    (current, { path, value }) => applyEdits(current, setValue(current, path, value)),
    text,
  );
  const errors = (each: string) =>
    checkText(each, { modelName: "m" }).filter(({ severity }) => severity === "error");
  expect(errors(changed).map(({ message }) => message)).toEqual(
    errors(text).map(({ message }) => message),
  );
  // Like drafts are made: with the fixes of what advice would warn about only because of it.
  const options: CheckTextOptions = { modelName: "m", lint: { server: "embedded", cores: 4 } };
  const draft = quietChange(text, changed, options);
  expect(draft.warning).toBeNull();
  const found = (each: string) => checkText(each, options);
  expect(newWarnings(found(text), found(draft.text))).toEqual([]);
  const adds = remedy.changes.some(({ value }) => value !== null);
  expect(changed !== text || !adds).toBe(true);
  expect(changed.split("\n")[0]).toBe(text.split("\n")[0]);
});

test("fills in only plans that the lab accepts", () => {
  const { batchSize, distinctInputs } = traffic.shape;
  for (const { remedy } of remedies) {
    if (!remedy.experiment) continue;
    const { experiment } = remedy;
    const levels = { kind: "concurrency", levels: experiment.concurrencies, thinkMs: 0 };
    expect(load.safeParse(levels).success).toBe(true);
    expect(batchSize.nullable().safeParse(experiment.batchSize).success).toBe(true);
    expect(distinctInputs.nullable().safeParse(experiment.distinctInputs).success).toBe(true);
  }
});

test("has a page for every rule, which begins with its id", () => {
  const folder = new URL("../../../docs/rules/", import.meta.url);
  const files = fs.readdirSync(folder);
  for (const { id } of [...MODEL_RULES, ...SERVER_RULES]) {
    const file = files.find((name) => name.startsWith(`${id}-`));
    expect(file, `a page for ${id}`).toBeDefined();
    const page = fs.readFileSync(new URL(file ?? "", folder), "utf8");
    expect(page).toMatch(new RegExp(`^# ${id}[. ]`));
  }
});
