import { expect, test } from "vitest";
import { constraintsFrom } from "./tune-constraint-flags.ts";

test("sizes require units, and objectives a model", () => {
  expect(
    constraintsFrom({
      "max-memory": "1.5GiB",
      "instance-memory": "200 MiB",
      "keep-objective": ["a:b:p99<=40ms", "c:p99<1s"],
    }),
  ).toEqual({
    maxMemory: 1.5 * 2 ** 30,
    instanceMemory: 200 * 2 ** 20,
    objectives: [
      { model: "a:b", p99Ms: 40 },
      { model: "c", p99Ms: 1000 },
    ],
  });
});

test.each([
  [{ "max-memory": "512" }, "--max-memory is '512'; it must be a size such as 512MiB or 2GiB."],
  [{ "max-memory": "0MiB" }, "--max-memory is '0'; it must be a number from 0.001 to 1000000."],
  [{ "instance-memory": "5MiB" }, "--instance-memory goes with --max-memory"],
  [{ "keep-objective": ["p99<=40ms"] }, "it must be such as text_encoder:p99<=40ms"],
  [{ "keep-objective": ["a:40ms"] }, "--keep-objective is '40ms'; it must be such as p99<=20ms."],
])("%o is rejected with what would be right", (values, words) => {
  expect(() => constraintsFrom(values)).toThrow(words);
});
