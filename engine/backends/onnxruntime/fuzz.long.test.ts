import { expect, it } from "vitest";
import { fuzz } from "./testing/fuzz.ts";

it("[BACKEND-10] survives 10,000 mutated ONNX files: each is rejected or runs", {
  timeout: 300_000,
}, async () => {
  const { tried, crashed, refused, ran } = await fuzz(10_000);
  expect({ tried, crashed }).toEqual({ tried: 10_000, crashed: [] });
  expect(refused).toBeGreaterThan(0);
  expect(ran).toBeGreaterThan(0);
});
