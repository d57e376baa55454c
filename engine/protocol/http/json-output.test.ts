import { expect, test } from "vitest";
import { bytesSegments } from "../bytes-tensor.ts";
import { tensorToJsonPieces } from "./json-output.ts";

function written(texts: readonly string[]): { steps: number; json: unknown } {
  const data = Buffer.concat(bytesSegments(texts.map((text) => Buffer.from(text))).segments);
  const steps = tensorToJsonPieces({ name: "T", datatype: "BYTES", shape: [texts.length], data });
  let count = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { steps: count, json: JSON.parse(Buffer.concat(step.value).toString()) };
    count += 1;
  }
}

test.each([
  ["empty", ""],
  ["short", "é"],
])("[BOUND-1] many %s strings are written in steps", (_, text) => {
  const texts = Array.from({ length: 100_000 }, () => text);
  const { steps, json } = written(texts);
  expect(json).toEqual(texts);
  expect(steps).toBeGreaterThan(10);
});

test("[BOUND-1] a long string is split between characters", () => {
  const texts = ["€".repeat(1_000_000), "", "\u{1f600}"];
  const { steps, json } = written(texts);
  expect(json).toEqual(texts);
  expect(steps).toBeGreaterThan(1);
});
