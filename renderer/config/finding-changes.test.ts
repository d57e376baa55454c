import { expect, test } from "vitest";
import { findingChanges } from "./finding-changes.ts";

const of = { modelName: "m" };
const fine = 'name: "m"\nbackend: "identity"\nmax_batch_size: 4\n';
const wrong = `${fine}dynamic_batching { preferred_batch_size: 8 }\n`;
const errors = (findings: readonly { id: string; severity: string }[]) =>
  findings.filter(({ severity }) => severity === "error").map(({ id }) => id);

test("what a change breaks and fixes is reported, wherever it stands", () => {
  const broken = findingChanges(fine, wrong, of);
  expect(errors(broken.added)).toHaveLength(1);
  expect(errors(broken.removed)).toEqual([]);
  expect(errors(findingChanges(wrong, fine, of).removed)).toHaveLength(1);
  const moved = findingChanges(wrong, `# further down\n\n${wrong}`, of);
  expect(moved).toEqual({ added: [], uncovered: [], removed: [] });
});

test("what cannot be judged any more is not fixed", () => {
  const open = `${fine}dynamic_batching { }\n`;
  const options = { ...of, lint: {} };
  expect(findingChanges(open, fine, options).removed.map(({ id }) => id)).toEqual(["Q1"]);
  expect(findingChanges(open, `${open}max_batch_size: 8\n`, options).removed).toEqual([]);
  const typed = `${fine}backend: "onnxruntime"\n`.replace('backend: "identity"\n', "");
  const slow = `${typed}parameters { key: "intra_op_thread_count" value { string_value: "many" } }\n`;
  expect(findingChanges(typed, slow, of).added.map(({ stage }) => stage)).toEqual(["load"]);
  expect(findingChanges(slow, typed, of).removed).toHaveLength(1);
  expect(
    findingChanges(slow, slow.replace("max_batch_size: 4", "max_batch_size: -1"), of),
  ).toMatchObject({ added: [{ stage: "validation" }], removed: [] });
});

test("what was hidden behind an error of an earlier stage is not new", () => {
  const hidden = wrong.replace('backend: "identity"', 'backend: "identity');
  const repaired = findingChanges(hidden, wrong, of);
  expect(errors(repaired.removed)).toEqual(["open-string"]);
  expect(repaired.added).toEqual([]);
  expect(repaired.uncovered).toMatchObject([{ stage: "validation", severity: "error" }]);
  const slow = `${fine.replace("identity", "onnxruntime")}parameters { key: "intra_op_thread_count" value { string_value: "many" } }\n`;
  const invalid = slow.replace("max_batch_size: 4", "max_batch_size: -1");
  expect(findingChanges(invalid, slow, of)).toMatchObject({
    added: [],
    uncovered: [{ stage: "load" }],
    removed: [{ stage: "validation" }],
  });
});
