import { expect, test } from "vitest";
import { applyEdits, checkText, parseConfig } from "../../engine/config/index.ts";
import { batchingAdvice } from "./batching-hint.ts";

const plain = 'name: "ranker"\nbackend: "identity"\nmax_batch_size: 32\n';
const advice = (text: string) =>
  batchingAdvice(parseConfig(text), checkText(text, { modelName: "ranker", lint: {} }));

test("a model that takes batches and has no scheduler could batch", () => {
  expect(advice(plain)).toBeDefined();
  expect(advice('name: "ranker"\nbackend: "identity"\n')).toBeUndefined();
  expect(advice(plain.replace("identity", "onnxruntime"))).toMatchObject({ rule: "B4" });
});

test("taking it turns batching on with a limited queue, and settles the question", () => {
  const after = applyEdits(plain, advice(plain)?.fix?.edits ?? []);
  expect(parseConfig(after).config.dynamic_batching?.default_queue_policy?.max_queue_size).toBe(
    128,
  );
  expect(advice(after)).toBeUndefined();
  const rules = checkText(after, { modelName: "ranker", lint: {} }).map(({ rule }) => rule);
  expect(rules).not.toContain("Q1");
});
