import { expect, it } from "vitest";
import { readLlmService } from "./llm-inference-service.ts";

const read = (spec: unknown) => readLlmService({ metadata: { name: "coder" }, spec });
const template = { containers: [{ name: "sidecar" }, { name: "main", args: ["--x"] }] };

it("[LAUNCH-20] finds containers by their place in the template", () => {
  expect(read({ replicas: 2, template })).toMatchObject({
    replicas: 2,
    problem: null,
    containers: [
      { name: "sidecar", pointer: "/spec/template/containers/0" },
      { name: "main", args: ["--x"], pointer: "/spec/template/containers/1" },
    ],
  });
});

it.each([
  [{ template, worker: { containers: [] } }, "several nodes"],
  [{ template, prefill: {} }, "prefill"],
  [{ template: { containers: [{ name: "sidecar" }] } }, "name: main"],
  [{ template: null, replicas: "two" }, "name: main"],
  [null, "name: main"],
])("[LAUNCH-20] says why flags of %j are not changed", (spec, words) => {
  expect(read(spec)?.problem).toContain(words);
});
