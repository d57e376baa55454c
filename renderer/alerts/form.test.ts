import { expect, it } from "vitest";
import { ALERT_PRESETS } from "../../main/contract/index.ts";
import { toRuleForm, freshForm, parseMetric, readRuleForm } from "./form.ts";

it.each(ALERT_PRESETS.map(({ id, rule }) => [id, rule] as const))(
  "the preset %s is what its form says",
  (_, rule) => {
    expect(readRuleForm(toRuleForm(rule, true))).toEqual({ rule, errors: {} });
  },
);

it("a rule without a name is named by what it says", () => {
  const { rule } = readRuleForm({
    ...freshForm(),
    figure: "cacheHitRate",
    comparison: "under",
    threshold: "20",
    forSeconds: "300",
  });
  expect(rule?.name).toBe("Cache hit rate under 20 % for 5 min");
  expect(rule?.condition).toMatchObject({ threshold: 0.2 });
});

it.each([
  ["depth", { name: "depth", labels: {} }],
  [
    'vllm:waiting{model_name="m", engine="0"}',
    { name: "vllm:waiting", labels: { model_name: "m", engine: "0" } },
  ],
  ['a{b="say \\"x\\""}', { name: "a", labels: { b: 'say "x"' } }],
  ["a{b=c}", null],
  ["9a", null],
  ["", null],
])("the metric %j", (text, expected) => {
  expect(parseMetric(text)).toEqual(expected);
});

it("says what is wrong", () => {
  const { rule, errors } = readRuleForm({ ...freshForm(), threshold: "many", forSeconds: "-1" });
  expect(rule).toBeNull();
  expect(errors).toEqual({
    threshold: "“many” is not a number.",
    forSeconds: "Enter whole seconds from 0 to 86400 (one day).",
  });
});
