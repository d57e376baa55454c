import { expect, test } from "vitest";
import { alikeWords, workloadWords } from "./words.ts";

test("a workload is told without the number of its context", () => {
  expect(workloadWords("1/models/Deployment/triton")).toBe("models/Deployment/triton");
});

test("configurations are the same as far as replicas answer", () => {
  expect(alikeWords({ live: 0, replicas: 1 })).toBe("not known: no replica answers");
  expect(alikeWords({ live: 1, replicas: 2 })).toBe("the same on those that answer");
  expect(alikeWords({ live: 2, replicas: 2 })).toBe("the same everywhere");
});
