import { expect, it } from "vitest";
import { fuzz } from "./testing/fuzz.ts";

it("[BACKEND-10] survives 1,000 mutated ONNX files: each is rejected or runs", {
  timeout: 60_000,
}, async () => {
  const { tried, crashed, refused, ran } = await fuzz(1_000);
  expect({ tried, crashed }).toEqual({ tried: 1_000, crashed: [] });
  expect(refused).toBeGreaterThan(0);
  expect(ran).toBeGreaterThan(0);
});
