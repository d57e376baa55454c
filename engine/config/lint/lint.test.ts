import { describe, expect, test } from "vitest";
import { applyEdits } from "../edit.ts";
import { checkText, type Finding } from "../index.ts";
import { EXAMPLES, type Example } from "./testing/examples.ts";
import { RULES } from "./rules.ts";

function findings({ text, options = {} }: Example): Finding[] {
  const { modelName = "m", gpus, signature, ...lint } = options;
  return checkText(text, {
    modelName,
    lint,
    ...(gpus && { gpus }),
    ...(signature && { signature }),
  });
}

const of = (found: readonly Finding[], rule: string) =>
  found.filter((finding) => finding.rule === rule);

const cases = (kind: "fires" | "silent") =>
  Object.entries(EXAMPLES).flatMap(([rule, examples]) =>
    examples[kind].map((example) => [rule, example.text, example] as const),
  );

describe("advice", () => {
  test.each(cases("fires"))("[%s] fires for %s", (rule, text, example) => {
    const [finding, ...more] = of(findings(example), rule);
    expect(finding).toBeDefined();
    expect(more.length).toBeLessThan(2);
    expect(finding!.message).toMatch(/\S.*\.$|'|\d/);
    expect(finding!.to).toBeLessThanOrEqual(text.length);
  });

  test.each(cases("silent"))("[%s] is silent for %s", (rule, _, example) => {
    expect(of(findings(example), rule)).toEqual([]);
  });

  test.each(cases("fires"))("[%s] is put right by its fix in %s", (rule, text, example) => {
    const before = findings(example);
    const fixable = of(before, rule).filter((finding) => finding.fix !== undefined);
    for (const { fix } of fixable) {
      const after = findings({ ...example, text: applyEdits(text, fix!.edits) });
      expect(of(after, rule).length).toBeLessThan(of(before, rule).length);
      const errors = (all: readonly Finding[]) =>
        all.filter(({ severity }) => severity === "error").map(({ id, message }) => id + message);
      expect(errors(after).filter((error) => !errors(before).includes(error))).toEqual([]);
    }
  });

  test("every rule that a fix can apply has one for one of its examples", () => {
    const without = Object.entries(EXAMPLES)
      .filter(([rule, { fires }]) =>
        fires.every((example) => of(findings(example), rule).every(({ fix }) => !fix)),
      )
      .map(([rule]) => rule);
    expect(without).toEqual(["Q5", "B5", "I4"]);
  });

  test("has its rule's severity, follows the errors and mentions when it shows at run time", () => {
    const found = findings({
      text: 'backend: "python" max_batch_size: 4\ndynamic_batching { }\nname: "n"',
    });
    expect(found.map(({ id, stage, severity, line }) => [id, stage, severity, line])).toEqual([
      ["name-differs", "validation", "error", 3],
      ["I6", "running", RULES.I6.severity, 1],
      ["Q1", "running", "warning", 2],
    ]);
  });

  test("is only given on request, and not for a text that doesn't parse", () => {
    expect(checkText("dynamic_batching { }", { modelName: "m" })).toEqual([]);
    const broken = findings({ text: "dynamic_batching { } nonsense: 1" });
    expect(broken.map(({ stage }) => stage)).toEqual(["syntax"]);
  });

  test("suggests sizes and times that fit the objective", () => {
    const options = { latencyObjectiveMs: 100, requestRate: 500 };
    const { text } = EXAMPLES.Q1.fires[0]!;
    expect(of(findings({ text, options }), "Q1")[0]!.fix!.title).toBe("Set max_queue_size to 50");
    const [delay] = of(findings(EXAMPLES.Q3.fires[1]!), "Q3");
    expect(delay!.fix!.title).toBe("Set max_queue_delay_microseconds to 5000");
    expect(delay!.message).toContain("6 ms, more than a quarter of the objective of 20 ms");
  });
});
