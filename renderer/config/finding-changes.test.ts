import { expect, test } from "vitest";
import { findingChanges } from "./finding-changes.ts";

const of = { modelName: "m" };
const fine = 'name: "m"\nbackend: "identity"\nmax_batch_size: 4\n';
const wrong = `${fine}dynamic_batching { preferred_batch_size: 8 }\n`;
const errors = (findings: readonly { id: string; severity: string }[]) =>
  findings.filter(({ severity }) => severity === "error").map(({ id }) => id);

test("what a change breaks and mends is told, wherever it stands", () => {
  const broken = findingChanges(fine, wrong, of);
  expect(errors(broken.added)).toHaveLength(1);
  expect(errors(broken.removed)).toEqual([]);
  expect(errors(findingChanges(wrong, fine, of).removed)).toHaveLength(1);
  const moved = findingChanges(wrong, `# further down\n\n${wrong}`, of);
  expect(moved).toEqual({ added: [], removed: [] });
});
