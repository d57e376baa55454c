import { expect, test } from "vitest";
import { couldBatch, withBatching } from "./batching-hint.ts";

const plain = 'name: "ranker"\nmax_batch_size: 32\n';

test("a model that takes batches and has no scheduler could batch", () => {
  expect(couldBatch(plain)).toBe(true);
  expect(couldBatch('name: "a"\n')).toBe(false);
  expect(couldBatch("max_batch_size: [")).toBe(false);
});

test("turning it on adds one line and settles the question", () => {
  expect(withBatching(plain)).toBe(`${plain}dynamic_batching { }\n`);
  expect(couldBatch(withBatching(plain))).toBe(false);
});
