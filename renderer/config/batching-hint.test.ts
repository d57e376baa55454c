import { expect, test } from "vitest";
import { applyEdits, parseConfig } from "../../engine/config/index.ts";
import { couldBatch, withBatching } from "./batching-hint.ts";

const plain = 'name: "ranker"\nmax_batch_size: 32\n';

test("a model that takes batches and has no scheduler could batch", () => {
  expect(couldBatch(parseConfig(plain))).toBe(true);
  expect(couldBatch(parseConfig('name: "a"\n'))).toBe(false);
});

test("turning it on adds one line and settles the question", () => {
  const after = applyEdits(plain, withBatching(plain));
  expect(after.split("\n")).toHaveLength(4);
  expect(couldBatch(parseConfig(after))).toBe(false);
});
